import { readChannel } from './channel.ts'
import { emptyReading, type MailText, type Reading } from './reading.ts'

/**
 * Reads a mail of Milestone XProtect; null for other mails. The key `Device` names the camera, by default in the form
 * `<hardware> (<address>) - Camera 1`. The recorder is called the recording server.
 */
export function readMilestone(mail: MailText): Reading | null {
  const { fields, subject, text } = mail
  if (!/\b(milestone|xprotect)\b/i.test(`${mail.mailer}\n${mail.from}\n${subject}\n${text.slice(0, 1000)}`)) return null
  const device = fields.get('device name', 'device', 'camera name', 'camera', 'source', 'source name')
  const parts = /^(.{1,100}?) \(([^)]{1,60})\) - (.{1,100})$/.exec(device ?? '')
  const hardware = fields.get('hardware', 'hardware name') ?? parts?.[1] ?? null
  const listed = fields.get('event type', 'event', 'event name', 'alarm', 'alarm name', 'alarm type')
  const time = fields.field('trigger time', 'event time', 'alarm time', 'time', 'date', 'timestamp')
  return {
    ...emptyReading('milestone'),
    event: listed ?? fields.get('rule', 'rule name', 'trigger', 'message') ?? null,
    channel: readChannel(parts?.[3] ?? null).channel,
    channelName: device,
    deviceName: hardware ?? fields.get('recording server', 'recorder', 'server', 'site'),
    time: time?.value ?? `${subject}\n${text.slice(0, 200)}`,
    timeHint: time?.hint ?? null,
  }
}
