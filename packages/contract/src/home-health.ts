import { z } from 'zod'
import { operation } from './operation.ts'
import { id, isoTime, paged, pageQuery } from './values.ts'

/**
 * What can be wrong with a camera that is switched on and not paused. `silent`: it sent nothing for longer than its site allows,
 * or than is usual for it. `noisy`: it
 * sends far too many alarms. `pictureless`: its signals arrive without pictures. A silent camera has none of these two. `failing`: its
 * device cannot be reached, or what it sends is refused.
 */
export const CAMERA_FAULTS = ['failing', 'silent', 'noisy', 'pictureless'] as const
export type CameraFault = (typeof CAMERA_FAULTS)[number]

const ofCameras = { method: 'GET', tag: 'Home', scope: 'self', permission: 'alarm.read', background: true } as const

export const getCameraHealth = operation({
  ...ofCameras,
  id: 'home.health',
  path: '/v1/home/health',
  summary: 'How many cameras cannot be reached, are silent, noisy, or send signals without pictures',
  reply: z.object({
    now: isoTime,
    /** Cameras that are switched on and not paused. */
    watched: z.number().int(),
    failing: z.number().int(),
    silent: z.number().int(),
    noisy: z.number().int(),
    pictureless: z.number().int(),
  }),
})

/** A camera with a fault, and the facts that show it. */
export const faultyCamera = z.object({
  id,
  name: z.string(),
  siteId: id,
  siteName: z.string(),
  clientId: id,
  projectName: z.string(),
  createdAt: isoTime,
  lastSignalAt: isoTime.nullable(),
  lastPictureAt: isoTime.nullable(),
  /** The number of hours without messages that are allowed. */
  idleHours: z.number().int(),
  /** Whether these hours come from the camera's own rhythm (`advanced_idle_detection`), not from its site. */
  idleHoursAreOwn: z.boolean(),
  /** Alarms of the last five minutes and of the last hour. Both are 0 for a camera with fewer than ten in the last hour. */
  burst: z.number().int(),
  hour: z.number().int(),
  /** Mean number of alarms in an hour of the last seven days; null if the camera is younger than a day. */
  usualHour: z.number().nullable(),
})
export type FaultyCamera = z.output<typeof faultyCamera>

export const listFaultyCameras = operation({
  ...ofCameras,
  id: 'home.faultyCameras',
  path: '/v1/home/health/cameras',
  summary: 'The cameras with a fault: the longest silence, the most alarms, or the oldest picture first',
  query: z.object({ fault: z.enum(CAMERA_FAULTS), ...pageQuery({ usual: 20, most: 200 }) }),
  reply: paged(faultyCamera).extend({
    now: isoTime,
    /** The beginning of the last hour, in which alarms were counted. */
    hourSince: isoTime,
  }),
})
