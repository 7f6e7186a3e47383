import type { DeliveryAlarm } from '../payload.ts'
import { describe, expect, it } from 'vitest'
import { SAMPLE_RULE, sampleAlarm } from '../testing/sample-alarm.ts'
import { wordsOfAlarmMails } from './alarm-words.ts'
import { formatSiteTime, mailFacts } from './facts.ts'

const english = await wordsOfAlarmMails('en')

describe('the time of a site', () => {
  it.each([
    ['Europe/Berlin', '1 Mar 2026, 13:00:00 CET (Europe/Berlin)'],
    ['America/New_York', '1 Mar 2026, 07:00:00 GMT-5 (America/New_York)'],
    ['UTC', '1 Mar 2026, 12:00:00 UTC (UTC)'],
    ['Europe/Atlantis', '1 Mar 2026, 12:00:00 UTC (UTC)'],
  ])('in %s is %s', (zone, text) => {
    expect(formatSiteTime('2026-03-01T12:00:00.000Z', zone, 'en')).toBe(text)
  })

  it('is shown as it arrived when it is invalid', () => {
    expect(formatSiteTime('yesterday\r\n', 'UTC', 'en')).toBe('yesterday')
  })
})

describe('the text of an alarm mail', () => {
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
  ] as const)('for %j has the subject "%s" and the headline "%s"', (changes, subject, headline) => {
    expect(mailFacts(sampleAlarm(changes), english)).toMatchObject({ subject, headline })
  })

  it('lists doubted sightings with the reason only if no other sighting supports the alarm', () => {
    const [person, vehicle] = sampleAlarm().detections
    const rowsOf = (detections: DeliveryAlarm['detections']) =>
      mailFacts(sampleAlarm({ detections }), english).rows.filter(([label]) => label === 'Found' || label === 'Doubted')
    expect(rowsOf([{ ...person!, doubt: 'animal' }])).toEqual([['Doubted', 'person 87 % (taken for an animal)']])
    expect(rowsOf([{ ...person!, doubt: 'animal' }, vehicle!])).toEqual([['Found', 'vehicle 41 %']])
  })

  it('says which rule hit, of which type, and which plate was read and listed', async () => {
    const plate = { read: 'ABO12', listed: 'AB 012', list: 'Banned' }
    const payload = sampleAlarm({
      reasons: [{ code: 'rule-hit', params: { rule: 'Three at the gate' } }],
      rules: [
        SAMPLE_RULE,
        { ...SAMPLE_RULE, name: 'Ground', type: 'safety_compliance', category: 'lying' },
        { ...SAMPLE_RULE, name: 'Banned\ncars', type: 'watch_list', plate },
        { ...SAMPLE_RULE, name: 'Newer', type: 'weather' },
      ],
    })
    const facts = mailFacts(payload, english)
    expect(facts.explanation).toBe('A rule of this camera found what it looks for.')
    expect(facts.rows).toContainEqual([
      'Rule',
      'Three at the gate (Count), Ground (Person lying down), Banned cars (Watch list, ABO12 → AB 012), Newer (weather)',
    ])
    expect(mailFacts(payload, await wordsOfAlarmMails('de')).rows).toContainEqual([
      'Regel',
      expect.stringContaining('Ground (Person liegt)'),
    ])
  })

  it('contains the verdict that was reported before', () => {
    const facts = mailFacts(
      sampleAlarm({ type: 'alarm.corrected', verdict: 'true', previous: { verdict: 'unverified' } }),
      english,
    )
    expect(facts.explanation).toBe('This alarm was looked at again. It was reported as: not verified.')
  })

  it('contains place, time and the best sighting of each kind', () => {
    expect(mailFacts(sampleAlarm(), english).rows).toEqual([
      ['Client', 'Müller & Söhne'],
      ['Site', 'Depot'],
      ['Camera', 'North gate'],
      ['Received', '1 Mar 2026, 13:00:00 CET (Europe/Berlin)'],
      ['Device time', '2026-03-01 12:59:58'],
      ['Found', 'person 87 %, vehicle 41 %'],
    ])
  })

  it('leaves out missing values', () => {
    const labels = mailFacts(sampleAlarm({ deviceTime: null, detections: [] }), english).rows.map(([label]) => label)
    expect(labels).toEqual(['Client', 'Site', 'Camera', 'Received'])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address', ''])(
    'contains no link to %j',
    (consoleUrl) => {
      expect(mailFacts(sampleAlarm({ consoleUrl }), english).link).toBeUndefined()
    },
  )
})

it('an alarm mail opens what everybody may see, where the receiver shares alarms', () => {
  const sharedUrl = 'https://winnow.example/shared#token'
  expect(mailFacts(sampleAlarm({ sharedUrl }), english).link).toEqual({
    url: sharedUrl,
    text: 'See the alarm, without a login',
  })
})

describe('an alarm mail in another language', () => {
  it('is completely in that language, with names unchanged', async () => {
    const [person] = sampleAlarm().detections
    const payload = sampleAlarm({ verdict: 'unverified', detections: [{ ...person!, doubt: 'masked' }] })
    expect(mailFacts(payload, await wordsOfAlarmMails('de'))).toEqual({
      subject: 'Ungeprüfter Alarm: North gate, Depot',
      headline: 'Alarm, ungeprüft',
      explanation:
        'Er konnte nicht rechtzeitig analysiert werden und wird ungeprüft weitergeleitet. Bitte sehen Sie ihn sich an.',
      rows: [
        ['Kunde', 'Müller & Söhne'],
        ['Standort', 'Depot'],
        ['Kamera', 'North gate'],
        ['Eingegangen', '01.03.2026, 13:00:00 MEZ (Europe/Berlin)'],
        ['Gerätezeit', '2026-03-01 12:59:58'],
        ['Angezweifelt', 'Person 87 % (in einer maskierten Fläche)'],
      ],
      link: { url: payload.consoleUrl, text: 'In der Konsole öffnen' },
    })
  })

  it('uses the name that the detector gives an object if the name has no translation', async () => {
    const [found] = sampleAlarm().detections
    const payload = sampleAlarm({ detections: [{ ...found!, class: 'toString' }] })
    expect(mailFacts(payload, await wordsOfAlarmMails('fr')).rows.at(-1)).toEqual(['Trouvé', 'toString 87 %'])
  })

  it.each([
    ['pt-BR', 'pt'],
    ['xx', 'en'],
    [undefined, 'en'],
  ])('is, for the language %s, in %s', async (language, locale) => {
    expect((await wordsOfAlarmMails(language)).locale).toBe(locale)
  })

  it('never renders a name as one of its own texts', async () => {
    const name = '{{site}} $t(mails:alarm.open)'
    const facts = mailFacts(sampleAlarm({ view: { id: 'v', name } }), await wordsOfAlarmMails('it'))
    expect(facts.subject).toBe(`Allarme: ${name}, Depot`)
  })
})
