import { immixXml } from '@winnow/testkit'
import { array, assert, property, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMail } from '../mail/parse-mail.ts'
import type { ParsedSignal } from '../signal.ts'
import { cpuMs } from '../testing/cpu-ms.ts'
import { jpeg, plainMail } from '../testing/mails.ts'
import { mutate, random } from '../testing/mutate.ts'
import { applyMailTemplates, type StoredMailTemplate, tryMailTemplate } from './apply-mail-templates.ts'
import { parseMailTemplate } from './parse-mail-template.ts'

const at = new Date('2026-05-06T07:08:30Z')

/** The template and a mail of a station's software, which somebody wrote for the tests. */
const SENTINEL: StoredMailTemplate = {
  system: 'sentinel',
  subject: 'Alarm {{event}}',
  text: 'SiteID: {{site}}\nCameraNo: {{camera}}\nTime: {{time}}',
}
const MAIL = 'Dear operator,\nSiteID: S-0042\nOperator: none\nCameraNo: 03\nTime: 2026-05-06 07:08:09\nEnd'
const findsIn = (template: { subject: string; text: string }, mail: { subject: string; text: string }) => {
  const { match } = tryMailTemplate(template, mail, at)
  return match?.matches ? match.found : undefined
}
const problemsOf = (text: string, subject = '') => {
  const parsed = parseMailTemplate({ subject, text })
  return parsed.ok ? [] : parsed.problems.map(({ code, line, column }) => `${code} ${line}:${column}`)
}
const read = (mail: Buffer): Promise<ParsedSignal> => parseMail(mail, { receivedAt: at })

describe('a template', () => {
  it('takes camera, site, event and time from lines of a mail, whatever stands between them', () => {
    const trial = tryMailTemplate(SENTINEL, { subject: 'Alarm  Perimeter intrusion', text: MAIL }, at)
    expect(trial).toMatchObject({
      match: { found: { site: 'S-0042', camera: '03', event: 'Perimeter intrusion', time: '2026-05-06 07:08:09' } },
      eventType: 'field',
      time: '2026-05-06T07:08:09',
    })
  })

  it('compares without case and number of blanks, and takes the words as they are', () => {
    const found = findsIn(
      { subject: '', text: 'camera: {{camera}} - {{any}}' },
      { subject: '', text: 'CAMERA:\t Gate  2 - x' },
    )
    expect(found).toEqual({ camera: 'Gate 2' })
  })

  it('takes the shortest text up to what follows, so that the rest of a line still fits', () => {
    const template = { subject: '', text: 'Alarm on {{camera}} at {{any}}' }
    expect(findsIn(template, { subject: '', text: 'Alarm on Yard at 10:00 at night' })).toEqual({ camera: 'Yard' })
    // The last text ends the line, wherever else it stands.
    const ended = { subject: '', text: 'Alarm {{camera}} end' }
    expect(findsIn(ended, { subject: '', text: 'Alarm north end end' })).toEqual({ camera: 'north end' })
  })

  it.each([
    ['Kamera: {{camera}}', 'KAMERA: İstanbul 2', 'İstanbul 2'],
    ['ΘΈΣΗΣ{{camera}}', 'θέσησ 7', '7'],
  ])('compares %j with %j without case, whatever letters stand in the line', (text, line, camera) =>
    expect(findsIn({ subject: '', text }, { subject: '', text: line })).toEqual({ camera }),
  )

  it('does not fit a mail without one of its lines, with an empty value, or with the lines in another order', () => {
    const template = { subject: '', text: 'Site: {{site}}\nCamera: {{camera}}' }
    const lineOf = (text: string) => tryMailTemplate(template, { subject: '', text }, at).match
    expect(lineOf('Site: A')).toEqual({ matches: false, line: 2 })
    expect(lineOf('Site:\nCamera: B')).toEqual({ matches: false, line: 1 })
    expect(lineOf('Camera: B\nSite: A')).toEqual({ matches: false, line: 2 })
    expect(tryMailTemplate({ ...template, subject: 'Alarm' }, { subject: 'Alarm!', text: '' }, at).match).toEqual({
      matches: false,
      line: 0,
    })
  })

  it.each([
    ['Camera: {{camera', ['unclosed 1:9']],
    ['Camera: {{kamera}}', ['unknown 1:9']],
    ['Site: {{site}}{{camera}}', ['adjacent 1:15']],
    ['Camera: {{camera}}\nAgain: {{camera}}', ['twice 2:8']],
    ['{{event}}', ['vague 1:1']],
    ['Camera: {{any}}', ['nothing 1:1']],
    ['Camera: {{ camera }}', []],
  ])('tells what is wrong with %j and where', (text, problems) => expect(problemsOf(text)).toEqual(problems))

  it('tells a problem of the subject at the subject', () => {
    const parsed = parseMailTemplate({ subject: 'Alarm {{x}}', text: 'Camera: {{camera}}' })
    expect(parsed).toMatchObject({ ok: false, problems: [{ field: 'subject', name: 'x', column: 7 }] })
  })

  it('gives back what was put in, for all values without the texts around them', () => {
    const word = stringMatching(/^[A-Za-z0-9äöü_.]{1,30}$/)
    assert(
      property(word, word, word, array(word, { maxLength: 5 }), (camera, site, event, others) => {
        const lines = [`Site # ${site} #`, ...others, `Camera # ${camera} # event # ${event}`]
        const template = { subject: '', text: 'Site # {{site}} #\nCamera # {{camera}} # event # {{event}}' }
        expect(findsIn(template, { subject: '', text: lines.join('\n') })).toEqual({ camera, site, event })
      }),
    )
  })
})

