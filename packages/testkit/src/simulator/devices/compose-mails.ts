import type { Vendor } from '../targets.ts'
import type { Device, DeviceAlarm, DeviceMail } from './alarm.ts'
import { dahua } from './dahua.ts'
import { hikvisionCamera, hikvisionRecorder } from './hikvision.ts'
import { axis, plain, reolink } from './others.ts'

const COMPOSERS: Record<Vendor, (device: Device, alarm: DeviceAlarm) => DeviceMail[]> = {
  hikvision: hikvisionCamera,
  'hikvision-dvr': hikvisionRecorder,
  dahua,
  reolink,
  axis,
  plain,
  json: plain,
}

/** The number of pictures that a device of each vendor sends, and the milliseconds between them. */
export const PICTURES: Record<Vendor, { frames: number; intervalMs: number }> = {
  hikvision: { frames: 3, intervalMs: 1000 },
  'hikvision-dvr': { frames: 3, intervalMs: 1000 },
  dahua: { frames: 3, intervalMs: 800 },
  reolink: { frames: 2, intervalMs: 1000 },
  axis: { frames: 5, intervalMs: 500 },
  plain: { frames: 4, intervalMs: 500 },
  json: { frames: 4, intervalMs: 500 },
}

/** The raw messages a device of that vendor sends for one alarm, in order. */
export function composeMails(vendor: Vendor, device: Device, alarm: DeviceAlarm): DeviceMail[] {
  return COMPOSERS[vendor](device, alarm)
}
