import type { Device, DeviceAlarm, DeviceMail } from './alarm.ts'
import { deviceTime } from './alarm.ts'
import { encodeGb2312, mailDate, picturePart, rawMultipart } from './mime.ts'

const EVENTS: Record<DeviceAlarm['event'], string> = {
  motion: 'Motion Detection',
  line: 'Line Crossing Detection',
  intrusion: 'Intrusion Detection',
  person: 'Intrusion Detection',
  vehicle: 'Region Entrance Detection',
}

/** The boundary is always the same, and a `#` in it has broken more than one parser. */
const BOUNDARY = '#BOUNDARY#'

function compose(device: Device, alarm: DeviceAlarm, subject: string, lines: readonly string[]): DeviceMail {
  const { compact } = deviceTime(alarm.at)
  const headers = [
    `From: <${device.from}>`,
    `To: <${device.to}>`,
    `Subject: ${subject}`,
    `Date: ${mailDate(alarm.at)}`,
    'X-Mailer: HIKMailer',
    'X-Priority: 2',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
  ]
  const raw = rawMultipart(headers, BOUNDARY, [
    {
      headers: ['Content-Type: text/plain; charset=gb2312'],
      body: encodeGb2312(lines.join('\r\n')),
      encoding: '8bit',
    },
    ...alarm.pictures.map((picture, index) => picturePart(`${compact}_${index + 1}.jpg`, picture.jpeg)),
  ])
  return { raw, afterMs: alarm.pictures.at(-1)?.at ?? 0 }
}

/** A Hikvision camera's mail. */
export function hikvisionCamera(device: Device, alarm: DeviceAlarm): DeviceMail[] {
  const { date, time } = deviceTime(alarm.at)
  return [
    compose(device, alarm, `${device.name}: on Camera1: ${EVENTS[alarm.event]}`, [
      'This is an automatically generated e-mail from your IPC.',
      '',
      `EVENT TYPE: ${EVENTS[alarm.event]}`,
      `EVENT TIME: ${date},${time}`,
      `IPC NAME: ${device.name}`,
      'CHANNEL NAME: Camera1',
      'CHANNEL NUMBER: 1',
      `IPC S/N: DS-2CD2143G0-I20190412AAWRC${48_000_000 + device.seed}`,
    ]),
  ]
}

/** A Hikvision recorder's mail; analogue channels are called A1, A2 … */
export function hikvisionRecorder(device: Device, alarm: DeviceAlarm): DeviceMail[] {
  const { date, time } = deviceTime(alarm.at)
  const channel = `A${(device.seed % 8) + 1}`
  const event = alarm.event === 'motion' ? 'Motion Detected' : EVENTS[alarm.event]
  return [
    compose(device, alarm, `Embedded Net DVR: ${event} On Channel ${channel}`, [
      'This is an automatically generated e-mail from your DVR.',
      '',
      `EVENT TYPE: ${event}`,
      `EVENT TIME: ${date},${time}`,
      'DVR NAME: Embedded Net DVR',
      `DVR S/N: DS-7208HGHI-SH0820170619AAWR${76_000_000 + device.seed}WCVU`,
      `CAMERA NAME(NUM): ${device.name}(${channel})`,
    ]),
  ]
}