describe('a mail that arrives', () => {
  it('is read by the first template that it fits', async () => {
    const signal = await read(plainMail('Alarm Perimeter intrusion', MAIL))
    const other = { system: 'rialto', subject: 'Rialto {{event}}', text: '' } as const
    expect(applyMailTemplates(signal, [other, SENTINEL, { ...SENTINEL, system: 'other' }], at)).toMatchObject({
      kind: 'alarm',
      vendor: 'sentinel',
      event: 'Perimeter intrusion',
      eventType: 'field',
      place: { camera: '03', site: 'S-0042' },
      deviceTime: '2026-05-06T07:08:09',
      idempotencyKey: signal.idempotencyKey,
    })
  })

  it('is read as before where no template fits, or a stored one cannot be read', async () => {
    const signal = await read(plainMail('Motion detected', 'Camera: Yard'))
    const broken = { system: 'other', subject: '', text: 'Camera: {{camera' } as const
    expect(applyMailTemplates(signal, [SENTINEL, broken], at)).toBe(signal)
  })

  it('stays an alarm of Immix, whose number says where it was, if the template says it is of another system', async () => {
    const signal = await read(plainMail('Alarm from yard', immixXml({ input: 7 })))
    const broad = { system: 'sentinel', subject: 'Alarm {{event}}', text: '' } as const
    const applied = applyMailTemplates(signal, [broad], at)
    expect(applied).toMatchObject({ vendor: 'immix', channel: '7', event: 'from yard' })
  })

  it('is no end of an event where the template found another event, and never becomes one', async () => {
    const template = { system: 'other', subject: '', text: 'Rule: {{event}}' } as const
    const ended = await read(plainMail('Alarm', 'Event Type: Motion Detection Stop\nRule: Fence crossed'))
    expect(ended.kind).toBe('stop')
    expect(applyMailTemplates(ended, [template], at).kind).toBe('alarm')
    const alarm = await read(plainMail('Person detected', 'Zone: motion stop'))
    const zone = { ...template, text: 'Zone: {{event}}' }
    expect(applyMailTemplates(alarm, [zone], at)).toMatchObject({ kind: 'alarm', event: 'motion stop' })
  })
})

it('reads 3,000 mutated mails by 20 templates in 2 s, and loses no alarm and no picture', async () => {
  const seed = plainMail('Alarm Perimeter intrusion', MAIL, [jpeg(1, 300)])
  const templates = Array.from({ length: 20 }, (_, n) => ({ ...SENTINEL, text: `${SENTINEL.text}\nEnd${n || ''}` }))
  const tokens = ['{{camera}}', '\n', 'SiteID: ', 'CameraNo: ', '\0', ' '.repeat(400), 'Time: '.repeat(60)]
  const next = random(23)
  const mails = Array.from({ length: 3_000 }, () => mutate(seed, next, tokens))
  const signals = await Promise.all(mails.map(read))
  let fitted = 0
  const ms = await cpuMs(async () => {
    for (const signal of signals) {
      const applied = applyMailTemplates(signal, templates, at)
      expect(applied.media).toBe(signal.media)
      if (signal.kind === 'alarm' || signal.kind === 'unparsed') expect(applied.kind).toBe(signal.kind)
      expect(applied.event?.length ?? 0).toBeLessThanOrEqual(200)
      if (applied !== signal) fitted += 1
    }
    await Promise.resolve()
  })
  expect(ms).toBeLessThan(2_000)
  expect(fitted).toBeGreaterThan(300)
})

const LONG = 'Ж'.repeat(480)
it.each([
  [
    'searches long texts in vain',
    Array.from({ length: 4 }, (_, n) => `${'a'.repeat(240)}{{${n ? 'any' : 'camera'}}}${'a'.repeat(200)}b`).join('\n'),
    `${'a'.repeat(499)}\n`.repeat(8),
  ],
  ['compares long lines with many short ones', `${LONG}{{camera}}`, 'b\n'.repeat(2_000)],
  ['composes marks of which each belongs before all others', 'Camera: {{camera}}', `a${'\u0301\u0323'.repeat(1_999)}`],
])('takes no longer for templates and a mail that were made to be slow: it %s', async (_what, text, mailText) => {
  const templates = Array.from({ length: 20 }, () => ({ system: 'other', subject: '', text }) as const)
  const signal = { ...(await read(plainMail('Alarm', 'none'))), text: mailText }
  expect(parseMailTemplate({ subject: '', text }).ok).toBe(true)
  const ms = await cpuMs(async () => {
    for (let n = 0; n < 10; n++) applyMailTemplates(signal, templates, at)
    await Promise.resolve()
  })
  expect(ms / 10).toBeLessThan(30)
})
