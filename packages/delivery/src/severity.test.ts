import { describe, expect, it } from 'vitest'
import { chosenSeverity, severityOf, type SeverityLine } from './severity.ts'
import { SAMPLE_RULE, sampleAlarm } from './testing/sample-alarm.ts'

const lines: SeverityLine[] = [
  { of: 'Person', severity: 'critical' },
  { of: 'vehicle', severity: 'low' },
  { of: 'true', severity: 'high' },
  { of: 'unverified', severity: 'low' },
  { of: 'tampering', severity: 'critical' },
]
const [person] = sampleAlarm().detections
const found = (name: string, doubt: 'animal' | null = null) => ({ ...person!, class: name, doubt })

describe('the severity that the settings name', () => {
  it('is that of what was found, in any case of letters, before that of the verdict', () => {
    expect(chosenSeverity(sampleAlarm({ detections: [found('person')] }), lines)).toBe('critical')
    expect(chosenSeverity(sampleAlarm({ detections: [found('vehicle')] }), lines)).toBe('low')
  })
  it('is the highest of several', () => {
    const both = sampleAlarm({ detections: [found('vehicle'), found('person')] })
    expect(chosenSeverity(both, lines)).toBe('critical')
  })
  it('does not count what stands for nothing', () => {
    expect(chosenSeverity(sampleAlarm({ detections: [found('person', 'animal')] }), lines)).toBe('high')
  })
  it('can be that of a rule, by its name or its type', () => {
    const alarm = sampleAlarm({ detections: [], rules: [SAMPLE_RULE] })
    expect(chosenSeverity(alarm, [{ of: SAMPLE_RULE.name, severity: 'low' }])).toBe('low')
    expect(chosenSeverity(alarm, [{ of: SAMPLE_RULE.type, severity: 'medium' }])).toBe('medium')
  })
  it('is that of the verdict, or of what happened to the camera, where nothing else is named', () => {
    expect(chosenSeverity(sampleAlarm({ verdict: 'unverified', detections: [] }), lines)).toBe('low')
    expect(chosenSeverity(sampleAlarm({ type: 'tampering', verdict: 'unverified' }), lines)).toBe('critical')
    expect(chosenSeverity(sampleAlarm({ type: 'idle', verdict: 'unverified' }), lines)).toBeUndefined()
  })
  it('of what is taken back is not that of what was seen', () => {
    const taken = sampleAlarm({ type: 'alarm.corrected', verdict: 'false', detections: [found('person')] })
    expect(chosenSeverity(taken, lines)).toBeUndefined()
    expect(chosenSeverity(taken, [{ of: 'false', severity: 'medium' }])).toBe('medium')
  })
})

it.each([
  ['true', {}, 'high'],
  ['unverified', { verdict: 'unverified' }, 'medium'],
  ['taken back', { type: 'alarm.corrected', verdict: 'false' }, 'low'],
  ['a test', { type: 'test', verdict: 'unverified' }, 'low'],
  ['tampering', { type: 'tampering', verdict: 'unverified' }, 'high'],
  ['a lost connection', { type: 'connection.lost', verdict: 'unverified' }, 'medium'],
  ['chosen', { severity: 'critical' }, 'critical'],
] as const)('without a choice the severity is the usual one: %s', (_what, changes, severity) => {
  expect(severityOf(sampleAlarm(changes))).toBe(severity)
})
