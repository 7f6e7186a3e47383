import { createHash, createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import type { OriginalMail } from '../receiver.ts'
import { sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { smtpRefusal, startSmtpSink } from '../testing/smtp-sink.ts'
import { parseRelayConfig } from './relay-config.ts'
import { relayReceiver } from './relay-receiver.ts'

const SETTINGS = {
  recipient: 'cam7@station.example',
  sender: 'relay@winnow.example',
  smtpHost: 'mail.example',
  smtpPort: 25,
  security: 'none',
}

function configOf(changes: object = {}) {
  const parsed = parseRelayConfig({ ...SETTINGS, ...changes })
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

/** A stored mail, read in pieces. */
const stored = (id: string, bytes: Buffer | undefined): OriginalMail => ({
  id,
  open: async () => bytes && Readable.from(piecesOf(bytes)),
})
const piecesOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) => bytes.subarray(index * 7, index * 7 + 7))
const mailOf = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'), 'latin1')

/** A mail as the makers of cameras write it: 8-bit text, dots at the start of lines, a line that is too long, and no end of line at the end. */
const CAMERA_MAIL = mailOf(
  'From: IPC <cam@site.example>',
  'To: station',
  'Subject: =?GB2312?B?us6xyA==?=',
  'DKIM-Signature: v=1; a=rsa-sha256;',
  '\td=site.example; bh=abc=',
  'Message-ID: <1@cam>',
  '',
  'Alarm Event: Motion \xfc\xdf',
  '.',
  '..two',
  'x'.repeat(2000),
  '',
  'last line without an end',
)
const TRACE =
  'X-Winnow-Id: 019a9f30-0000-7000-8000-000000000001\r\nX-Winnow-Verdict: true\r\nX-Winnow-Score: 0.870\r\n' +
  'Received: by winnow.example (Winnow) id 019a9f30-0000-7000-8000-0000000000ff;\r\n Sun, 01 Mar 2026 12:00:05 +0000\r\n'

describe('a relayed mail', () => {
  it('arrives byte for byte, with our lines on top and our envelope', async () => {
    const sink = await openSink()
    const config = configOf({ smtpPort: sink.port })
    const result = await relayReceiver.send(sampleMessage({ mails: [stored('s1', CAMERA_MAIL)] }), config, openDeps())
    expect(result).toMatchObject({ ok: true, status: 250 })
    const [mail, ...more] = sink.mails
    expect(more).toEqual([])
    expect(mail).toMatchObject({ from: 'relay@winnow.example', to: ['cam7@station.example'] })
    // SMTP ends every line; nothing else is added.
    expect(mail?.bytes.equals(Buffer.concat([Buffer.from(TRACE), CAMERA_MAIL, Buffer.from('\r\n')]))).toBe(true)
  })

  it('of any bytes that SMTP can carry is unchanged', async () => {
    const sink = await openSink()
    const [config, deps] = [configOf({ smtpPort: sink.port }), openDeps()]
    const line = fc.oneof(fc.constantFrom('.', '..', '', ' ', 'x: y', '\t'), fc.string({ unit: 'binary-ascii' }))
    const body = fc
      .array(line, { maxLength: 20 })
      .map((lines) => Buffer.from(lines.map((each) => each.replaceAll(/[\r\n]/g, '.')).join('\r\n') + '\r\n', 'latin1'))
      .map((text) => Buffer.concat([Buffer.from('Subject: a\r\n\r\n'), text, Buffer.from([0x80, 0xff, 13, 10])]))
    await fc.assert(
      fc.asyncProperty(body, async (bytes) => {
        sink.mails.length = 0
        await relayReceiver.send(sampleMessage({ mails: [stored('s1', bytes)] }), config, deps)
        expect(sink.mails[0]?.bytes.subarray(TRACE.length).toString('hex')).toBe(bytes.toString('hex'))
      }),
      { numRuns: 10 },
    )
  })

  it('keeps a signature over its parts valid', async () => {
    const sink = await openSink()
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const body = 'EVENT TYPE: Motion\r\n.\r\n'
    const signedHeader = 'from:cam@site.example\r\n'
    const hash = createHash('sha256').update(body).digest('base64')
    const signature = createSign('sha256')
      .update(signedHeader + hash)
      .sign(privateKey, 'base64')
    const mail = mailOf(`DKIM-Signature: bh=${hash}; b=${signature}`, 'From:cam@site.example', '', body)
    await relayReceiver.send(
      sampleMessage({ mails: [stored('s1', mail)] }),
      configOf({ smtpPort: sink.port }),
      openDeps(),
    )
    const arrived = sink.mails[0]?.raw ?? ''
    const [, bh = '', b = ''] = /bh=(\S+); b=(\S+)/.exec(arrived) ?? []
    const from = /^from:.*\r\n/im.exec(arrived)?.[0].replace('From', 'from') ?? ''
    expect(
      createHash('sha256')
        .update(arrived.slice(arrived.indexOf('\r\n\r\n') + 4))
        .digest('base64'),
    ).toBe(bh)
    expect(
      createVerify('sha256')
        .update(from + bh)
        .verify(publicKey, b, 'base64'),
    ).toBe(true)
  })

  it('that begins with a blank changes nothing that we say of it', async () => {
    const sink = await openSink()
    const mail = mailOf(' false', 'Subject: a', '', 'b', '')
    await relayReceiver.send(
      sampleMessage({ mails: [stored('s1', mail)] }),
      configOf({ smtpPort: sink.port }),
      openDeps(),
    )
    const { headers } = await simpleParser(sink.mails[0]?.bytes ?? '')
    expect(headers.get('x-winnow-verdict')).toBe('true')
    expect(headers.get('x-winnow-score')).toBe('0.870')
  })

  it.each([
    ['has our own header', mailOf('Subject: a', 'X-Winnow-Id : 1', '', '')],
    [
      'has it behind a bare CR, which a server takes for the end of a line',
      mailOf('Subject: a\rX-WINNOW-VERDICT: false', '', ''),
    ],
    ['has passed too many servers', mailOf(...Array.from({ length: 51 }, () => 'Received: by a; now'), '', '')],
  ])('is refused for good where it %s', async (_what, mail) => {
    const sink = await openSink()
    const message = sampleMessage({ mails: [stored('s1', mail)] })
    const result = await relayReceiver.send(message, configOf({ smtpPort: sink.port }), openDeps())
    expect(result).toMatchObject({ ok: false, retry: false, code: 'rejected' })
    expect(sink.mails).toEqual([])
  })

  it('may speak of our header in its text, and pass 50 servers', async () => {
    const sink = await openSink()
    const mail = mailOf(...Array.from({ length: 50 }, () => 'Received: by a; now'), '', 'X-Winnow-Id: 1', '')
    const message = sampleMessage({ mails: [stored('s1', mail)] })
    expect(await relayReceiver.send(message, configOf({ smtpPort: sink.port }), openDeps())).toMatchObject({ ok: true })
  })
})

it('a mail that cannot be read to its end is not taken for a whole one', async () => {
  const sink = await openSink()
  async function* broken(): AsyncGenerator<Buffer> {
    yield mailOf('Subject: a', '', 'the beginning', '')
    yield Buffer.alloc(200_000, 'x')
    throw new Error('the disk is gone')
  }
  const message = sampleMessage({ mails: [{ id: 's1', open: async () => broken() }] })
  const result = await relayReceiver.send(message, configOf({ smtpPort: sink.port }), openDeps())
  expect(result).toMatchObject({ ok: false, retry: true })
  expect(sink.mails).toEqual([])
})

describe('a burst', () => {
  const mails = ['a', 'b', 'c'].map((name) => stored(name, mailOf(`Subject: ${name}`, '', name, '')))
  const subjects = (sink: Awaited<ReturnType<typeof openSink>>) => sink.mails.map(({ parsed }) => parsed.subject)

  it('is relayed in order, and goes on after a failure where it stopped', async () => {
    let count = 0
    const sink = await openSink({ refuseMail: () => (++count === 2 ? smtpRefusal(451) : undefined) })
    const [config, deps] = [configOf({ smtpPort: sink.port }), openDeps()]
    const message = sampleMessage({ mails })
    const failed = await relayReceiver.send(message, config, deps)
    expect(failed).toMatchObject({ ok: false, retry: true, served: ['a'] })
    if (failed.ok) throw new Error('it did not fail')
    const again = { ...message, attempt: 2, served: failed.served ?? [] }
    expect(await relayReceiver.send(again, config, deps)).toMatchObject({ ok: true })
    expect(subjects(sink)).toEqual(['a', 'b', 'c'])
  })

  it('goes without a mail that runs in a loop, and says so', async () => {
    const sink = await openSink()
    const looping = stored('x', mailOf('X-Winnow-Id: 1', '', ''))
    const message = sampleMessage({ mails: [...mails.slice(0, 1), looping, ...mails.slice(1)] })
    const result = await relayReceiver.send(message, configOf({ smtpPort: sink.port }), openDeps())
    expect(result).toMatchObject({ ok: true, detail: expect.stringContaining('1 of 4 mails') })
    expect(subjects(sink)).toEqual(['a', 'b', 'c'])
  })
})

describe('what has no mail of the camera', () => {
  const name = `${'x'.repeat(4000)}|]<b>\r\nBcc: thief@evil.example\r\n\r\n🚨`
  it.each([
    ['an alarm of another way in', sampleMessage({ payload: sampleAlarm({ view: { id: 'v', name } }) }), true],
    ['an alarm whose mail was deleted since', sampleMessage({ mails: [stored('s1', undefined)] }), true],
    ['a test', sampleMessage({ payload: sampleAlarm({ type: 'test' }) }), false],
  ])('is written as e-mail would write it: %s', async (_what, message, saysSo) => {
    const sink = await openSink()
    expect(await relayReceiver.send(message, configOf({ smtpPort: sink.port }), openDeps())).toMatchObject({ ok: true })
    const [mail] = sink.mails
    expect(mail?.to).toEqual(['cam7@station.example'])
    expect(mail?.parsed.bcc).toBeUndefined()
    expect(mail?.parsed.headers.get('x-winnow-id')).toBe(message.payload.id)
    expect(mail?.parsed.headers.get('x-winnow-verdict')).toBe('true')
    expect(mail?.parsed.text?.includes('The camera sent no mail')).toBe(saysSo)
  })

  it.each([
    ['true to false', 'true', 'false', 0, ['Correction, false alarm: North gate, Depot']],
    ['unverified to true, with a late mail', 'unverified', 'true', 1, ['late', 'Correction, alarm: North gate, Depot']],
    ['filtered to true: the mail goes as that of a new alarm', 'false', 'true', 1, ['late']],
  ] as const)('a correction of %s', async (_what, before, verdict, count, subjects) => {
    const sink = await openSink()
    const payload = sampleAlarm({ type: 'alarm.corrected', verdict, previous: { verdict: before } })
    const mails = [stored('late', mailOf('Subject: late', '', ''))].slice(0, count)
    await relayReceiver.send(sampleMessage({ payload, mails }), configOf({ smtpPort: sink.port }), openDeps())
    expect(sink.mails.map(({ parsed }) => parsed.subject)).toEqual(subjects)
    expect(sink.mails.every(({ parsed }) => parsed.headers.get('x-winnow-verdict') === verdict)).toBe(true)
  })
})

describe('the station', () => {
  it.each([
    [450, { retry: true, code: 'recipient' }],
    [550, { retry: true, code: 'misconfigured' }],
  ])('that answers %i', async (status, expected) => {
    const sink = await openSink({ refuse: () => smtpRefusal(status) })
    const message = sampleMessage({ mails: [stored('s1', CAMERA_MAIL)] })
    const result = await relayReceiver.send(message, configOf({ smtpPort: sink.port }), openDeps())
    expect(result).toMatchObject({ ok: false, status, ...expected })
    expect(JSON.stringify(result)).not.toContain('s3cret')
  })

  it('in our own network is never called', async () => {
    const file = Readable.from(piecesOf(CAMERA_MAIL))
    const message = sampleMessage({ mails: [{ id: 's1', open: async () => file }] })
    expect(await relayReceiver.send(message, configOf(), openDeps([]))).toMatchObject({ ok: false, code: 'blocked' })
    expect(file.destroyed).toBe(true)
  })

  it.each([
    [{ recipient: 'x' }, 'recipient'],
    [{ authority: 'no certificate' }, 'authority'],
    [{ user: 'u', password: 'p' }, 'security'],
    [{ mails: 'all' }, 'mails'],
  ])('is not called with wrong settings: %j', (changes, field) => {
    expect(parseRelayConfig({ ...SETTINGS, ...changes })).toMatchObject({ ok: false, errors: [{ field }] })
  })
})
