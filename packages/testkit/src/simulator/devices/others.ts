import type { Device, DeviceAlarm, DeviceMail } from './alarm.ts'
import { deviceTime } from './alarm.ts'
import { mailDate, picturePart, rawMultipart } from './mime.ts'
import type { RawPart } from './mime.ts'

interface Words {
  subject: string
  headers?: readonly string[]
  text?: string
  type: string
  pictures: readonly RawPart[]
}

function compose(device: Device, alarm: DeviceAlarm, words: Words): DeviceMail[] {
  const boundary = `=_${deviceTime(alarm.at).compact}.${device.seed}.${alarm.sequence}`
  const text: RawPart[] =
    words.text === undefined
      ? []
      : [{ headers: ['Content-Type: text/plain; charset=utf-8'], body: Buffer.from(words.text), encoding: '8bit' }]
  const raw = rawMultipart(
    [
      `From: ${device.name.replaceAll(/[^\w ]/g, '')} <${device.from}>`,
      `To: ${device.to}`,
      `Subject: ${words.subject}`,
      `Date: ${mailDate(alarm.at)}`,
      ...(words.headers ?? []),
      'MIME-Version: 1.0',
      `Content-Type: ${words.type}; boundary="${boundary}"`,
    ],
    boundary,
    [...text, ...words.pictures],
  )
  return [{ raw, afterMs: alarm.pictures.at(-1)?.at ?? 0 }]
}

const messageId = (device: Device, alarm: DeviceAlarm): string =>
  `Message-ID: <${alarm.at.getTime()}.${device.seed}.${alarm.sequence}@camera.local>`

/** The mail of a Reolink camera, with few pictures and special phrases for people and vehicles. */
export function reolink(device: Device, alarm: DeviceAlarm): DeviceMail[] {
  const event = {
    motion: 'Motion Detection',
    line: 'Motion Detection',
    intrusion: 'Motion Detection',
    person: 'Person Detected',
    vehicle: 'Vehicle Detected',
  }[alarm.event]
  const { dayFirst, compact } = deviceTime(alarm.at)
  return compose(device, alarm, {
    subject: `Reolink: ${event} from ${device.name}`,
    headers: [messageId(device, alarm)],
    text: `Alarm Camera Name: ${device.name}\r\nAlarm Event: ${event}\r\nAlarm Input Channel No.: 1\r\nAlarm Time: ${dayFirst}\r\n`,
    type: 'multipart/mixed',
    pictures: alarm.pictures.map((picture, index) =>
      picturePart(`${device.name}_00_${compact}_${index}.jpg`, picture.jpeg),
    ),
  })
}

/** The mail of an Axis camera for one of its rules. The user chose its text, and its pictures are in a multipart/related. */
export function axis(device: Device, alarm: DeviceAlarm): DeviceMail[] {
  const { date, time, compact } = deviceTime(alarm.at)
  return compose(device, alarm, {
    subject: `${device.name}: ${alarm.event === 'line' ? 'Line crossing' : 'Motion'}`,
    headers: [messageId(device, alarm), 'X-Mailer: AXIS'],
    text: `Rule: Alarm outside hours\r\nDate: ${date}\r\nTime: ${time}\r\nCamera: ${device.name}\r\n`,
    type: 'multipart/related',
    pictures: alarm.pictures.map((picture, index) =>
      picturePart(`image${compact}_${String(index + 1).padStart(5, '0')}.jpg`, picture.jpeg, 'image/jpeg', 'inline'),
    ),
  })
}

/** The mail of a device of unknown make: no text, and pictures without a specific type. */
export function plain(device: Device, alarm: DeviceAlarm): DeviceMail[] {
  return compose(device, alarm, {
    subject: 'Alarm',
    type: 'multipart/mixed',
    pictures: alarm.pictures.map((picture, index) =>
      picturePart(`snap${index + 1}.jpg`, picture.jpeg, 'application/octet-stream'),
    ),
  })
}
