import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '../testing/smtp-harness.ts'
import { closed, useSmtpHarness } from '../testing/use-smtp-harness.ts'

const smtp = useSmtpHarness()

describe('the server answers', () => {
  it('530 to a recipient that requires a login', async () => {
    await smtp.start()
    const c = smtp.client()
    await c.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>']) await c.say(line)
    expect(await c.say('RCPT TO:<secret-1@x.example>')).toBe('530 Authentication required')
  })

  it('530 to a client without a login if the options require one', async () => {
    await smtp.start({ authOptional: false })
    const c = smtp.client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say('MAIL FROM:<a@x.example>')).toMatch(/^530/)
  })

  it('538 to a login before STARTTLS if the options forbid that', async () => {
    await smtp.start({ tls: await makeCertificate(), requireTlsForAuth: true })
    const c = smtp.client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say('AUTH LOGIN')).toMatch(/^538/)
  })

  it('550 to unknown recipients, and ends the connection at the tenth', async () => {
    await smtp.start()
    const c = smtp.client()
    await c.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>']) await c.say(line)
    for (let n = 1; n < 10; n++) expect(await c.say(`RCPT TO:<guess-${n}@x.example>`)).toBe('550 Unknown recipient')
    expect(await c.say('RCPT TO:<guess-10@x.example>')).toMatch(/^421/)
    await closed(c)
  })

  it.each([
    ['malformed', (n: number) => `RCPT TO:<a b${n}`, /^501/],
    ['of another domain', (n: number) => `RCPT TO:<guess-${n}@other.example>`, /^550/],
    ['in need of a login', (n: number) => `RCPT TO:<secret-${n}@x.example>`, /^530/],
  ])('421 to the tenth recipient that is %s, and ends the connection', async (_what, line, refused) => {
    await smtp.start()
    const c = smtp.client()
    await c.reply()
    for (const said of ['EHLO a', 'MAIL FROM:<a@x.example>']) await c.say(said)
    for (let n = 1; n < 10; n++) expect(await c.say(line(n))).toMatch(refused)
    expect(await c.say(line(10))).toMatch(/^421/)
    await closed(c)
  })

  it('5xx to NUL in an address or a user name, without asking the product', async () => {
    const asked: string[] = []
    await smtp.start({
      ports: {
        recipient: async (address) => ({ ok: true, target: `${asked.push(address)}` }),
        authenticate: async (user) => ({ ok: true, user: `${asked.push(user)}` }),
      },
    })
    const c = smtp.client()
    await c.reply()
    for (const said of ['EHLO a', 'MAIL FROM:<a@x.example>']) await c.say(said)
    expect(await c.say('RCPT TO:<gate\0-1@x.example>')).toMatch(/^501/)
    await c.say('RSET')
    await c.say('AUTH LOGIN')
    expect(await c.say(Buffer.from('i\0pc').toString('base64'))).toMatch(/^5/)
    expect(asked).toEqual([])
  })

  it('421 to the third wrong password', async () => {
    await smtp.start()
    const c = smtp.client()
    await c.reply()
    await c.say('EHLO a')
    const wrong = `AUTH PLAIN ${Buffer.from('\0ipc\0wrong').toString('base64')}`
    expect(await c.say(wrong)).toMatch(/^535/)
    expect(await c.say(wrong)).toMatch(/^535/)
    expect(await c.say(wrong)).toMatch(/^421/)
  })

  it('451 above the rate limit, which each recipient of a message uses', async () => {
    const asked: unknown[] = []
    await smtp.start({
      ports: {
        rate: (target) => {
          asked.push(target)
          return asked.length <= 1
        },
      },
    })
    const c = smtp.client()
    await c.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>', 'RCPT TO:<gate-1@x.example>']) await c.say(line)
    expect(await c.say('RCPT TO:<gate-2@x.example>')).toMatch(/^451/)
    expect(asked).toEqual(['view of gate-1@x.example', 'view of gate-2@x.example'])
  })

  it('451 when the disk is low, before and after the content', async () => {
    let room = false
    await smtp.start({ ports: { capacity: () => (room ? { ok: true } : { ok: false, message: 'Out of space' }) } })
    const c = smtp.client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say('MAIL FROM:<a@x.example>')).toBe('451 Out of space')
    room = true
    for (const line of ['MAIL FROM:<a@x.example>', 'RCPT TO:<gate-1@x.example>'])
      expect(await c.say(line)).toMatch(/^250/)
    room = false
    expect(await c.say('DATA')).toMatch(/^354/)
    c.write(`Subject: x\r\n\r\n${'line\r\n'.repeat(50_000)}`)
    expect(await c.say('.')).toBe('451 Out of space')
    expect(smtp.harness.kept).toEqual([])
  })

  it('552 to an oversized message after its end, and continues with the next', async () => {
    await smtp.start({ maxBytes: 10_000 })
    const c = smtp.client()
    await c.envelope()
    c.write('x'.repeat(70).concat('\r\n').repeat(400))
    expect(await c.say('.')).toBe('552 Message exceeds the limit of 10000 bytes')
    expect(smtp.harness).toMatchObject({ kept: [], broken: 1 })
    for (const line of ['MAIL FROM:<a@x.example>', 'RCPT TO:<gate-1@x.example>', 'DATA']) await c.say(line)
    expect(await c.say(`small\r\n.`)).toBe('250 Stored as s1')
  })

  it('552 at once to an announced size above the limit', async () => {
    await smtp.start({ maxBytes: 10_000 })
    const c = smtp.client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say('MAIL FROM:<a@x.example> SIZE=10001')).toMatch(/^552/)
  })

  it('421 to a client whose message never ends, and ends the connection', async () => {
    await smtp.start({ maxBytes: 10_000 })
    const c = smtp.client()
    await c.envelope()
    c.write('x'.repeat(70).concat('\r\n').repeat(1000))
    expect(await c.reply()).toMatch(/^421/)
    await closed(c)
    expect(smtp.harness.kept).toEqual([])
  })

  it('452 to recipients above the limit', async () => {
    await smtp.start({ maxRecipients: 1 })
    const c = smtp.client()
    await c.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>', 'RCPT TO:<gate-1@x.example>']) await c.say(line)
    expect(await c.say('RCPT TO:<gate-2@x.example>')).toMatch(/^452/)
  })

  it.each([
    ['an answer of the product', async () => ({ ok: false, code: 452, message: 'Quota' }) as const, '452 Quota'],
    [
      'a failure of the product',
      () => Promise.reject(new Error('disk on fire')),
      '451 Temporary failure, try again later',
    ],
    [
      'a claim to have stored what was not read',
      async () => ({ ok: true, id: 'lie' }) as const,
      '451 Temporary failure, try again later',
    ],
  ])('with the right text to %s, also if the product left content unread', async (_, accept, expected) => {
    await smtp.start({ ports: { accept } })
    const c = smtp.client()
    await c.envelope()
    c.write('line\r\n'.repeat(100_000))
    expect(await c.say('.')).toBe(expected)
  })

  it('250 to a second transaction, whose message gets only the recipients of that transaction', async () => {
    await smtp.start()
    const c = smtp.client()
    await c.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>', 'RCPT TO:<gate-1@x.example>', 'RSET']) await c.say(line)
    for (const line of ['MAIL FROM:<a@x.example>', 'RCPT TO:<gate-2@x.example>', 'DATA']) await c.say(line)
    expect(await c.say('x\r\n.')).toMatch(/^250/)
    expect(smtp.harness.kept[0]?.recipients).toEqual([
      { address: 'gate-2@x.example', target: 'view of gate-2@x.example' },
    ])
  })

  it.each(['WIZ x', 'SHELL', 'XCLIENT ADDR=1.2.3.4', 'XFORWARD ADDR=1.2.3.4'])('500 to %s', async (line) => {
    await smtp.start()
    const c = smtp.client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say(line)).toMatch(/^500/)
  })
})

