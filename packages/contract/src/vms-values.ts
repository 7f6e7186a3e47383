import { z } from 'zod'
import { CONNECTION_PROBLEMS } from './connections.ts'
import { id, isoTime } from './values.ts'

export const VMS_LIMITS = {
  cameras: 10_000,
  /** The most cameras of one change. */
  camerasAtOnce: 2_000,
} as const

/** An id of a video system. Ids are compared without braces and in lower case. */
export const systemsId = z.string().trim().max(100)
export const systemsName = z.string().trim().max(200)

/** Whether a system can be reached for its events. */
export const vmsConnection = z.object({
  isUp: z.boolean(),
  /** The last time at which it was read. */
  seenAt: isoTime.nullable(),
  /** Why it cannot be reached. Null while it is, and before it was tried. */
  problem: z.enum(CONNECTION_PROBLEMS).nullable(),
  /** The line of the settings that allows the address; null if none does. */
  setting: z.string().nullable(),
})
export type VmsConnection = z.output<typeof vmsConnection>

export const vmsCertificate = z.object({
  /** SHA-256, in pairs of hexadecimal digits with colons. */
  fingerprint: z.string(),
  subject: z.string(),
  validTo: isoTime.nullable(),
  /** Whether a known authority has signed it for this host. */
  isTrusted: z.boolean(),
})
export type VmsCertificate = z.output<typeof vmsCertificate>

const camera = {
  cameraSystemId: systemsId.min(1),
  cameraSystemName: systemsName,
  cameraServerId: systemsId,
  cameraServerName: systemsName,
  cameraId: systemsId.min(1),
  cameraName: systemsName,
  groupName: systemsName,
}

/** A camera of a video system, and which of ours it is. */
export const vmsCamera = z.object({
  ...camera,
  /** Our camera. Null: not mapped. */
  viewId: id.nullable(),
  viewName: z.string().nullable(),
  siteName: z.string().nullable(),
})
export type VmsCamera = z.output<typeof vmsCamera>

export const mappedCameras = z.array(z.object({ ...camera, viewId: id.nullable() })).max(VMS_LIMITS.camerasAtOnce)
