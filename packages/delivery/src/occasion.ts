import { CAMERA_EVENTS, type CameraEvent } from '@winnow/contract'
import type { DeliveryAlarm, GatheredAlarms } from './payload.ts'

/** What a station is told by a message: a true alarm, one that could not be verified, one that is none, a test, or what happened to a camera. */
export type Occasion = 'verified' | 'unverified' | 'cancelled' | 'test' | CameraEvent

/** What happened to a camera, if the message is about that and not about an alarm. */
export const cameraEventOf = ({ type }: Pick<DeliveryAlarm, 'type'>): CameraEvent | undefined =>
  CAMERA_EVENTS.find((each) => each === type)

export function occasionOf({ type, verdict }: Pick<DeliveryAlarm, 'type' | 'verdict'>): Occasion {
  const event = cameraEventOf({ type })
  if (event) return event
  if (type === 'test') return 'test'
  if (verdict === 'false') return 'cancelled'
  return verdict === 'true' ? 'verified' : 'unverified'
}

/** The codes of SIA: burglary verified, burglary alarm, burglary cancel, automatic test, communications fail and restoral, tamper alarm and restoral. */
export const SIA_CODES: Readonly<Record<Occasion, string>> = {
  verified: 'BV',
  unverified: 'BA',
  cancelled: 'BC',
  test: 'RP',
  idle: 'YC',
  'idle.ended': 'YK',
  'connection.lost': 'YC',
  'connection.restored': 'YK',
  tampering: 'TA',
  'tampering.ended': 'TR',
}

const shortTime = (iso: string): string => iso.slice(11, 16)

/** What is said of the further alarms of a message, behind its own: `, and 3 more until 12:05 UTC`. */
export function furtherOf({ gathered }: DeliveryAlarm): string {
  if (!gathered || gathered.alarms.length === 0) return ''
  return `, and ${gathered.alarms.length} more until ${shortTime(gathered.lastAt)} UTC`
}

/** The filtered alarms of a site, or those that waited during an outage, in one line. */
function digestOf({ site }: DeliveryAlarm, { alarms, firstAt, lastAt, isOutage, trueAlarms }: GatheredAlarms): string {
  const count = alarms.length + 1
  if (isOutage)
    return `${count} alarms from ${shortTime(firstAt)} to ${shortTime(lastAt)} UTC, ${trueAlarms} true: ${site.name}`
  const what = count === 1 ? '1 filtered alarm' : `${count} filtered alarms`
  return `${what} from ${shortTime(firstAt)} to ${shortTime(lastAt)} UTC: ${site.name}`
}

/** What is known of a tampering, behind the word: ` (covered, frozen)`. */
function whatOf({ tampering }: DeliveryAlarm): string {
  const { kinds = [], reported = null } = tampering ?? {}
  const what = [...kinds, ...(reported === 'videoloss' ? ['video loss'] : [])]
  return what.length === 0 ? '' : ` (${what.join(', ')})`
}

/** The alarm in one line of English, as operators of a station read it. */
export function summaryOf(alarm: DeliveryAlarm, found: string | undefined): string {
  if (alarm.gathered?.isDigest) return digestOf(alarm, alarm.gathered)
  const where = `${alarm.view.name}, ${alarm.site.name}`
  const lines: Readonly<Record<Occasion, string>> = {
    verified: found === undefined ? `Alarm: ${where}` : `Alarm (${found}): ${where}`,
    unverified: `Not verified: ${where}`,
    cancelled: `False alarm: ${where}`,
    test: `Test: ${where}`,
    idle: `No signals: ${where}`,
    'idle.ended': `Signals again: ${where}`,
    'connection.lost': `Connection lost: ${where}`,
    'connection.restored': `Connection restored: ${where}`,
    tampering: `Tampering${whatOf(alarm)}: ${where}`,
    'tampering.ended': `Tampering over: ${where}`,
  }
  return lines[occasionOf(alarm)] + furtherOf(alarm)
}
