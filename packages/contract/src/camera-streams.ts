import { z } from 'zod'
import { CONNECTION_PROBLEMS } from './connections.ts'
import { devicePassword, deviceUser } from './device-values.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, success } from './values.ts'

/** The message of `RTSP_LIMIT`. */
export const RTSP_LIMIT_REACHED = 'Number of cameras with RTSP reached'

/** What an address of a stream says when it is wrong: the messages of the API, which the console translates. */
export const STREAM_URL_INVALID = 'Stream address is invalid'
export const STREAM_URL_LOGIN = 'Stream address holds a login'

/** Seconds after a trigger in which motion makes no further alarm. */
export const COOL_DOWN_SECONDS = { least: 5, most: 600, usual: 30 } as const

/** `rtsp://`, host, perhaps a port, path and query: no blanks, no control characters. */
const FORM = /^rtsp:\/\/[\x21-\x7e]+$/i

function urlOf(text: string): URL | undefined {
  return FORM.test(text) && URL.canParse(text) ? new URL(text) : undefined
}

const streamUrl = z
  .string()
  .trim()
  .max(1_000)
  .refine((text) => Boolean(urlOf(text)?.hostname), { message: STREAM_URL_INVALID, abort: true })
  .refine((text) => !urlOf(text)?.username && !urlOf(text)?.password, { message: STREAM_URL_LOGIN })

const coolDown = z.number().int().min(COOL_DOWN_SECONDS.least).max(COOL_DOWN_SECONDS.most)

/** How the stream of a camera is read. The password is never told. */
const stream = z.object({
  url: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
  coolDownSeconds: z.number().int(),
})
export type CameraStream = z.output<typeof stream>

const viewScope = [{ in: 'path', at: 'id', kind: 'view' }] as const
const ofView = { tag: 'Cameras', scope: viewScope, params: idParams } as const

export const getViewStream = operation({
  ...ofView,
  id: 'cameraStreams.get',
  method: 'GET',
  path: '/v1/view/:id/stream',
  summary: 'How the stream of a camera is read by RTSP; null if it is not',
  permission: 'node.read',
  reply: z.object({ stream: stream.nullable() }),
})

export const setViewStream = operation({
  ...ofView,
  id: 'cameraStreams.set',
  method: 'PUT',
  path: '/v1/view/:id/stream',
  summary:
    'Read the stream of a camera by RTSP: motion in its key frames makes alarms. The camera becomes one of the type `rtsp`. A password that is left out stays, if the host does too',
  permission: 'node.write',
  body: z.object({
    url: streamUrl,
    username: deviceUser.optional(),
    password: devicePassword.optional(),
    coolDownSeconds: coolDown.default(COOL_DOWN_SECONDS.usual),
  }),
  reply: z.object({ stream }),
  errors: ['RTSP_LIMIT', 'PRODUCT_LOCKED', 'VIEW_BY_API'],
})

export const deleteViewStream = operation({
  ...ofView,
  id: 'cameraStreams.delete',
  method: 'DELETE',
  path: '/v1/view/:id/stream',
  summary: 'Read the stream of a camera no more; the camera becomes one of the type `email`',
  permission: 'node.write',
  reply: success,
  errors: ['VIEW_BY_API'],
})

/**
 * - `none`: no stream is set
 * - `never`: it has never been connected
 * - `working`: key frames come
 * - `silent`: the connection is lost for less than five minutes
 * - `failing`: it is lost for longer
 */
export const STREAM_STATES = ['none', 'never', 'working', 'silent', 'failing'] as const

export const rtspStatus = z.object({
  state: z.enum(STREAM_STATES),
  /** Since when the stream plays, or not. */
  since: isoTime.nullable(),
  /** The last key frame, to the minute, and the last alarm. */
  lastSeenAt: isoTime.nullable(),
  lastEventAt: isoTime.nullable(),
  /** Why it does not play. `setting`: the line of the settings with which whoever runs the installation allows the address. */
  problem: z.object({ code: z.enum(CONNECTION_PROBLEMS), setting: z.string().nullable(), at: isoTime }).nullable(),
})
export type RtspStatus = z.output<typeof rtspStatus>

export const getViewRtspStatus = operation({
  ...ofView,
  id: 'cameraStreams.viewStatus',
  method: 'GET',
  path: '/v1/view/:id/rtsp-status',
  summary: 'Whether the stream of a camera plays, and else why not',
  permission: 'node.read',
  reply: rtspStatus,
})

export const getSiteRtspStatus = operation({
  id: 'cameraStreams.siteStatus',
  method: 'GET',
  path: '/v1/site/:id/rtsp-status',
  summary: 'The cameras of a site with a stream by RTSP, by name, and whether each plays',
  tag: 'Cameras',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.read',
  params: idParams,
  reply: z.object({ views: z.array(rtspStatus.extend({ id, name: z.string() })) }),
})
