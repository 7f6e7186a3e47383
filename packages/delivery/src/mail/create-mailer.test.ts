import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { simpleParser } from 'mailparser'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { portOf, testAuthority } from '../testing/http-sink.ts'
import { smtpRefusal, startSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts'
import { createMailer } from './create-mailer.ts'
import type { Mail, Mailer, MailerOptions, SmtpSettings } from './mailer.ts'

const cleanups: (() => Promise<void> | void)[] = []
const date = new Date('2026-03-01T12:00:05.000Z')
const plain: Mail = { to: 'ops@nightwatch.example', subject: 'Grüße', text: 'Hallo\n.\nEnde', date }

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function sink(options: Parameters<typeof startSmtpSink>[0] = {}): Promise<SmtpSink> {
  const started = await startSmtpSink(options)
  cleanups.push(() => started.close())
  return started
}

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'outbox-'))
  cleanups.push(() => rm(made, { recursive: true, force: true }))
  return made
}

function mailer(options: Partial<MailerOptions>): Mailer {
  const created = createMailer({ from: 'Winnow <alarms@winnow.example>', outboxDir: '/dev/null/outbox', ...options })
  cleanups.push(() => created.close())
  return created
}

const server = (port: number, more: Partial<SmtpSettings> = {}): Pick<MailerOptions, 'smtp'> => ({
  smtp: { host: '127.0.0.1', port, secure: false, requireTls: false, ...more },
})

const lookup = async (): Promise<{ address: string }[]> => [{ address: '127.0.0.1' }]

/** A guard that resolves mail.example to this machine and allows it. */
function openGuard(allowedNetworks = ['127.0.0.0/8']) {
  return createGuard({ allowedNetworks, ownAddresses: [] }, { lookup })
}

describe('a mail through a mail server', () => {
  it('arrives unchanged', async () => {
    const { port, mails } = await sink({ disabledCommands: ['STARTTLS'] })
    const result = await mailer(server(port)).send({
      ...plain,
      html: '<p>Hallo</p>',
      messageKey: 'msg/1',
      threadKey: 'alarm-7',
      headers: { 'X-Alarm-Id': '7' },
    })
    expect(result).toEqual({ ok: true, via: 'smtp', status: 250 })
    const [mail] = mails
    expect(mail).toMatchObject({ from: 'alarms@winnow.example', to: ['ops@nightwatch.example'], secure: false })
    expect(mail?.parsed).toMatchObject({
      subject: 'Grüße',
      text: 'Hallo\n.\nEnde',
      html: '<p>Hallo</p>',
      messageId: '<msg-1@winnow.example>',
      inReplyTo: '<alarm-7@winnow.example>',
      date,
    })
    expect(mail?.parsed.from?.text).toBe('"Winnow" <alarms@winnow.example>')
    expect(mail?.parsed.headers.get('x-alarm-id')).toBe('7')
    expect(mail?.parsed.headers.has('x-mailer')).toBe(false)
  })

  it('cannot be injected with another header, recipient or body', async () => {
    const { port, mails } = await sink({ disabledCommands: ['STARTTLS'] })
    await mailer(server(port)).send({
      ...plain,
      subject: 'a\r\nBcc: evil@example.com\r\n\r\nbody\u2028\u0000\u202e',
      headers: { 'X-Alarm-Id': '7\r\nBcc: evil@example.com\u202e' },
      attachments: [
        { filename: 'a"\r\nX-Evil: 1\r\n.jpg', contentType: 'image/jpeg', content: Uint8Array.of(1), cid: 'p@x' },
      ],
    })
    const [mail] = mails
    expect(mail?.to).toEqual(['ops@nightwatch.example'])
    expect(mail?.parsed.subject).toBe('a Bcc: evil@example.com body')
    expect(mail?.parsed.headers.get('x-alarm-id')).toBe('7 Bcc: evil@example.com')
    expect(mail?.parsed.bcc).toBeUndefined()
    expect(mail?.raw).not.toMatch(/^(Bcc|X-Evil):/im)
    expect(mail?.parsed.text?.trim()).toBe('Hallo\n.\nEnde')
  })

  it.each([
    '',
    'nobody',
    'a@b@c.example',
    'a@b.example\r\nRCPT TO:<evil@example.com>',
    'a@b.example, c@d.example',
    'a <a@b.example>',
  ])('is not sent to %j, which is not an address', async (to) => {
    const { port, connections } = await sink()
    expect(await mailer(server(port)).send({ ...plain, to })).toMatchObject({
      ok: false,
      retry: false,
      code: 'recipient',
    })
    expect(connections()).toBe(0)
  })

  it('shares one connection with several other mails', async () => {
    const { port, mails, connections } = await sink({ disabledCommands: ['STARTTLS'] })
    const sender = mailer(server(port))
    await sender.send(plain)
    await sender.send(plain)
    expect([mails.length, connections()]).toEqual([2, 1])
  })
})

