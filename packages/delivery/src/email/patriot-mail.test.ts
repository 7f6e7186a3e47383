import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMailer } from '../mail/create-mailer.ts'
import { openDeps } from '../testing/open-deps.ts'
import { sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { startSmtpSink } from '../testing/smtp-sink.ts'
import { composeStationMail } from './compose.ts'
import { parseEmailConfig } from './email-config.ts'
import { emailReceiver } from './email-receiver.ts'

const SETTINGS = { recipients: ['media@station.example'], format: 'patriot', account: '1234-01', zone: '9' }

function configOf(settings: object = {}) {
  const parsed = parseEmailConfig({ ...SETTINGS, ...settings })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

/** Reads `name=value` pairs as the station does: a blank ends a value, and a name is read once. */
function readPairs(text: string): Record<string, string> {
  const pairs = text
    .trim()
    .split(/\s+/)
    .map((pair): [string, string] => {
      const at = pair.indexOf('=')
      if (at < 1) throw new Error(`no pair: ${pair}`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    })
  const read = Object.fromEntries(pairs)
  if (Object.keys(read).length !== pairs.length) throw new Error('a name twice')
  return read
}

describe('a mail to Patriot', () => {
  it('has client, zone, type and link as its text, and one picture, with the same id at every attempt', async () => {
    const sink = await startSmtpSink({ disabledCommands: ['STARTTLS'] })
    onTestFinished(() => sink.close())
    const smtp = { host: '127.0.0.1', port: sink.port, secure: false }
    const mailer = createMailer({ smtp, from: 'alarms@winnow.example', outboxDir: '/dev/null/outbox' })
    onTestFinished(() => mailer.close())
    const deps = { ...(await openDeps()), mailer }
    const jpeg = Buffer.from([0xff, 0xd8, 1, 2])
    const config = configOf({
      cameras: [{ camera: 'north gate', zone: '12' }],
      codes: [{ class: 'person', code: '123' }],
    })
    const message = sampleMessage({ picture: { jpeg, name: 'x.jpg' } })
    for (const attempt of [1, 2])
      expect(await emailReceiver.send({ ...message, attempt }, config, deps)).toMatchObject({ ok: true })
    const [first, second] = sink.mails
    expect(readPairs(first?.parsed.text ?? '')).toEqual({
      client: '1234-01',
      zone: '12',
      type: '123',
      url: 'https://winnow.example/p/1?sig=abc',
    })
    expect(first?.parsed).toMatchObject({ subject: 'Alarm (person): North gate, Depot', html: false })
    expect(first?.parsed.attachments.map(({ content }) => content)).toEqual([jpeg])
    expect(second?.parsed.messageId).toBe(first?.parsed.messageId)
  })

  it('keeps its pairs, whatever the names', () => {
    const { station } = configOf({ template: 'client={{account}} name={{camera.name}} site={{site.name|none}}' })
    if (!station) throw new Error('no station')
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('x client=6666', 'x\r\nclient=6666', 'x\u00a0client=1\u2028', '🚨', 'ü'.repeat(4000)),
    )
    fc.assert(
      fc.property(name, name, (camera, site) => {
        const payload = sampleAlarm({ view: { id: 'v', name: camera }, site: { id: 's', name: site, timezone: 'UTC' } })
        const { text } = composeStationMail(sampleMessage({ payload }), 'a@b.example', station)
        const read = readPairs(text)
        expect(Object.keys(read)).toEqual(['client', 'name', 'site'])
        expect(read['client']).toBe('1234-01')
      }),
    )
  })

  it.each([
    [{ template: 'client={{nonsense}}' }, 'template', 'template'],
    [{ account: '1 client=2' }, 'account', 'v.invalid'],
  ])('is refused with settings that cannot be sent: %j', (changes, field, message) => {
    expect(parseEmailConfig({ ...SETTINGS, ...changes })).toEqual({ ok: false, errors: [{ field, message }] })
  })
})
