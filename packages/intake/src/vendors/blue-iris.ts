import { emptyReading, type MailText, type Reading } from './reading.ts'

const KIND = String.raw`(?:MOTION(?:_[A-H]+)?|AUDIO|EXTERNAL|DIO|ONVIF|GROUP|WATCHDOG|AI|TRIGGER)`
const QUOTED = new RegExp(
  String.raw`['"‘“]([^'"’”\n]{1,80})['"’”]\s*(?:\(\s*([^)\n]{1,80})\)|(?:was )?triggered(?: by)?:? ?\(?(\w{1,40}))`,
)
const TRIGGERED = /\bcamera:? ([^\n:]{1,80}?) (?:has been |was )?triggered\b(?: (?:by|on):? ([\w ]{1,40}))?/i
const ALERT =
  /^(?:blue ?iris\W+)?(?:(?:motion|audio|external|trigger) )?alert(?: from| on|:)?\s+(.{1,80}?)(?:\s+(?:at|on) \d.*)?$/i
const KIND_ALONE = new RegExp(String.raw`\b(${KIND})\b`)

/**
 * Reads a mail of Blue Iris, whose users write subject and text with macros; null for other mails. The name of the camera and the trigger
 * are mostly in the form `'Gate' (MOTION_A)`, or on lines such as `Camera:`, `Trigger:` and `Time:`. A line such as `Memo: person:85%`
 * contains what its AI detected.
 */
export function readBlueIris(mail: MailText): Reading | null {
  const { fields, subject, text } = mail
  if (!/blue ?iris/i.test(`${mail.mailer}\n${mail.from}\n${subject}\n${text.slice(0, 1000)}`)) return null
  const both = `${subject}\n${text.slice(0, 1000)}`
  const quoted = QUOTED.exec(both)
  const triggered = TRIGGERED.exec(both)
  const camera = fields.get('camera name', 'camera', 'cam', 'name') ?? quoted?.[1] ?? triggered?.[1]
  const kind =
    fields.get('trigger', 'type', 'alert type', 'event', 'event type') ??
    quoted?.[2] ??
    quoted?.[3] ??
    triggered?.[2] ??
    KIND_ALONE.exec(both)?.[1]
  const memo = fields.get('memo', 'ai', 'object', 'objects', 'detected')
  const time = fields.field('time', 'alert time', 'date', 'event time')
  return {
    ...emptyReading('blueiris'),
    event: [kind, memo].filter(Boolean).join(' ') || null,
    channelName: camera ?? ALERT.exec(subject)?.[1] ?? null,
    deviceName: fields.get('server', 'server name', 'computer', 'system'),
    time: time?.value ?? `${subject}\n${text.slice(0, 200)}`,
    timeHint: time?.hint ?? null,
  }
}
