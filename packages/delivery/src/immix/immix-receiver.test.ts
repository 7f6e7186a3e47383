import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { smtpRefusal, startSmtpSink } from '../testing/smtp-sink.ts'
import { alarmXml } from './alarm-xml.ts'
import { parseImmixConfig } from './immix-config.ts'
import { immixReceiver } from './immix-receiver.ts'

const SETTINGS = {
  recipient: 'S1234@immix.example',
  sender: 'alarms@winnow.example',
  smtpHost: 'mail.example',
  smtpPort: 25,
  security: 'none',
}

function configOf(changes: object = {}) {
  const parsed = parseImmixConfig({ ...SETTINGS, ...changes })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

function openDeps(allowedNetworks = ['127.0.0.0/8']) {
  const guard = createGuard(
    { allowedNetworks, ownAddresses: [], allowedPorts: 'any' },
    { lookup: async () => [{ address: '127.0.0.1' }] },
  )
  onTestFinished(() => guard.close())
  return { guard, mailer: createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' }) }
}

async function openSink(options: Parameters<typeof startSmtpSink>[0] = {}) {
  // The sink's certificate is not trusted here: `create-mailer.test.ts` proves encryption.
  const sink = await startSmtpSink({ disabledCommands: ['STARTTLS'], ...options })
  onTestFinished(() => sink.close())
  return sink
}

/** Reads the elements as a station does, strictly: no markup inside a text, only known references. Apart from the code under test. */
function readAlarm(xml: string): Record<string, string> {
  if (!/^[\x20-\x7e\n]*$/.test(xml)) throw new Error('a character that is not plain ASCII')
  const inner = /^<Alarm>\n([^]*)<\/Alarm>\n$/.exec(xml)?.[1]
  if (inner === undefined) throw new Error(`no alarm: ${xml}`)
  const elements = inner.split('\n').slice(0, -1)
  return Object.fromEntries(
    elements.map((line) => {
      const [, name = '', text = ''] = /^<(\w+)>([^<>]*)<\/\1>$/.exec(line) ?? []
      if (name === '') throw new Error(`no element: ${line}`)
      const left = text.replaceAll(/&(?:amp|lt|gt|quot|apos|#\d+);/g, '')
      if (left.includes('&')) throw new Error(`a bare &: ${line}`)
      const clear = text
        .replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)))
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&apos;', "'")
        .replaceAll('&amp;', '&')
      return [name, clear]
    }),
  )
}

const correction = sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'true' } })

describe('a mail to Immix', () => {
  it('has the XML, the picture and an id that stays the same', async () => {
    const sink = await openSink()
    const picture = { jpeg: Buffer.from([0xff, 0xd8, 1, 2, 3]), name: 'x.jpg' }
    const message = sampleMessage({ picture })
    const config = configOf({ smtpPort: sink.port })
    for (const attempt of [1, 2])
      expect(await immixReceiver.send({ ...message, attempt }, config, openDeps())).toMatchObject({
        ok: true,
        status: 250,
      })
    const [first, second] = sink.mails
    expect(first).toMatchObject({ from: 'alarms@winnow.example', to: ['S1234@immix.example'] })
    expect(readAlarm(`${first?.parsed.text?.trimEnd()}\n`)).toEqual({
      VersionInfo: '1',
      Input1: '1',
      EventType: 'PersonDetected',
      ExtraText: 'North gate',
      DateTime: '2026-03-01T12:00:00Z',
      Location: 'Depot',
      URL: 'https://winnow.example/p/1?sig=abc',
    })
    expect(first?.parsed.attachments).toMatchObject([{ filename: 'alarm.jpg', contentType: 'image/jpeg' }])
    expect(first?.parsed.attachments[0]?.content).toEqual(picture.jpeg)
    expect(first?.parsed.messageId).toBe(`<${message.id}@winnow.example>`)
    expect(second?.parsed.messageId).toBe(first?.parsed.messageId)
  })

  it('goes without a picture where there is none, and with a login only over an encrypted connection', async () => {
    const sink = await openSink()
    const config = configOf({ smtpPort: sink.port })
    expect(await immixReceiver.send(sampleMessage(), config, openDeps())).toMatchObject({ ok: true })
    expect(sink.mails[0]?.parsed.attachments).toEqual([])
    const safe = configOf({ smtpPort: sink.port, security: 'starttls', user: 'user', password: 'pass' })
    expect(await immixReceiver.send(sampleMessage(), safe, openDeps())).toMatchObject({ ok: false, code: 'tls' })
    expect(sink.mails).toHaveLength(1)
  })

  it.each([
    ['its address', 450, 'recipient', { refuse: () => smtpRefusal(450) }],
    ['its address', 550, 'misconfigured', { refuse: () => smtpRefusal(550) }],
    ['the message', 554, 'misconfigured', { refuseMail: () => smtpRefusal(554) }],
  ] as const)('that meets a server which refuses %s with %i is tried again', async (_what, status, code, options) => {
    const sink = await openSink(options)
    const result = await immixReceiver.send(sampleMessage(), configOf({ smtpPort: sink.port }), openDeps())
    expect(result).toMatchObject({ ok: false, retry: true, code, status })
    expect(JSON.stringify(result)).not.toContain('s3cret')
  })

  it('never leaves for our own network', async () => {
    const result = await immixReceiver.send(sampleMessage(), configOf(), openDeps([]))
    expect(result).toMatchObject({ ok: false, code: 'blocked' })
  })
})

