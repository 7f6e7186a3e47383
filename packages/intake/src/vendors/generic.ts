import type { Vendor } from '../signal.ts'
import type { BodyField, BodyFields } from './body-fields.ts'
import { readCamera, readChannel } from './channel.ts'
import { isStopPhrase } from './event-type.ts'
import { emptyReading, type MailText, type Reading } from './reading.ts'

/**
 * The makers whose names have no other meaning, so they are recognised anywhere in a mail. `Axis` and `UNV` also have
 * other meanings, so they are recognised only in the sender, the software and the names of models.
 */
const MAKERS: readonly [Vendor, RegExp][] = [
  ['exacq', /\bexacq(vision)?\b/i],
  ['reolink', /\breolink\b/i],
  ['hanwha', /\b(hanwha|wisenet|samsung techwin)\b/i],
  ['uniview', /\buniview\b|\bUNV[ -]?(NVR|IPC)/i],
  ['hikvision', /\b(hikvision|hilook|hikmailer)\b/i],
  ['dahua', /\b(dahua|amcrest|lorex|imou)\b/i],
  ['axis', /\bAXIS [A-Z]{1,2}\d{3,4}|\baxis (communications|camera|network|device)/i],
]
const SENDERS: readonly [Vendor, RegExp][] = [
  ['axis', /(^|<|"|@)axis\b(?! (security|alarm|house|point))/i],
  ['uniview', /(^|<|"|@)unv\b/i],
]

const CAMERA_KEYS = [
  'camera name',
  'channel name',
  'camera',
  'alarm camera name',
  'alarm source',
  'event source',
  'source',
]
const CHANNEL_KEYS = ['channel number', 'channel no', 'channel id', 'camera id', 'camera no', 'channel', 'ch', 'input']
const TYPE_KEYS = ['event type', 'event', 'alarm type', 'alarm event', 'detection type']
/** Keys whose values the installer can choose freely. */
const NAME_KEYS = ['alarm', 'trigger', 'rule']
const TIME_KEYS = ['event time', 'alarm time', 'detection time', 'date time', 'date/time', 'timestamp']

/**
 * Reads a mail of any device. Most devices let the installer write subject and text. So this looks first for common keys and then for
 * common phrases, such as `Motion detected from Front Door at 2023/01/05 10:12:13`.
 */
export function readGeneric(mail: MailText): Reading {
  const { fields, subject } = mail
  const phrase = readPhrase(subject) ?? readPhrase(mail.text.slice(0, 300))
  const listed = fields.get(...TYPE_KEYS)
  const event = listed ?? fields.get(...NAME_KEYS) ?? phrase?.event ?? null
  const time = fields.field(...TIME_KEYS) ?? dateAndTime(fields)
  const [numbered, camera] = [readChannel(fields.get(...CHANNEL_KEYS)), readCamera(fields.get(...CAMERA_KEYS))]
  const bracketed = readChannel(
    /\[((?:CH|CAM|D)[ _.-]?\d{1,3})\]/i.exec(`${subject}\n${mail.text.slice(0, 300)}`)?.[1] ?? null,
  )
  return {
    ...emptyReading(makerOf(mail)),
    event,
    isListed: listed !== null,
    channel: numbered.channel ?? camera.channel ?? bracketed.channel ?? readCamera(phrase?.camera ?? null).channel,
    channelName: camera.channelName ?? numbered.channelName ?? phrase?.camera ?? null,
    deviceName: fields.get('device name', 'nvr name', 'dvr name', 'recorder name', 'device', 'model', 'product'),
    deviceSerial: fields.get('serial number', 'serial', 's/n', 'sn', 'mac', 'mac address') ?? axisSerial(mail),
    time: time?.value ?? `${subject}\n${mail.text.slice(0, 200)}`,
    timeHint: time?.hint ?? null,
    stop: isStopPhrase(event, { isListed: listed !== null }),
  }
}

/** The date and time from the lines `date` and `time`, or from one of the two if it contains both; null if there is none. */
function dateAndTime(fields: BodyFields): BodyField | null {
  const [date, time] = [fields.field('date'), fields.field('time')]
  if (date && time) return { value: `${date.value} ${time.value}`, hint: date.hint }
  return date ?? time
}

function makerOf(mail: MailText): Vendor {
  const head = `${mail.mailer}\n${mail.from}\n${mail.subject}\n${mail.text.slice(0, 1000)}`
  for (const [vendor, words] of MAKERS) if (words.test(head)) return vendor
  for (const [vendor, words] of SENDERS) if (words.test(mail.mailer) || words.test(mail.from)) return vendor
  return axisSerial(mail) === null ? 'generic' : 'axis'
}

/** Reads a phrase such as `Person detected from Front Door at …` or `Motion detection on Camera 3`; null for other texts. */
function readPhrase(text: string): { event: string; camera: string | null } | null {
  const line = text.split('\n', 1)[0]?.slice(0, 300) ?? ''
  const match =
    /\b((?:[\w-]{1,20} ){0,2}(?:detected|detection|alarm|triggered))\s+(?:from|on|in|at|by)\s+(.{1,80}?)(?:\s+(?:at|on)\s+\S*\d.*|[.!]?\s*)$/i.exec(
      line,
    )
  if (match) return { event: match[1] ?? '', camera: match[2]?.trim() || null }
  const event = /\b((?:[\w-]{1,20} ){1,2}(?:detected|detection|triggered))\b/i.exec(line)
  return event ? { event: event[1] ?? '', camera: null } : null
}

/** The serial number (the MAC address) in the name of an Axis device, such as `AXIS P3245-V - ACCC8E012345`; null if there is none. */
function axisSerial(mail: MailText): string | null {
  return (
    /\b((?:ACCC8E|B8A44F|00408C|E82725)[0-9A-F]{6})\b/i.exec(
      `${mail.subject} ${mail.from} ${mail.text.slice(0, 1000)}`,
    )?.[1] ?? null
  )
}