describe('logging in at a mail server', () => {
  it.each([
    ['STARTTLS', false],
    ['TLS from the first byte', true],
  ])('uses %s, with the certificate checked by name', async (_name, secure) => {
    const { port, mails } = await sink({ secure })
    const guard = openGuard()
    const more = { host: 'mail.example', secure, user: 'user', pass: 'pass', ca: await testAuthority() }
    expect(await mailer({ smtp: { ...more, port }, guard }).send(plain)).toMatchObject({ ok: true })
    expect(mails).toMatchObject([{ secure: true, user: 'user' }])
  })

  it('is refused in plain text', async () => {
    const { port, mails } = await sink({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    const smtp = { host: '127.0.0.1', port, secure: false, user: 'user', pass: 'pass' }
    expect(await mailer({ smtp }).send(plain)).toMatchObject({ ok: false, retry: true, code: 'tls' })
    expect(mails).toEqual([])
  })

  it('is refused for a server of another name', async () => {
    const { port } = await sink()
    const smtp = { host: 'other.example', port, secure: false, user: 'user', pass: 'pass', ca: await testAuthority() }
    expect(await mailer({ smtp, guard: openGuard() }).send(plain)).toMatchObject({ ok: false, code: 'tls' })
  })

  it('fails with a wrong password, which is not in the error', async () => {
    const { port } = await sink()
    const smtp = { host: 'mail.example', port, secure: false, user: 'user', pass: 'wr0ng', ca: await testAuthority() }
    const sender = mailer({ smtp, guard: openGuard() })
    const result = await sender.send(plain)
    expect(result).toEqual({
      ok: false,
      retry: true,
      code: 'auth',
      status: 535,
      detail: 'The mail server refused the login.',
    })
    expect(await sender.verify()).toMatchObject({ ok: false, code: 'auth' })
  })

  it('can be tested without sending', async () => {
    const { port, mails } = await sink()
    const smtp = { host: 'mail.example', port, secure: false, user: 'user', pass: 'pass', ca: await testAuthority() }
    expect(await mailer({ smtp, guard: openGuard() }).verify()).toEqual({ ok: true })
    expect(mails).toEqual([])
  })
})

describe('sending a mail fails', () => {
  it.each([
    ['refuses its recipient', { refuse: () => smtpRefusal(550) }, { retry: false, code: 'recipient', status: 550 }],
    ['postpones its recipient', { refuse: () => smtpRefusal(450) }, { retry: true, code: 'recipient', status: 450 }],
    ['shuts down', { refuse: () => smtpRefusal(421) }, { retry: true, code: 'receiver-error', status: 421 }],
    ['refuses the message', { refuseMail: () => smtpRefusal(554) }, { retry: false, code: 'rejected', status: 554 }],
    [
      'postpones the message with 452',
      { refuseMail: () => smtpRefusal(452) },
      { retry: true, code: 'receiver-error', status: 452 },
    ],
  ])('because the server %s', async (_name, options, expected) => {
    const { port } = await sink({ disabledCommands: ['STARTTLS'], ...options })
    const result = await mailer(server(port)).send(plain)
    expect(result).toMatchObject({ ok: false, ...expected })
    expect(JSON.stringify(result)).not.toContain('s3cret')
  })

  it('because nothing listens', async () => {
    const gone = await startSmtpSink()
    await gone.close()
    expect(await mailer(server(gone.port)).send(plain)).toMatchObject({ ok: false, retry: true, code: 'refused' })
  })

  it('because the server is not a mail server', async () => {
    const other = net.createServer((socket) => void socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'))
    const listening = Promise.withResolvers<void>()
    other.listen(0, '127.0.0.1', listening.resolve)
    await listening.promise
    cleanups.push(() => void other.close())
    expect(await mailer(server(portOf(other))).send(plain)).toMatchObject({ ok: false, retry: true, code: 'protocol' })
  })

  it('because the program stops', async () => {
    const stop = new AbortController()
    const refuse = (): undefined => {
      stop.abort()
      return undefined
    }
    const { port } = await sink({ disabledCommands: ['STARTTLS'], onRcptTo: refuse })
    const result = await mailer(server(port)).send(plain, { signal: stop.signal })
    expect(result).toMatchObject({ ok: false, retry: true, code: 'aborted' })
  })

  it('because the guard refuses the address of the server', async () => {
    const { port, connections } = await sink()
    const smtp = { host: 'mail.example', port, secure: false }
    expect(await mailer({ smtp, guard: openGuard([]) }).send(plain)).toMatchObject({
      ok: false,
      code: 'blocked',
      detail: 'mail.example is on this machine and may not be called.',
    })
    expect(connections()).toBe(0)
  })
})

describe('a mail without a mail server', () => {
  it('is written to the outbox folder, complete and readable only by its owner', async () => {
    const outboxDir = path.join(await folder(), 'new', 'outbox')
    const sender = mailer({ outboxDir })
    expect(sender.target).toBe('outbox')
    const result = await sender.send({ ...plain, to: 'ops@nightwatch.example' })
    const [name = '', ...others] = await readdir(outboxDir)
    expect(others).toEqual([])
    expect(name).toMatch(/^20260301T120005000Z-ops-nightwatch-example-[0-9a-f]{8}\.eml$/)
    expect(result).toEqual({ ok: true, via: 'outbox', file: path.join(outboxDir, name) })
    const raw = await readFile(path.join(outboxDir, name))
    expect(await simpleParser(raw)).toMatchObject({ subject: 'Grüße', text: 'Hallo\n.\nEnde\n', date })
    expect(
      raw
        .toString()
        .split('\n')
        .slice(0, -1)
        .every((line) => line.endsWith('\r')),
    ).toBe(true)
    expect((await stat(path.join(outboxDir, name))).mode & 0o777).toBe(0o600)
    expect((await stat(outboxDir)).mode & 0o777).toBe(0o700)
  })

  it('is deleted when there are more new mails than the folder keeps; other files stay', async () => {
    const outboxDir = await folder()
    await writeFile(path.join(outboxDir, 'notes.eml'), '')
    const sender = mailer({ outboxDir, outboxKeep: 2 })
    for (const second of [1, 2, 3]) {
      await sender.send({ ...plain, date: new Date(Date.UTC(2026, 2, 1, 12, 0, second)) })
    }
    const times = (await readdir(outboxDir)).toSorted().map((name) => name.slice(0, 16))
    expect(times).toEqual(['20260301T1200020', '20260301T1200030', 'notes.eml'])
  })

  it('is reported as a failure if the folder is not writable', async () => {
    const file = path.join(await folder(), 'file')
    await writeFile(file, '')
    expect(await mailer({ outboxDir: path.join(file, 'outbox') }).send(plain)).toEqual({
      ok: false,
      retry: true,
      code: 'outbox',
      detail: 'The outbox folder could not be written.',
    })
  })
})

it.each(['', 'nobody', 'a@b.example, c@d.example', '<>'])('an invalid sender %j stops the start', (from) => {
  expect(() => createMailer({ from, outboxDir: '/dev/null/outbox' })).toThrow('Not a sender address')
})
