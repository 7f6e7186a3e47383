import type { Device, DeviceAlarm, DeviceMail } from './alarm.ts'
import { deviceTime } from './alarm.ts'
import { mailDate, picturePart, rawMultipart } from './mime.ts'
import type { RawPart } from './mime.ts'

const EVENTS: Record<DeviceAlarm['event'], string> = {
  motion: 'Motion Detection',
  line: 'Tripwire',
  intrusion: 'Intrusion',
  person: 'Smart Motion Human',
  vehicle: 'Smart Motion Vehicle',
}

const LASTS_MS = 4000

function mail(device: Device, alarm: DeviceAlarm, edge: 'Start' | 'Stop', pictures: readonly RawPart[]): Buffer {
  const at = edge === 'Start' ? alarm.at : new Date(alarm.at.getTime() + LASTS_MS)
  const boundary = `----=_NextPart_${deviceTime(at).compact}_${edge}${alarm.sequence}`
  const text = [
    `Alarm Event: ${EVENTS[alarm.event]} ${edge}`,
    'Alarm Input Channel No.: 1',
    `Alarm Input Channel Name: ${device.name}`,
    `Alarm ${edge === 'Start' ? 'Start' : 'Stop'} Time(D/M/Y H:M:S): ${deviceTime(at).dayFirst}`,
    `Alarm Device Name: IPC${String(device.seed).padStart(2, '0')}`,
    'Alarm Name: ',
    `IP Address: 192.168.2.${100 + (device.seed % 100)}`,
    'Alarm Details: ',
    '',
  ].join('\r\n')
  return rawMultipart(
    [
      `From: <${device.from}>`,
      `To: <${device.to}>`,
      `Subject: ${device.name} Alarm Message`,
      `Date: ${mailDate(at)}`,
      'MIME-Version: 1.0',
      `Content-Type: multipart/mixed; boundary="${boundary}"`,
    ],
    boundary,
    [{ headers: ['Content-Type: text/plain; charset="UTF-8"'], body: text, encoding: 'base64' }, ...pictures],
  )
}

/** The two mails of a Dahua camera: one with pictures at the start of the event, and one without pictures at its end. */
export function dahua(device: Device, alarm: DeviceAlarm): DeviceMail[] {
  const { compact } = deviceTime(alarm.at)
  const pictures = alarm.pictures.map((picture, index) =>
    picturePart(`192.168.2.${100 + (device.seed % 100)}_${compact}_${index + 1}.jpg`, picture.jpeg),
  )
  const lastPicture = alarm.pictures.at(-1)?.at ?? 0
  return [
    { raw: mail(device, alarm, 'Start', pictures), afterMs: lastPicture },
    { raw: mail(device, alarm, 'Stop', []), afterMs: Math.max(LASTS_MS, lastPicture) },
  ]
}
