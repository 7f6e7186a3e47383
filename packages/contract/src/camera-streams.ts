import { z } from 'zod'
import { CONNECTION_PROBLEMS } from './connections.ts'
import { devicePassword, deviceUser, port } from './device-values.ts'
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

/**
 * What makes an alarm of a camera with a stream. `motion`: what moves in its key frames. `onvif`: motion that the camera reports by ONVIF, with
 * the key frames around it. `mail`: a mail of the camera, with key frames of the stream that are fetched when it arrives (the hybrid way).
 */
export const STREAM_TRIGGERS = ['motion', 'onvif', 'mail'] as const
export type StreamTrigger = (typeof STREAM_TRIGGERS)[number]

/** The port at which cameras usually answer to ONVIF. */
export const ONVIF_PORT = 80

const coolDown = z.number().int().min(COOL_DOWN_SECONDS.least).max(COOL_DOWN_SECONDS.most)

/** How the stream of a camera is read. The password is never told. */
const stream = z.object({
  url: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
  trigger: z.enum(STREAM_TRIGGERS),
  coolDownSeconds: z.number().int(),
  /** Where the camera reports motion by ONVIF: at the host and with the login of the stream. */
  onvifPort: z.number().int(),
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
    'Read the stream of a camera by RTSP: motion in its key frames, motion that the camera reports, or its mails make alarms. The camera becomes one of the type `rtsp`. A password that is left out stays, if the host does too',
  permission: 'node.write',
  body: z.object({
    url: streamUrl,
    username: deviceUser.optional(),
    password: devicePassword.optional(),
    /** Left out: it stays as it is, and is `motion` for a new stream. `mail` needs the feature `isRtspEmailHybridEnabled`. */
    trigger: z.enum(STREAM_TRIGGERS).optional(),
    coolDownSeconds: coolDown.default(COOL_DOWN_SECONDS.usual),
    /** Left out: it stays as it is, and is 80 for a new stream. */
    onvifPort: port.optional(),
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

/**
 * How a live picture is sent. `mp4`: H.264 as the camera sends it, as a fragmented MP4. `jpeg`: its key frames as JPEG, for streams and players
 * of other kinds.
 */
export const LIVE_FORMATS = ['mp4', 'jpeg'] as const
export type LiveFormat = (typeof LIVE_FORMATS)[number]

/** Limits of live views. */
export const LIVE_VIEW = {
  /** Cameras of one company that are looked at, whoever looks. */
  cameras: 8,
  /** Live views of all users of a company, and of one login. */
  viewers: 40,
  perLogin: 6,
  /** Minutes after which a live view ends, so that nobody leaves it running. */
  minutes: 10,
} as const

export const watchLiveView = operation({
  ...ofView,
  id: 'cameraStreams.watchLive',
  method: 'POST',
  path: '/v1/view/:id/liveview',
  summary:
    'What a camera shows now, while the reply is received, for ten minutes at most: `video/mp4` in fragments, or `multipart/x-mixed-replace` with JPEGs of key frames. The camera is called once for all who look',
  permission: 'alarm.read',
  personal: true,
  query: z.object({
    /** What the caller can play. The reply is `jpeg` too where the stream is no H.264. */
    format: z.enum(LIVE_FORMATS).default('mp4'),
  }),
  replyType: 'event-stream',
  errors: ['PRODUCT_LOCKED', 'RATE_LIMITED', 'UNAVAILABLE'],
})

/**
 * - `none`: no stream is set
 * - `ready`: nobody looks now
 * - `playing`: somebody looks
 * - `failed`: the last live view, a few minutes ago at most, got no picture
 */
export const LIVE_VIEW_STATES = ['none', 'ready', 'playing', 'failed'] as const

export const liveviewStatus = z.object({
  state: z.enum(LIVE_VIEW_STATES),
  /** How many look at the camera now. */
  viewers: z.number().int(),
  /** The cameras of the company that are looked at now, and how many there may be. */
  cameras: z.object({ taken: z.number().int(), most: z.number().int() }),
  /** Why there was no picture. */
  problem: rtspStatus.shape.problem,
})
export type LiveviewStatus = z.output<typeof liveviewStatus>

export const getViewLiveviewStatus = operation({
  ...ofView,
  id: 'cameraStreams.liveviewStatus',
  method: 'GET',
  path: '/v1/view/:id/liveview-status',
  summary: 'Whether a camera can be looked at live, who looks, and why there was no picture',
  permission: 'node.read',
  reply: liveviewStatus,
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
