import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { Turns } from '../turns.ts'
import { type Harness, makeCertificate, RawClient, startHarness } from '../testing/smtp-harness.ts'

let harness: Harness
const clients: RawClient[] = []

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy()
  await harness.server.close(0)
})

const start = async (...args: Parameters<typeof startHarness>): Promise<void> => {
  harness = await startHarness(...args)
}
function client(): RawClient {
  const made = new RawClient(harness.port)
  clients.push(made)
  return made
}
const END = '\r\n.\r\n'
const closed = async (of: RawClient): Promise<unknown> => of.socket.closed || once(of.socket, 'close')

describe('the server answers', () => {
  it('530 to a recipient that requires a login', async () => {
    await start()
    const c = client()
    await c.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>']) await c.say(line)
    expect(await c.say('RCPT TO:<secret-1@x.example>')).toBe('530 Authentication required')
  })

  it('530 to a client without a login if the options require one', async () => {
    await start({ authOptional: false })
    const c = client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say('MAIL FROM:<a@x.example>')).toMatch(/^530/)
  })

  it('538 to a login before STARTTLS if the options forbid that', async () => {
    await start({ tls: await makeCertificate(), requireTlsForAuth: true })
    const c = client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say('AUTH LOGIN')).toMatch(/^538/)
  })

  it('550 to unknown recipients, and ends the connection at the tenth', async () => {
    await start()
    const c = client()
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
    await start()
    const c = client()
    await c.reply()
    for (const said of ['EHLO a', 'MAIL FROM:<a@x.example>']) await c.say(said)
    for (let n = 1; n < 10; n++) expect(await c.say(line(n))).toMatch(refused)
    expect(await c.say(line(10))).toMatch(/^421/)
    await closed(c)
  })

  it('5xx to NUL in an address or a user name, without asking the product', async () => {
    const asked: string[] = []
    await start({
      ports: {
        recipient: async (address) => ({ ok: true, target: `${asked.push(address)}` }),
        authenticate: async (user) => ({ ok: true, user: `${asked.push(user)}` }),
      },
    })
    const c = client()
    await c.reply()
    for (const said of ['EHLO a', 'MAIL FROM:<a@x.example>']) await c.say(said)
    expect(await c.say('RCPT TO:<gate\0-1@x.example>')).toMatch(/^501/)
    await c.say('RSET')
    await c.say('AUTH LOGIN')
    expect(await c.say(Buffer.from('i\0pc').toString('base64'))).toMatch(/^5/)
    expect(asked).toEqual([])
  })

  it('421 to the third wrong password', async () => {
    await start()
    const c = client()
    await c.reply()
    await c.say('EHLO a')
    const wrong = `AUTH PLAIN ${Buffer.from('\0ipc\0wrong').toString('base64')}`
    expect(await c.say(wrong)).toMatch(/^535/)
    expect(await c.say(wrong)).toMatch(/^535/)
    expect(await c.say(wrong)).toMatch(/^421/)
  })

  it('451 above the rate limit, which each recipient of a message uses', async () => {
    const asked: unknown[] = []
    await start({
      ports: {
        rate: (target) => {
          asked.push(target)
          return asked.length <= 1
        },
      },
    })
    const c = client()
    await c.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>', 'RCPT TO:<gate-1@x.example>']) await c.say(line)
    expect(await c.say('RCPT TO:<gate-2@x.example>')).toMatch(/^451/)
    expect(asked).toEqual(['view of gate-1@x.example', 'view of gate-2@x.example'])
  })

  it('451 when the disk is low, before and after the content', async () => {
    let room = false
    await start({ ports: { capacity: () => (room ? { ok: true } : { ok: false, message: 'Out of space' }) } })
    const c = client()
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
    expect(harness.kept).toEqual([])
  })

  it('552 to an oversized message after its end, and continues with the next', async () => {
    await start({ maxBytes: 10_000 })
    const c = client()
    await c.envelope()
    c.write('x'.repeat(70).concat('\r\n').repeat(400))
    expect(await c.say('.')).toBe('552 Message exceeds the limit of 10000 bytes')
    expect(harness).toMatchObject({ kept: [], broken: 1 })
    for (const line of ['MAIL FROM:<a@x.example>', 'RCPT TO:<gate-1@x.example>', 'DATA']) await c.say(line)
    expect(await c.say(`small\r\n.`)).toBe('250 Stored as s1')
  })

  it('552 at once to an announced size above the limit', async () => {
    await start({ maxBytes: 10_000 })
    const c = client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say('MAIL FROM:<a@x.example> SIZE=10001')).toMatch(/^552/)
  })

  it('421 to a client whose message never ends, and ends the connection', async () => {
    await start({ maxBytes: 10_000 })
    const c = client()
    await c.envelope()
    c.write('x'.repeat(70).concat('\r\n').repeat(1000))
    expect(await c.reply()).toMatch(/^421/)
    await closed(c)
    expect(harness.kept).toEqual([])
  })

  it('452 to recipients above the limit', async () => {
    await start({ maxRecipients: 1 })
    const c = client()
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
    await start({ ports: { accept } })
    const c = client()
    await c.envelope()
    c.write('line\r\n'.repeat(100_000))
    expect(await c.say('.')).toBe(expected)
  })

  it('250 to a second transaction, whose message gets only the recipients of that transaction', async () => {
    await start()
    const c = client()
    await c.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>', 'RCPT TO:<gate-1@x.example>', 'RSET']) await c.say(line)
    for (const line of ['MAIL FROM:<a@x.example>', 'RCPT TO:<gate-2@x.example>', 'DATA']) await c.say(line)
    expect(await c.say('x\r\n.')).toMatch(/^250/)
    expect(harness.kept[0]?.recipients).toEqual([{ address: 'gate-2@x.example', target: 'view of gate-2@x.example' }])
  })

  it.each(['WIZ x', 'SHELL', 'XCLIENT ADDR=1.2.3.4', 'XFORWARD ADDR=1.2.3.4'])('500 to %s', async (line) => {
    await start()
    const c = client()
    await c.reply()
    await c.say('EHLO a')
    expect(await c.say(line)).toMatch(/^5\d\d/)
  })
})

