import { readCamera, readChannel } from './channel.ts'
import { isStopPhrase } from './event-type.ts'
import { emptyReading, type MailText, type Reading } from './reading.ts'

/**
 * Reads a mail of a Hikvision camera or recorder, also if another maker sells it; null for other mails. The event is on the line
 * `EVENT TYPE:` or only in the subject: `<device>: on Camera1: Intrusion Detection`, `Embedded Net DVR: Motion Detected On Channel A2`.
 */
export function readHikvision(mail: MailText): Reading | null {
  const { fields, subject } = mail
  const bySubject = readSubject(subject)
  const own =
    /hikmailer|hikvision/i.test(`${mail.mailer} ${mail.from}`) ||
    (fields.has('event type') && fields.has('event time')) ||
    /embedded net (dvr|nvr)/i.test(subject) ||
    /generated e-?mail from your (ipc|dvr|nvr|ip ?camera|network)/i.test(mail.text)
  if (!own) return null
  const camera = fields.get('camera name', 'camera name num', 'channel name', 'camera')
  const named = readCamera(camera)
  const numbered = readChannel(fields.get('channel number', 'channel no', 'channel'))
  const listed = fields.get('event type', 'event', 'alarm type')
  const event = listed ?? bySubject.event
  return {
    ...emptyReading('hikvision'),
    event,
    isListed: listed !== null,
    channel: numbered.channel ?? named.channel ?? bySubject.channel,
    channelName: named.channelName ?? numbered.channelName ?? bySubject.channelName,
    deviceName: fields.get('ipc name', 'dvr name', 'nvr name', 'device name', 'ipdome name') ?? bySubject.device,
    deviceSerial: fields.get('ipc s/n', 'dvr s/n', 'nvr s/n', 'device s/n', 'serial number', 's/n', 'ipdome s/n'),
    time: fields.get('event time', 'alarm time', 'time'),
    stop: isStopPhrase(event, { isListed: listed !== null }),
  }
}

function readSubject(subject: string): {
  device: string | null
  event: string | null
  channel: string | null
  channelName: string | null
} {
  const camera = /^(.{1,80}?):\s*(?:on|auf|en|sur|su|em) (.{1,80}?):\s*(.{1,80})$/i.exec(subject)
  if (camera)
    return { device: camera[1] ?? null, channelName: camera[2] ?? null, event: camera[3] ?? null, channel: null }
  const recorder =
    /^(.{1,80}?):\s*(.{1,80}?)\s+(?:on|auf|en el|en|sur le|sur|sul|su|no) (?:channel|kanal|canale?)\s+([A-Z]?\d{1,4})\b/i.exec(
      subject,
    )
  if (recorder)
    return { device: recorder[1] ?? null, event: recorder[2] ?? null, channel: recorder[3] ?? null, channelName: null }
  return { device: null, event: null, channel: null, channelName: null }
}
