import { SEVERITIES, type Severity } from '@winnow/contract'
import { occasionOf, type Occasion } from './occasion.ts'
import type { DeliveryAlarm } from './payload.ts'

/** A line of a receiver's settings: what it is about, and how urgent that is. */
export interface SeverityLine {
  of: string
  severity: Severity
}

/** The severities where the settings name none. */
const USUAL: Readonly<Record<Occasion, Severity>> = {
  verified: 'high',
  unverified: 'medium',
  cancelled: 'low',
  test: 'low',
  idle: 'medium',
  'idle.ended': 'low',
  'connection.lost': 'medium',
  'connection.restored': 'low',
  tampering: 'high',
  'tampering.ended': 'low',
}

function highest(lines: readonly SeverityLine[], names: readonly string[]): Severity | undefined {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()))
  const found = lines.filter(({ of }) => wanted.has(of.trim().toLowerCase())).map(({ severity }) => severity)
  return SEVERITIES.findLast((severity) => found.includes(severity))
}

/**
 * The severity that the settings name for a message: by the classes that were found and the rules that were hit, else by the verdict or what
 * happened to the camera. Undefined if they name none. Corrections and tests have no classes: what is taken back is not urgent.
 */
export function chosenSeverity(alarm: DeliveryAlarm, lines: readonly SeverityLine[]): Severity | undefined {
  const occasion = occasionOf(alarm)
  const isAlarm = occasion === 'verified' || occasion === 'unverified'
  const classes = alarm.detections.flatMap(({ class: name, doubt }) => (doubt === null ? [name] : []))
  const rules = alarm.rules.flatMap(({ name, type, category }) => [
    name,
    type,
    ...(category === null ? [] : [category]),
  ])
  const general = isAlarm || occasion === 'cancelled' ? [alarm.verdict] : [alarm.type]
  return (isAlarm ? highest(lines, [...classes, ...rules]) : undefined) ?? highest(lines, general)
}

/** How urgent a message is. */
export const severityOf = (alarm: DeliveryAlarm): Severity => alarm.severity ?? USUAL[occasionOf(alarm)]
