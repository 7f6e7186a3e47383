import type { Vendor } from '../signal.ts'
import { readDeviceTime } from '../vendors/device-time.ts'

/** What the path of an uploaded file says; null for what it does not say. */
export interface FilePathReading {
  vendor: Vendor
  event: string | null
  /** As the device numbers it, without leading zeros. */
  channel: string | null
  deviceName: string | null
  deviceSerial: string | null
  /** In ISO 8601, without a zone. */
  deviceTime: string | null
}

const nothing: FilePathReading = {
  vendor: 'generic',
  event: null,
  channel: null,
  deviceName: null,
  deviceSerial: null,
  deviceTime: null,
}
const number = (digits: string | undefined): string | null => digits?.replace(/^0+(?=\d)/, '') ?? null

/** `192.168.1.64_01_20190827095800502_MOTION_DETECTION.jpg` */
const HIKVISION = /^(.{1,60})_(\d{1,3})_(20\d{12,15})_([A-Z][A-Za-z0-9_-]{1,60})\.\w{2,4}$/
/** `.../2026-11-26/001/jpg/18/32/07[M][0@0][0].jpg`, and `.../18/32.07[M]…`, and `.../dav/18/18.32.07-18.32.17[M][0@0][0].mp4` */
const DAHUA =
  /^(.*?)\/?(\d{4}-\d{2}-\d{2})\/(\d{1,3})\/(?:jpg|dav)\/(\d{2})\/([\d./-]{2,20})((?:\[[^\]/]{0,20}\])+)[^/]*$/
/** The letters in Dahua's first brackets. */
const DAHUA_EVENTS: Readonly<Record<string, string>> = { M: 'Motion', A: 'Alarm', R: 'Regular', T: 'Timing', C: 'Card' }
/** `MDAlarm_20180807-135928.jpg` */
const FOSCAM = /^(MD|SD|IO|HM|PD)alarm_(20\d{6}[-_]\d{6})\.\w{2,4}$/i
const FOSCAM_EVENTS: Readonly<Record<string, string>> = {
  MD: 'Motion',
  SD: 'Sound',
  IO: 'Alarm input',
  HM: 'Human',
  PD: 'Human',
}
/** A folder or a part of a name with a channel: `ch01`, `channel_2`, `cam3`, `CH-4`. */
const CHANNEL = /(?:^|[/_\-. ])(?:ch|chan|channel|cam|camera|kanal|canal|canale)[-_ ]?0*(\d{1,3})(?=[/_\-. ]|$)/i
/** Words that tell an event, where they stand in a name. */
const WORDS =
  /(?:^|[^a-z])(motion|md|vmd|line ?cross(?:ing)?|tripwire|intrusion|field ?detection|region ?(?:entrance|exiting)|human|person|people|vehicle|face|pir|tamper(?:ing)?|video ?loss|alarm ?in(?:put)?|io)(?=$|[^a-z])/i
/** A date in a folder with a time in a name below it: `20181201/.../103130`, `2018-12-01/10-31-30`. */
const SPLIT_TIME =
  /(20\d{2})[-_.]?([01]\d)[-_.]?([0-3]\d)\/(?:.{0,100}\/)?(?:[^/]{0,60}?[^0-9/])?([0-2]\d)[-_.:]?([0-5]\d)[-_.:]?([0-5]\d)(?!\d)[^/]{0,60}$/
/** `2026-11-26_18-32-07` and the like, in one name. */
const JOINED_TIME = /(20\d{2})[-_.]([01]\d)[-_.]([0-3]\d)[-_ T.]{1,3}([0-2]\d)[-_.:h]([0-5]\d)[-_.:m]([0-5]\d)(?!\d)/

/**
 * Reads the path of an uploaded file, in the forms of the makers: Hikvision's, Dahua's and Foscam's, and else any date, channel and words for
 * an event. Names can be chosen freely in many devices, so what is not sure stays unknown.
 * @param near the time of the receipt
 */
export function readFilePath(path: string, near: Date): FilePathReading {
  const line = path.slice(0, 500)
  const name = line.split('/').at(-1) ?? ''
  return readHikvision(name, near) ?? readDahua(line, near) ?? readFoscam(name, near) ?? readAny(line, name, near)
}

function readHikvision(name: string, near: Date): FilePathReading | undefined {
  const match = HIKVISION.exec(name)
  if (!match) return undefined
  const [, deviceName = null, channel, time, event = null] = match
  const deviceTime = readDeviceTime(time?.padEnd(17, '0') ?? null, { near })
  return { ...nothing, vendor: 'hikvision', event, channel: number(channel), deviceName, deviceTime }
}

function readDahua(path: string, near: Date): FilePathReading | undefined {
  const match = DAHUA.exec(path)
  if (!match) return undefined
  const [, device = '', day, channel, hour, rest = '', brackets = ''] = match
  // `32/07` and `32.07` are minute and second; `18.32.07-18.32.17` has the hour once more, and the end of the clip.
  const parts = rest.split('-')[0]?.match(/\d{2}/g) ?? []
  const [minute = '00', second = '00'] = parts.length >= 3 ? parts.slice(1) : parts
  const letter = /^\[([A-Za-z]+)\]/.exec(brackets)?.[1]?.toUpperCase()
  const [serial = null, deviceName = null] = device.split('/').filter(Boolean).toReversed()
  return {
    vendor: 'dahua',
    event: letter === undefined ? null : (DAHUA_EVENTS[letter[0] ?? ''] ?? letter),
    channel: number(channel),
    deviceName: deviceName ?? serial,
    deviceSerial: deviceName === null ? null : serial,
    deviceTime: readDeviceTime(`${day} ${hour}:${minute}:${second}`, { near }),
  }
}

function readFoscam(name: string, near: Date): FilePathReading | undefined {
  const match = FOSCAM.exec(name)
  if (!match) return undefined
  const [, kind = '', time = null] = match
  const event = FOSCAM_EVENTS[kind.toUpperCase()] ?? null
  return { ...nothing, event, deviceTime: readDeviceTime(time, { near }) }
}

function readAny(path: string, name: string, near: Date): FilePathReading {
  const joined = JOINED_TIME.exec(path) ?? SPLIT_TIME.exec(path)
  const written = joined && `${joined.slice(1, 4).join('-')} ${joined.slice(4, 7).join(':')}`
  return {
    ...nothing,
    event: WORDS.exec(name)?.[1] ?? null,
    channel: number(CHANNEL.exec(path)?.[1]),
    deviceTime: readDeviceTime(name, { near }) ?? readDeviceTime(written, { near }),
  }
}
