import { expect, it } from 'vitest'
import { wordsOfAlarmMails } from './email/alarm-words.ts'
import { mailFacts } from './email/facts.ts'
import { alarmXml } from './immix/alarm-xml.ts'
import { parseImmixConfig } from './immix/immix-config.ts'
import { summaryOf } from './occasion.ts'
import { sampleAlarm } from './testing/sample-alarm.ts'
import { cefOf } from './syslog/cef.ts'
import { webhookContent } from './webhook/body.ts'

const gathered = {
  alarms: ['019a9f30-0000-7000-8000-000000000002', '019a9f30-0000-7000-8000-000000000003'],
  firstAt: '2026-03-01T12:00:00.000Z',
  lastAt: '2026-03-01T12:04:30.000Z',
  isDigest: false,
  isOutage: false,
  trueAlarms: 3,
}
const three = sampleAlarm({ gathered })
const digest = sampleAlarm({ verdict: 'false', gathered: { ...gathered, isDigest: true } })
const parsed = parseImmixConfig({
  recipient: 'S1@station.example',
  sender: 'a@b.example',
  smtpHost: 'mail.example',
  smtpPort: 25,
  security: 'none',
})

it('a message that stands for several alarms says how many and which · NOTIFICATIONS-006', async () => {
  expect(webhookContent(three).data.gathered).toEqual(gathered)
  expect(webhookContent(sampleAlarm()).data.gathered).toBeNull()
  expect(summaryOf(three, 'person')).toBe('Alarm (person): North gate, Depot, and 2 more until 12:04 UTC')
  expect(cefOf('m', three)).toContain(` cnt=3 end=1772366670000 msg=${gathered.alarms.join(' ')}`)
  expect(cefOf('m', sampleAlarm())).not.toContain('cnt=')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  expect(alarmXml(three, parsed.config)).toContain('<ExtraText>North gate, and 2 more until 12:04 UTC</ExtraText>')
  const { rows } = mailFacts(three, await wordsOfAlarmMails('en'))
  expect(rows.at(-1)).toEqual([
    'Further alarms',
    `2 until 1 Mar 2026, 13:04:30 CET (Europe/Berlin): ${gathered.alarms.join(' ')}`,
  ])
})

it('a digest speaks of the site, and never of an alarm', async () => {
  expect(summaryOf(digest, undefined)).toBe('3 filtered alarms from 12:00 to 12:04 UTC: Depot')
  const words = await wordsOfAlarmMails('en')
  expect(mailFacts(digest, words)).toMatchObject({
    subject: 'Filtered alarms: 3, Depot',
    explanation: 'Nothing that matters was recognised.',
  })
  expect(mailFacts(sampleAlarm({ verdict: 'false' }), words).subject).toBe('Filtered alarm: North gate, Depot')
})

it('a digest after an outage says how many alarms waited, from when to when, and how many are true', async () => {
  const outage = sampleAlarm({ gathered: { ...gathered, isDigest: true, isOutage: true, trueAlarms: 2 } })
  expect(summaryOf(outage, 'person')).toBe('3 alarms from 12:00 to 12:04 UTC, 2 true: Depot')
  expect(webhookContent(outage).data.gathered).toMatchObject({ isOutage: true, trueAlarms: 2 })
  const { subject, rows } = mailFacts(outage, await wordsOfAlarmMails('en'))
  expect(subject).toBe('3 alarms after an outage, 2 true, Depot')
  expect(rows.at(-1)?.[1]).toContain(gathered.alarms.join(' '))
})

it('names with line breaks and a thousand ids break no line of CEF', () => {
  const many = Array.from({ length: 1000 }, (_, n) => `019a9f30-0000-7000-8000-${String(n).padStart(12, '0')}`)
  const text = cefOf('m', sampleAlarm({ gathered: { ...gathered, alarms: many } }))
  expect(text).toContain(' cnt=1001 ')
  expect(text.length).toBeLessThan(4096)
  expect(text).not.toContain('\n')
})