describe('the reply 250', () => {
  it('is sent after the product has stored the message, not before', async () => {
    const order: string[] = []
    const read = Promise.withResolvers<void>()
    const stored = Promise.withResolvers<void>()
    await start({
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
    const c = client()
    await c.envelope()
    c.write(`x${END}`)
    const reply = c.reply().then((line) => order.push(line))
    await read.promise
    // a message without a wait would be stored by the time another client has had two replies
    const other = client()
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
    await start({
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
    const c = client()
    await c.envelope()
    c.write(`Subject: half a mail\r\n\r\n${'x'.repeat(100_000)}`)
    await begun.promise
    c.socket.destroy()
    expect(await failed.promise).toMatchObject({ code: 'ECONNECTION' })
  })
})

describe('impatient clients', () => {
  it('that send before the greeting are served', async () => {
    await start()
    const c = client()
    c.write('EHLO a\r\nMAIL FROM:<a@x.example>\r\nRCPT TO:<gate-1@x.example>\r\nDATA\r\n')
    const replies = []
    for (let n = 0; n < 5; n++) replies.push((await c.reply()).slice(0, 3))
    expect(replies).toEqual(['220', '250', '250', '250', '354'])
  })
})

describe('large messages', () => {
  const LARGE = 'line\r\n'.repeat(100_000)

  it('wait for each other, even beyond the idle time-out, and do not delay small messages', async () => {
    const stored = Promise.withResolvers<void>()
    const isHere = Promise.withResolvers<void>()
    await start({
      idleTimeoutMs: 300,
      turns: new Turns({ places: 1, longestMs: 60_000 }),
      ports: {
        accept: async ({ stream }) => {
          const { length } = await buffer(stream)
          if (length < LARGE.length) return { ok: true, id: 'small' }
          isHere.resolve()
          await stored.promise
          return { ok: true, id: 'large' }
        },
      },
    })
    const [one, two] = [client(), client()]
    for (const c of [one, two]) await c.envelope()
    one.write(`${LARGE}${END}`)
    await isHere.promise
    two.write(`${LARGE}${END}`)
    // Meanwhile clients that send nothing are disconnected, although the second one connects later.
    for (let n = 0; n < 2; n++) {
      const silent = client()
      await silent.reply()
      expect(await silent.reply()).toMatch(/^421/)
    }
    const last = client()
    await last.envelope()
    expect(await last.say(`x${END.slice(0, -2)}`)).toBe('250 Stored as small')
    stored.resolve()
    expect([await one.reply(), await two.reply()]).toEqual(['250 Stored as large', '250 Stored as large'])
  })

  it('give their turn to others if they break off while they wait', async () => {
    const stored = Promise.withResolvers<void>()
    const isHere = Promise.withResolvers<void>()
    await start({
      turns: new Turns({ places: 1, longestMs: 60_000 }),
      ports: {
        accept: async ({ stream }) => {
          await buffer(stream)
          isHere.resolve()
          await stored.promise
          return { ok: true, id: 'large' }
        },
      },
    })
    const [one, two, three] = [client(), client(), client()]
    for (const c of [one, two, three]) await c.envelope()
    one.write(`${LARGE}${END}`)
    await isHere.promise
    two.write(LARGE)
    three.write(`${LARGE}${END}`)
    two.socket.destroy()
    stored.resolve()
    expect([await one.reply(), await three.reply()]).toEqual(['250 Stored as large', '250 Stored as large'])
  })
})

describe('slow clients', () => {
  it('that trickle bytes are cut off by the time limit of a step while others deliver', async () => {
    await start({ stepTimeoutMs: 400, idleTimeoutMs: 60_000 })
    const slow = client()
    await slow.reply()
    const trickle = setInterval(() => slow.write('E'), 20)
    const fast = client()
    await fast.envelope()
    expect(await fast.say('x\r\n.')).toMatch(/^250/)
    expect(await slow.reply()).toMatch(/^421/)
    clearInterval(trickle)
    await closed(slow)
  })

  it('that trickle content are cut off by the time limit of the content, and nothing is kept', async () => {
    await start({ dataTimeoutMs: 400, idleTimeoutMs: 60_000 })
    const slow = client()
    await slow.envelope()
    const trickle = setInterval(() => slow.write('x'), 20)
    expect(await slow.reply()).toMatch(/^421/)
    clearInterval(trickle)
    slow.socket.destroy()
    await harness.server.close(1000)
    expect(harness).toMatchObject({ kept: [], broken: 1 })
  })

  it('that are silent are cut off by the idle time-out', async () => {
    await start({ idleTimeoutMs: 300 })
    const slow = client()
    await slow.reply()
    expect(await slow.reply()).toMatch(/^421/)
  })

  it('have no time limit while the product is busy', async () => {
    const answered = Promise.withResolvers<{ ok: true; target: string }>()
    await start({ stepTimeoutMs: 200, ports: { recipient: () => answered.promise } })
    const waiting = client()
    await waiting.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>']) await waiting.say(line)
    waiting.write('RCPT TO:<gate-1@x.example>\r\n')
    // An idle client that connects later is disconnected first.
    const idle = client()
    await idle.reply()
    expect(await idle.reply()).toMatch(/^421/)
    answered.resolve({ ok: true, target: 'x' })
    expect(await waiting.reply()).toMatch(/^250/)
  })
})

describe('many connections', () => {
  it('of one address are refused above the limit, until one of them ends', async () => {
    await start({ maxConnectionsPerAddress: 2 })
    const [one, two, three] = [client(), client(), client()]
    expect(await one.reply()).toMatch(/^220/)
    expect(await two.reply()).toMatch(/^220/)
    expect(await three.reply()).toMatch(/^421 Too many connections from this address/)
    expect(await one.say('QUIT')).toMatch(/^221/)
    await closed(one)
    // The server notices the end a moment later, and reduces its count in the next round of the event loop.
    await expect.poll(() => harness.server.connections()).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    const four = client()
    expect(await four.reply()).toMatch(/^220/)
  })

  it('of one address leave some places for addresses that have no connection', async () => {
    await start({ maxConnections: 10, maxConnectionsPerAddress: 100 })
    const nine = Array.from({ length: 9 }, client)
    for (const c of nine) expect(await c.reply()).toMatch(/^220/)
    expect(await client().reply()).toMatch(/^421/)
    const other = new RawClient(harness.port, '127.0.0.2')
    clients.push(other)
    expect(await other.reply()).toMatch(/^220/)
  })
})

describe('listening and closing', () => {
  it('closing disconnects idle clients at once and lets a message that is arriving finish', async () => {
    await start()
    const idle = client()
    const busy = client()
    await idle.reply()
    await busy.envelope()
    busy.write('Subject: x\r\n')
    const closing = harness.server.close(20_000)
    expect(await idle.reply()).toMatch(/^421/)
    expect(await busy.say('\r\nthe end\r\n.')).toMatch(/^250 Stored/)
    expect(await busy.say('QUIT')).toMatch(/^421/)
    await closing
    expect(harness.kept).toHaveLength(1)
  })

  it('closing cuts off unfinished messages after the grace period', async () => {
    await start()
    const busy = client()
    await busy.envelope()
    busy.write('Subject: x\r\n')
    await harness.server.close(50)
    await closed(busy)
    expect(harness).toMatchObject({ kept: [], broken: 1 })
  })

  it('closing waits at most for the grace period if a client ignores the 421', async () => {
    await start()
    const stays = connect({ port: harness.port, host: '127.0.0.1', allowHalfOpen: true })
    const greeted = once(stays, 'data')
    stays.on('error', () => undefined)
    await greeted
    const said = once(stays, 'data')
    const began = performance.now()
    await harness.server.close(50)
    // The library itself would wait for this client for several seconds.
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(String((await said)[0])).toMatch(/^421/)
    stays.destroy()
  })

  it('a closed server accepts no connections', async () => {
    await start()
    await harness.server.close(0)
    const late = client()
    expect(await late.reply()).toBe('')
  })

  it('listening fails if the port is in use', async () => {
    await start()
    await expect(startHarness({ port: harness.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
