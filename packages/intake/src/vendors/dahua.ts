import { isStopWord } from './event-type.ts'
import { emptyReading, type MailText, type Reading } from './reading.ts'

/**
 * Reads a mail of Dahua and of the makers that sell its devices (Amcrest, Lorex …); null for other mails. The event is on a line such as
 * `Alarm Event: Motion Detection`. The key of the time contains the order of day and month. Some firmware sends one mail at the start and
 * one at the end of an event.
 */
export function readDahua(mail: MailText): Reading | null {
  const { fields } = mail
  const isOwn = fields.has('alarm event', 'alarm input channel', 'alarm input channel no', 'alarm start time')
  if (!isOwn && !/\b(dahua|amcrest|lorex|imou)\b/i.test(`${mail.mailer} ${mail.from}`)) return null
  const listed = fields.get('alarm event', 'alarm type')
  const event = listed ?? fields.get('alarm name')
  const ended = fields.field('alarm stop time', 'alarm end time')
  const time = fields.field('alarm start time', 'alarm time', 'start time') ?? ended
  const input = fields.get('alarm input channel no', 'alarm input channel', 'alarm channel', 'channel')
  const number = /^\s*(?:channel|ch)?\s*(\d{1,4})\b/i.exec(input ?? '')?.[1] ?? null
  return {
    ...emptyReading('dahua'),
    event,
    isListed: listed !== null,
    channel: number,
    channelName:
      fields.get('alarm input channel name', 'alarm camera name', 'channel name') ?? (number === null ? input : null),
    deviceName: fields.get('alarm device name', 'device name', 'alarm device'),
    deviceSerial: fields.get('device serial number', 'serial number', 'sn', 's/n'),
    time: time?.value ?? null,
    timeHint: time?.hint ?? null,
    // A mail with both a start time and an end time summarises an event and is the only mail about it.
    stop: isStopWord(listed) || (ended !== null && !fields.has('alarm start time') && !/start/i.test(event ?? '')),
  }
}
