import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { smtpRefusal, startSmtpSink } from '../testing/smtp-sink.ts'
import { parseSentinelConfig } from './sentinel-config.ts'
import { sentinelMail } from './sentinel-mail.ts'
import { sentinelReceiver } from './sentinel-receiver.ts'

const SETTINGS = {
  recipient: 'line@sentinel.example',
  sender: 'alarms@winnow.example',
  smtpHost: 'mail.example',
  smtpPort: 9025,
  security: 'none',
  contract: '0012345',
}

function configOf(changes: object = {}) {
  const parsed = parseSentinelConfig({ ...SETTINGS, ...changes })
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
  const sink = await startSmtpSink({ disabledCommands: ['STARTTLS'], ...options })
  onTestFinished(() => sink.close())
  return sink
}

/** Reads `Name: value` lines; a name that stands there twice, or a line of another form, is an error. */
function readLines(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const line of text.trimEnd().split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)) {
    const [, name = '', value = ''] = /^(\w+): (.*)$/u.exec(line) ?? []
    if (name === '' || name in fields) throw new Error(`unexpected: ${JSON.stringify(line)}`)
    fields[name] = value
  }
  return fields
}

describe('a mail to the Generic Line', () => {
  it('has contract, customer and camera, the picture, and an id that stays the same', async () => {
    const sink = await openSink()
    const picture = { jpeg: Buffer.from([0xff, 0xd8, 1, 2, 3]), name: 'x.jpg' }
    const message = sampleMessage({ picture })
    const config = configOf({ smtpPort: sink.port, cameras: [{ camera: 'NORTH GATE', number: '07' }] })
    for (const attempt of [1, 2])
      expect(await sentinelReceiver.send({ ...message, attempt }, config, openDeps())).toMatchObject({ ok: true })
    const [first, second] = sink.mails
    expect(first).toMatchObject({ from: 'alarms@winnow.example', to: ['line@sentinel.example'] })
    expect(first?.parsed.subject).toBe('GenericLine 345 7 Alarm')
    expect(readLines(first?.parsed.text ?? '')).toEqual({
      Receiver: 'GenericLine',
      Contract: '0012345',
      Customer: '345',
      Camera: '7',
      Event: 'Alarm',
      Object: 'person',
      Time: '2026-03-01T12:00:00Z',
      CameraName: 'North gate',
      Site: 'Depot',
      Id: message.id,
      Link: 'https://winnow.example/p/1?sig=abc',
    })
    expect(first?.parsed.attachments[0]?.content).toEqual(picture.jpeg)
    expect(first?.parsed.messageId).toBe(`<${message.id}@winnow.example>`)
    expect(second?.parsed.messageId).toBe(first?.parsed.messageId)
  })

  it('says the same facts to a reader of lines, whatever the names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('x\r\nContract: 999', '\u2028Camera: 1', '{contract}{nl}', '$&', '🚨|]<b>', 'ü'.repeat(4000)),
    )
    fc.assert(
      fc.property(name, name, (camera, site) => {
        const alarm = sampleAlarm({ view: { id: 'v', name: camera }, site: { id: 's', name: site, timezone: 'UTC' } })
        const fields = readLines(sentinelMail('m1', alarm, configOf()).text)
        expect(fields).toMatchObject({ Contract: '0012345', Customer: '345', Camera: '1', Event: 'Alarm', Id: 'm1' })
        expect(Object.keys(fields)).toHaveLength(11)
        expect(Array.from(fields['CameraName'] ?? '').length).toBeLessThanOrEqual(100)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    [sampleAlarm({ verdict: 'unverified' }), 'Alarm, not verified'],
    [sampleAlarm({ type: 'alarm.corrected', verdict: 'false' }), 'False alarm'],
    [sampleAlarm({ type: 'test' }), 'Test'],
  ])('names the event', (alarm, event) => {
    expect(readLines(sentinelMail('m1', alarm, configOf()).text)['Event']).toBe(event)
  })
})

it('a template gets the values at its places, and the contract of the camera', () => {
  const config = configOf({
    format: 'template',
    subject: '{contract}/{cameraNo}',
    body: 'SiteID={contract}{nl}CameraNo={cameraNo}',
    cameras: [{ camera: 'North gate', number: '12', contract: '777' }],
  })
  expect(sentinelMail('m1', sampleAlarm(), config)).toEqual({
    subject: '777/12',
    text: 'SiteID=777\nCameraNo=12\n',
  })
})

it.each([
  [450, { retry: true, code: 'recipient' }],
  [550, { retry: true, code: 'misconfigured' }],
])('a server that answers %i is tried again', async (status, expected) => {
  const sink = await openSink({ refuse: () => smtpRefusal(status) })
  const result = await sentinelReceiver.send(sampleMessage(), configOf({ smtpPort: sink.port }), openDeps())
  expect(result).toMatchObject({ ok: false, status, ...expected })
  expect(await sentinelReceiver.send(sampleMessage(), configOf(), openDeps([]))).toMatchObject({ code: 'blocked' })
})

it.each([
  [{ contract: '12' }, 'contract'],
  [{ contract: '12\r\n3' }, 'contract'],
  [{ format: 'template', subject: '{nobody}', body: 'x' }, 'subject'],
  [{ format: 'template', subject: 'x', body: '' }, 'body'],
  [{ recipient: 'x' }, 'recipient'],
])('settings are refused: %j', (changes, field) => {
  expect(parseSentinelConfig({ ...SETTINGS, ...changes })).toMatchObject({ ok: false, errors: [{ field }] })
})
