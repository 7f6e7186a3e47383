import { z } from 'zod'
import { deviceFailure } from './device-tests.ts'
import { devicePassword, deviceUser, host, port } from './device-values.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, success } from './values.ts'
import { VIDEOFIED_PROBLEMS } from './videofied.ts'

/** Why a connection to a device or system does not work. */
export const CONNECTION_PROBLEMS = [
  'refused', // the address may not be called
  'unreachable', // nobody answers there in time
  'certificate', // the encrypted connection cannot be trusted
  'login', // the other side asks for another user or password
  'answer', // somebody answers, but not as such a device does
  'no-stream', // the device has no stream at this path
  'redirect', // the device sends to another address, which is not called
  'codec', // the stream cannot be decoded
  'device-busy', // the device serves no more connections
  'events', // the camera gives no events by ONVIF
  'events-login', // it asks for another user or password there
  'locked', // the company has lost the feature
  'closed', // the other side has ended the connection
  'quiet', // the connection is open, but nothing came for too long
  'busy', // an event could not be stored here
  'failed', // an error of this program
] as const
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number]

/** Why a message that a device sent was refused here. */
export const REFUSALS = [
  'wrong-login', // the device logs in with a wrong password
  'no-login', // the device does not log in, but the site requires it
  'too-many', // the device sends more than one camera may
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The systems behind which cameras stand. Each has a tab of the same name in the settings of the company. */
export const CAMERA_SYSTEM_KINDS = ['digital-watchdog', 'exacq', 'milestone', 'videofied'] as const
export type CameraSystemKind = (typeof CAMERA_SYSTEM_KINDS)[number]

/** Why such a system does not work. */
export const SYSTEM_PROBLEMS = [...new Set([...CONNECTION_PROBLEMS, ...VIDEOFIED_PROBLEMS])] as const

/** How the device of a camera reaches this server, or this server the device. A camera is in exactly one of these states. */
export const WAY_IN_STATES = [
  'empty', // nothing is set up, and nothing ever came
  'unconnected', // something is set up, but nothing ever came
  'silent', // it worked, but nothing came for longer than the site allows
  'failing', // it worked, but the connection is lost for five minutes, or what is sent is refused
  'working',
] as const
export type WayInState = (typeof WAY_IN_STATES)[number]

/** Where a device is, and who logs in. The password is stored apart. */
export const deviceAddress = z.object({ host, port, tls: z.boolean(), username: deviceUser })
export type DeviceAddress = z.output<typeof deviceAddress>

/** The makers whose devices this server can call. */
export const CALLED_MAKERS = ['hikvision', 'dahua'] as const
export type CalledMaker = (typeof CALLED_MAKERS)[number]

export const deviceWayIn = z.object({
  state: z.enum(WAY_IN_STATES),
  /** The last message that was stored. */
  lastEventAt: isoTime.nullable(),
  /** The last message or sign of life. */
  lastSeenAt: isoTime.nullable(),
  /**
   * What is wrong; null while nothing is. `setting`: the line of the settings that allows the address. `isStream`: it is wrong with the stream
   * that is read by RTSP.
   */
  problem: z
    .object({
      code: z.enum([...CONNECTION_PROBLEMS, ...REFUSALS]),
      setting: z.string().nullable(),
      at: isoTime.nullable(),
      isStream: z.boolean(),
    })
    .nullable(),
  /** The system behind which the camera stands, and what is wrong with it; null where it stands behind none. Of several, one that does not work. */
  system: z
    .object({
      kind: z.enum(CAMERA_SYSTEM_KINDS),
      name: z.string(),
      isUp: z.boolean(),
      /** The last sign of life of the system, not of the camera. */
      lastSeenAt: isoTime.nullable(),
      problem: z
        .object({
          code: z.enum(SYSTEM_PROBLEMS),
          setting: z.string().nullable(),
          at: isoTime.nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** The device that this server calls; null where it waits for the device. */
  connection: deviceAddress
    .extend({ maker: z.enum(CALLED_MAKERS), hasPassword: z.boolean(), isUp: z.boolean(), since: isoTime })
    .nullable(),
})
export type DeviceWayIn = z.output<typeof deviceWayIn>

const ofView = {
  tag: 'Connections',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  params: idParams,
} as const

export const getWayIn = operation({
  ...ofView,
  id: 'connect.getWayIn',
  method: 'GET',
  path: '/v1/view/:id/way-in',
  summary: 'Whether the device of a camera gets through, since when, and what is wrong',
  permission: 'node.read',
  reply: deviceWayIn,
})

export const setConnection = operation({
  ...ofView,
  id: 'connect.setConnection',
  method: 'PUT',
  path: '/v1/view/:id/connection',
  summary:
    'Have this server call a device of Hikvision or Dahua and read its events. Nothing is stored if its address may not be called; the reply says which setting allows it',
  permission: 'node.write',
  /** A password that is left out stays as it is; it is forgotten if the host changes, so that it is sent to no other host. */
  body: deviceAddress.extend({
    maker: z.enum(CALLED_MAKERS).default('hikvision'),
    port: port.default(80),
    tls: z.boolean().default(false),
    password: devicePassword.optional(),
  }),
  reply: z.object({ failure: deviceFailure.nullable() }),
  errors: ['VIEW_BY_API'],
})

/** A device that is called once. Its login is not stored. */
const deviceLogin = deviceAddress.extend({
  port: port.default(80),
  tls: z.boolean().default(false),
  password: devicePassword,
})

const deviceHosts = z.object({
  failure: deviceFailure.nullable(),
  /** The places of the device for servers to which it pushes events. Empty after a failure. */
  hosts: z.array(
    z.object({
      id: z.number().int(),
      /** Protocol, host and port of what stands there; null where nothing does. Its path is left out, as it can hold a token. */
      address: z.string().nullable(),
      /** Whether it is the address of this camera. */
      isOurs: z.boolean(),
    }),
  ),
})

export const lookAtDeviceHosts = operation({
  ...ofView,
  id: 'connect.lookAtDeviceHosts',
  method: 'POST',
  path: '/v1/view/:id/device-hosts/look',
  summary: 'Ask a Hikvision device to which servers it pushes its events',
  permission: 'node.write',
  body: deviceLogin,
  reply: deviceHosts,
  errors: ['RATE_LIMITED', 'VIEW_BY_API'],
})

export const writeDeviceHost = operation({
  ...ofView,
  id: 'connect.writeDeviceHost',
  method: 'POST',
  path: '/v1/view/:id/device-hosts',
  summary:
    'Write the address of a camera into a free place of a Hikvision device, or take it back. No place that is in use is overwritten; nothing is written if none is free',
  permission: 'node.write',
  body: deviceLogin.extend({ action: z.enum(['write', 'take-back']) }),
  reply: deviceHosts,
  errors: ['RATE_LIMITED', 'VIEW_BY_API'],
})

export const deleteConnection = operation({
  ...ofView,
  id: 'connect.deleteConnection',
  method: 'DELETE',
  path: '/v1/view/:id/connection',
  summary: 'Stop calling the device of a camera, and forget its login',
  permission: 'node.write',
  reply: success,
  errors: ['VIEW_BY_API'],
})

export const getSiteWaysIn = operation({
  id: 'connect.siteWaysIn',
  method: 'GET',
  path: '/v1/site/:id/ways-in',
  summary: 'How many cameras of a site are in which state, and those that do not work, the worst first',
  tag: 'Connections',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.read',
  params: idParams,
  reply: z.object({
    counts: z.object({
      empty: z.number().int(),
      unconnected: z.number().int(),
      silent: z.number().int(),
      failing: z.number().int(),
      working: z.number().int(),
    }),
    /** At most 50. */
    cameras: z.array(z.object({ id, name: z.string(), state: z.enum(WAY_IN_STATES), lastSeenAt: isoTime.nullable() })),
  }),
})