describe('the reply 250', () => {
  it('is sent after the product has stored the message, not before', async () => {
    const order: string[] = []
    const read = Promise.withResolvers<void>()
    const stored = Promise.withResolvers<void>()
    await smtp.start({
      ports: {
        accept: async ({ stream }) => {
          await buffer(stream)
          read.resolve()
          await stored.promise
          order.push('stored')
          return { ok: true, id: 'a' }
        },
      },
    })
    const c = smtp.client()
    await c.envelope()
    c.write('x\r\n.\r\n')
    const reply = c.reply().then((line) => order.push(line))
    await read.promise
    // a message without a wait would be stored by the time another client has had two replies
    const other = smtp.client()
    await other.reply()
    await other.say('EHLO b')
    order.push('still waiting')
    stored.resolve()
    await reply
    expect(order).toEqual(['still waiting', 'stored', '250 Stored as a'])
  })

  it('is not sent when a connection breaks in the middle of the content, and nothing is stored', async () => {
    const begun = Promise.withResolvers<void>()
    const failed = Promise.withResolvers<unknown>()
    await smtp.start({
      ports: {
        accept: async ({ stream }) => {
          stream.once('data', () => begun.resolve())
          await buffer(stream).catch((error: unknown) => {
            failed.resolve(error)
            throw error
          })
          return { ok: true, id: 'wrong' }
        },
      },
    })
    const c = smtp.client()
    await c.envelope()
    c.write(`Subject: half a mail\r\n\r\n${'x'.repeat(100_000)}`)
    await begun.promise
    c.socket.destroy()
    expect(await failed.promise).toMatchObject({ code: 'ECONNECTION' })
  })
})

describe('impatient clients', () => {
  it('that send before the greeting are served', async () => {
    await smtp.start()
    const c = smtp.client()
    c.write('EHLO a\r\nMAIL FROM:<a@x.example>\r\nRCPT TO:<gate-1@x.example>\r\nDATA\r\n')
    const replies = []
    for (let n = 0; n < 5; n++) replies.push((await c.reply()).slice(0, 3))
    expect(replies).toEqual(['220', '250', '250', '250', '354'])
  })
})