describe('the XML', () => {
  it.each([
    ['a true alarm', sampleAlarm(), 'PersonDetected', 'North gate'],
    ['an unverified one', sampleAlarm({ verdict: 'unverified' }), 'MotionDetected', 'Not verified: North gate'],
    ['a correction to false', correction, 'MotionDetected', 'MotionDetection=false North gate'],
    ['a test', sampleAlarm({ type: 'test' }), 'TestAlarm', 'Test of North gate'],
    ['an alarm without an object', sampleAlarm({ detections: [] }), 'ObjectDetected', 'North gate'],
  ])('of %s has its type and text', (_what, alarm, event, text) => {
    expect(readAlarm(alarmXml(alarm, configOf()))).toMatchObject({ EventType: event, ExtraText: text })
  })

  it('has the input of the camera and the type of the object found', () => {
    const changes = {
      input: '99',
      cameras: [{ camera: 'NORTH GATE', input: '021' }],
      events: [{ class: 'person', event: 'IntruderDetected' }],
    }
    expect(readAlarm(alarmXml(sampleAlarm(), configOf(changes)))).toMatchObject({
      Input1: '21',
      EventType: 'IntruderDetected',
    })
    const other = sampleAlarm({ view: { id: 'v', name: 'Yard' } })
    expect(readAlarm(alarmXml(other, configOf(changes)))).toMatchObject({ Input1: '99' })
  })

  it.each([
    ['utc', '2026-07-01T12:00:00Z'],
    ['offset', '2026-07-01T14:00:00+02:00'],
    ['day-first', '01/07/2026 14:00:00'],
    ['month-first', '07/01/2026 14:00:00'],
  ])('writes the time as %s', (dateFormat, text) => {
    const alarm = sampleAlarm({ receivedAt: '2026-07-01T12:00:00.900Z' })
    expect(readAlarm(alarmXml(alarm, configOf({ dateFormat })))['DateTime']).toBe(text)
  })

  it('says the same facts to an independent reader, whatever the names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom(
        ']]><Alarm>',
        '</ExtraText><EventType>Duress</EventType>',
        '&#0;&amp;',
        '🚨|]\r\n',
        'ü'.repeat(4000),
      ),
    )
    const clean = (text: string) =>
      Array.from(
        text
          .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ')
          .replaceAll(/ {2,}/g, ' ')
          .trim(),
      ).slice(0, 250)
    fc.assert(
      fc.property(name, name, (camera, site) => {
        const alarm = sampleAlarm({
          view: { id: 'v', name: camera },
          site: { id: 's', name: site, timezone: 'nowhere' },
        })
        const read = readAlarm(alarmXml(alarm, configOf({ dateFormat: 'offset' })))
        expect(read).toMatchObject({ EventType: 'PersonDetected', DateTime: '2026-03-01T12:00:00+00:00' })
        expect(read['ExtraText']).toBe(clean(camera).join(''))
        expect(read['Location']).toBe(clean(site).join(''))
      }),
    )
  })
})

describe('settings', () => {
  it.each([
    [{ recipient: 'S1234' }, 'recipient'],
    [{ sender: 'x\r\nBcc: a@b.example' }, 'sender'],
    [{ smtpHost: 'smtp://mail.example' }, 'smtpHost'],
    [{ user: 'user', security: 'tls' }, 'password'],
    [{ user: 'user', password: 'pass' }, 'security'],
    [{ events: [{ class: 'person', event: 'Nonsense' }] }, 'events.0.event'],
    [{ smtpPort: 0 }, 'smtpPort'],
  ])('are refused: %j', (changes, field) => {
    expect(parseImmixConfig({ ...SETTINGS, ...changes })).toMatchObject({ ok: false, errors: [{ field }] })
  })

  it('name the server for the guard', () => {
    expect(immixReceiver.addresses(configOf())).toEqual([{ field: 'smtpHost', host: 'mail.example', port: 25 }])
  })
})
