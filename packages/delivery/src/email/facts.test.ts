import type { DeliveryAlarm } from '../payload.ts'
import { describe, expect, it } from 'vitest'
import { sampleAlarm } from '../testing/sample-alarm.ts'
import { formatSiteTime, mailFacts } from './facts.ts'

describe('the time of a site', () => {
  it.each([
    ['Europe/Berlin', '1 Mar 2026, 13:00:00 CET (Europe/Berlin)'],
    ['America/New_York', '1 Mar 2026, 07:00:00 GMT-5 (America/New_York)'],
    ['UTC', '1 Mar 2026, 12:00:00 UTC (UTC)'],
    ['Europe/Atlantis', '1 Mar 2026, 12:00:00 UTC (UTC)'],
  ])('in %s is %s', (zone, text) => {
    expect(formatSiteTime('2026-03-01T12:00:00.000Z', zone)).toBe(text)
  })

  it('is shown as it came when it is no time', () => {
    expect(formatSiteTime('yesterday\r\n', 'UTC')).toBe('yesterday')
  })
})

describe('what an alarm mail says', () => {
  it.each([
    [{}, 'Alarm: North gate, Depot', 'Alarm'],
    [{ verdict: 'unverified' }, 'Unverified alarm: North gate, Depot', 'Alarm, not verified'],
    [{ type: 'test' }, 'Test message: North gate, Depot', 'Test message'],
    [
      { type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'unverified' } },
      'Correction, false alarm: North gate, Depot',
      'Correction: false alarm',
    ],
    [
      { type: 'alarm.corrected', verdict: 'true', previous: { verdict: 'unverified' } },
      'Correction, alarm: North gate, Depot',
      'Correction: alarm',
    ],
  ] as const)('for %j is %s', (changes, subject, headline) => {
    expect(mailFacts(sampleAlarm(changes))).toMatchObject({ subject, headline })
  })

  it('names what was doubted, and why, only where nothing stands for the alarm', () => {
    const [person, vehicle] = sampleAlarm().detections
    const rowsOf = (detections: DeliveryAlarm['detections']) =>
      mailFacts(sampleAlarm({ detections })).rows.filter(([label]) => label === 'Found' || label === 'Doubted')
    expect(rowsOf([{ ...person!, doubt: 'animal' }])).toEqual([['Doubted', 'person 87 % (taken for an animal)']])
    expect(rowsOf([{ ...person!, doubt: 'animal' }, vehicle!])).toEqual([['Found', 'vehicle 41 %']])
  })

  it('names what it was reported as before', () => {
    const facts = mailFacts(
      sampleAlarm({ type: 'alarm.corrected', verdict: 'true', previous: { verdict: 'unverified' } }),
    )
    expect(facts.explanation).toBe('This alarm was looked at again. It was reported as: not verified.')
  })

  it('names where, when and the best of each kind', () => {
    expect(mailFacts(sampleAlarm()).rows).toEqual([
      ['Client', 'Müller & Söhne'],
      ['Site', 'Depot'],
      ['Camera', 'North gate'],
      ['Received', '1 Mar 2026, 13:00:00 CET (Europe/Berlin)'],
      ['Device time', '2026-03-01 12:59:58'],
      ['Found', 'person 87 %, vehicle 41 %'],
    ])
  })

  it('leaves out what is not there', () => {
    const labels = mailFacts(sampleAlarm({ deviceTime: null, detections: [] })).rows.map(([label]) => label)
    expect(labels).toEqual(['Client', 'Site', 'Camera', 'Received'])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address', ''])(
    'holds no link to %j',
    (consoleUrl) => {
      expect(mailFacts(sampleAlarm({ consoleUrl })).link).toBeUndefined()
    },
  )
})
