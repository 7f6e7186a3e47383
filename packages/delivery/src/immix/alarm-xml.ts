import type { DeliveryAlarm } from '../payload.ts'
import { openLinkOf } from '../open-link.ts'
import { bestClass } from '../best-class.ts'
import { furtherOf } from '../occasion.ts'
import { lineOfCamera } from '../line-of-camera.ts'
import { alarmTime } from '../alarm-time.ts'
import type { ImmixConfig } from './immix-config.ts'
import { xmlText } from '../xml-text.ts'

const MAX_TEXT = 250
const MAX_URL = 1000

/** The types of events of the most usual classes. */
const USUAL: Readonly<Record<string, string>> = { person: 'PersonDetected', vehicle: 'VehicleDetected' }

function eventOf(alarm: DeliveryAlarm, { events }: ImmixConfig): string {
  if (alarm.type === 'test') return 'TestAlarm'
  if (alarm.verdict !== 'true') return 'MotionDetected'
  const found = bestClass(alarm)?.toLowerCase() ?? ''
  return events.find((each) => each.class.toLowerCase() === found)?.event ?? USUAL[found] ?? 'ObjectDetected'
}

/** The text for the operator. `MotionDetection=false` is how Immix is told that an alarm is none. */
function textOf(alarm: DeliveryAlarm): string {
  const { type, verdict, view } = alarm
  if (type === 'test') return `Test of ${view.name}`
  if (verdict === 'false') return `MotionDetection=false ${view.name}${furtherOf(alarm)}`
  return (verdict === 'true' ? view.name : `Not verified: ${view.name}`) + furtherOf(alarm)
}

/** The link, if all of it fits: half a link opens nothing. */
function linkOf(alarm: DeliveryAlarm): string {
  const url = openLinkOf(alarm) ?? ''
  return url.length <= MAX_URL ? xmlText(url, MAX_URL) : ''
}

/** The XML that Immix reads, one element per line. */
export function alarmXml(alarm: DeliveryAlarm, config: ImmixConfig): string {
  const input = lineOfCamera(alarm, config.cameras)?.input || config.input
  const elements = [
    ['VersionInfo', '1'],
    ['Input1', String(Number(input))],
    ['EventType', eventOf(alarm, config)],
    ['ExtraText', xmlText(textOf(alarm), MAX_TEXT)],
    ['DateTime', alarmTime(alarm.receivedAt, alarm.site.timezone, config.dateFormat)],
    ['Location', xmlText(alarm.site.name, MAX_TEXT)],
    ['URL', linkOf(alarm)],
  ] as const
  return ['<Alarm>', ...elements.map(([name, text]) => `<${name}>${text}</${name}>`), '</Alarm>', ''].join('\n')
}
