import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseMail } from '../mail/parse-mail.ts'
import { jpeg } from '../testing/mails.ts'
import { type Harness, makeCertificate, RawClient, startHarness } from '../testing/smtp-harness.ts'

let harness: Harness
let certificate: { key: string; cert: string }

beforeAll(async () => {
  certificate = await makeCertificate()
})
afterEach(() => harness.server.close(0))

const start = async (...args: Parameters<typeof startHarness>): Promise<void> => {
  harness = await startHarness(...args)
}
const transport = (options: object = {}) =>
  createTransport({ host: '127.0.0.1', port: harness.port, ignoreTLS: true, ...options })
const mail = (to = 'gate-1@x.example', size = 2000) => ({
  from: 'cam@x.example',
  to,
  subject: 'Motion detected on Gate',
  text: 'hello',
  attachments: [{ filename: 'a.jpg', content: jpeg(1, size) }],
})
const login = { user: 'ipc', pass: 's3cret pass' }

describe('nodemailer', () => {
  it('delivers a mail with a picture byte for byte and gets its id', async () => {
    await start()
    const sent = await transport().sendMail(mail())
    expect(sent.response).toBe('250 Stored as s1')
    const [kept] = harness.kept
    expect(kept).toMatchObject({ mailFrom: 'cam@x.example', user: null, secure: false })
    const signal = await parseMail(kept?.raw ?? Buffer.alloc(0), { receivedAt: new Date() })
    expect(signal.media.map((part) => Buffer.from(part.bytes))).toEqual([jpeg(1)])
  })

  it.each(['PLAIN', 'LOGIN'])('logs in with AUTH %s without encryption', async (authMethod) => {
    await start()
    await transport({ auth: login, authMethod }).sendMail(mail('secret-1@x.example'))
    expect(harness.kept).toMatchObject([{ user: 'ipc', recipients: [{ target: 'site of ipc' }] }])
  })

  it('is refused with a wrong password, which is not logged', async () => {
    await start()
    const sending = transport({ auth: { user: 'ipc', pass: 'wr0ng-password' } }).sendMail(mail())
    await expect(sending).rejects.toMatchObject({ responseCode: 535 })
    expect(harness.kept).toEqual([])
    expect(harness.logged.join('\n')).not.toContain('wr0ng-password')
  })

  it.each(['PLAIN', 'LOGIN'])('logs in with AUTH %s after STARTTLS', async (authMethod) => {
    await start({ tls: certificate, requireTlsForAuth: true })
    const tls = { ca: certificate.cert, servername: 'localhost' }
    await transport({ ignoreTLS: false, requireTLS: true, tls, auth: login, authMethod }).sendMail(
      mail('secret-1@x.example'),
    )
    expect(harness.kept).toMatchObject([{ user: 'ipc', secure: true }])
  })

  it('is not offered STARTTLS without a certificate', async () => {
    await start()
    await expect(transport({ ignoreTLS: false, requireTLS: true }).sendMail(mail())).rejects.toThrow(/STARTTLS/)
  })

  it('sends one mail to several recipients, which is stored once', async () => {
    await start()
    await transport().sendMail(mail('gate-1@x.example, gate-2@x.example'))
    expect(harness.kept.map(({ recipients }) => recipients.map(({ target }) => target))).toEqual([
      ['view of gate-1@x.example', 'view of gate-2@x.example'],
    ])
  })

  it('gets an error for an unknown recipient and still delivers to the other recipient', async () => {
    await start()
    const sent = await transport().sendMail(mail('gate-1@x.example, nobody@x.example'))
    expect(sent).toMatchObject({ accepted: ['gate-1@x.example'], rejected: ['nobody@x.example'] })
    expect(harness.kept[0]?.recipients).toHaveLength(1)
  })

  it('delivers several mails over one connection', async () => {
    await start()
    const pool = transport({ pool: true, maxConnections: 1 })
    await Promise.all(Array.from({ length: 5 }, () => pool.sendMail(mail())))
    pool.close()
    expect(harness.kept).toHaveLength(5)
  })

  it('delivers a large attachment and gets 552 for one above the limit', async () => {
    await start()
    await transport().sendMail(mail('gate-1@x.example', 2_500_000))
    const signal = await parseMail(harness.kept[0]?.raw ?? Buffer.alloc(0), { receivedAt: new Date() })
    expect(Buffer.from(signal.media[0]?.bytes ?? []).equals(jpeg(1, 2_500_000))).toBe(true)
    const tooLarge = transport().sendMail(mail('gate-1@x.example', 4_000_000))
    await expect(tooLarge).rejects.toMatchObject({ responseCode: 552 })
    expect(harness.kept).toHaveLength(1)
  })
})

describe('an old device', () => {
  it('may pipeline its whole session', async () => {
    await start()
    const client = new RawClient(harness.port)
    await client.reply()
    client.write('EHLO cam\r\nMAIL FROM:<cam@x.example>\r\nRCPT TO:<gate-1@x.example>\r\nDATA\r\n')
    for (const code of ['250', '250', '250', '354']) expect((await client.reply()).slice(0, 3)).toBe(code)
    client.write('Subject: a\r\n\r\n..dots\r\n.\r\nQUIT\r\n')
    expect(await client.reply()).toBe('250 Stored as s1')
    expect(await client.reply()).toMatch(/^221/)
    expect(harness.kept[0]?.raw.toString()).toBe('Subject: a\r\n\r\n.dots\r\n')
  })

  it('may know only HELO and send addresses with syntax errors', async () => {
    await start()
    const client = new RawClient(harness.port)
    await client.reply()
    expect(await client.say('HELO cam')).toMatch(/^250/)
    expect(await client.say('MAIL FROM:<cam.@x..example>')).toMatch(/^250/)
    expect(await client.say('RCPT TO:<gate-1@[192.168.1.5]>')).toMatch(/^250/)
    client.socket.destroy()
  })

  it.each([
    [false, null],
    [true, 'TLSv1'],
  ])('that supports only TLS 1.0, with the option legacy %s, connects with %s', async (legacy, protocol) => {
    await start({ tls: { ...certificate, legacy } })
    const client = new RawClient(harness.port)
    await client.reply()
    await client.say('EHLO cam')
    expect(await client.say('STARTTLS')).toMatch(/^220/)
    client.socket.removeAllListeners('data')
    const secure = connectTls({
      socket: client.socket,
      ca: certificate.cert,
      servername: 'localhost',
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    const outcome = await Promise.race([
      once(secure, 'secureConnect').then(() => secure.getProtocol()),
      once(secure, 'close').then(() => null),
    ]).catch(() => null)
    expect(outcome).toBe(protocol)
    secure.destroy()
  })
})
