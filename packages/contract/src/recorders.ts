import { z } from 'zod'
import { backgroundJob } from './background-jobs.ts'
import { CALLED_MAKERS, deviceAddress } from './connections.ts'
import { deviceFailure } from './device-tests.ts'
import { devicePassword, port } from './device-values.ts'
import { operation } from './operation.ts'
import { id, idParams } from './values.ts'

/** The most cameras of one recorder. The largest recorders of today have 256. */
export const RECORDER_CHANNELS = 512

/** A recorder that is called with this login. */
const recorderLogin = deviceAddress.extend({
  maker: z.enum(CALLED_MAKERS),
  port: port.default(80),
  tls: z.boolean().default(false),
  password: devicePassword,
})

/** A number of a channel as messages of the recorder name it, from 1. */
const channel = z
  .string()
  .max(4)
  .regex(/^[1-9]\d{0,3}$/)

const recorderChannel = z.object({
  channel,
  /** As the recorder names it; made of the number of the channel where it has no name. */
  name: z.string(),
  /** Null where the recorder does not tell. */
  isOnline: z.boolean().nullable(),
  /** The camera of the site that has this channel already. */
  viewId: id.nullable(),
  viewName: z.string().nullable(),
})
export type RecorderChannel = z.output<typeof recorderChannel>

const ofSite = {
  tag: 'Connections',
  method: 'POST',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.write',
  params: idParams,
} as const

export const lookAtRecorder = operation({
  ...ofSite,
  id: 'recorders.look',
  path: '/v1/site/:id/recorder/look',
  summary:
    'Ask a recorder of Hikvision or Dahua which cameras it has, and which of them the site has. Nothing is stored',
  unaudited: 'a look at a recorder changes nothing',
  body: recorderLogin,
  reply: z.object({
    failure: deviceFailure.nullable(),
    /** As the recorder calls itself. */
    recorder: z.object({ name: z.string().nullable(), model: z.string().nullable() }).nullable(),
    /** In order of their numbers. Empty after a failure. */
    channels: z.array(recorderChannel),
  }),
  errors: ['RATE_LIMITED'],
})

export const addRecorderCameras = operation({
  ...ofSite,
  id: 'recorders.addCameras',
  path: '/v1/site/:id/recorder/cameras',
  summary:
    'Add the cameras of a recorder to a site as a background job, and have this server read the events of the recorder. Its progress is sent as site automation. Channels that the site has already are left out',
  body: recorderLogin.extend({
    /** The channels to add; left out: all. */
    channels: z.array(channel).min(1).max(RECORDER_CHANNELS).optional(),
  }),
  reply: z.object({
    /** Why the recorder could not be asked. */
    failure: deviceFailure.nullable(),
    /** Null after a failure, and where the site has all channels already. */
    job: backgroundJob.nullable(),
  }),
  errors: ['RATE_LIMITED', 'JOB_RUNNING'],
})
