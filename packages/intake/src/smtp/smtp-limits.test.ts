import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startHarness } from '../testing/smtp-harness.ts'
import { closed, useSmtpHarness } from '../testing/use-smtp-harness.ts'
import { Turns } from '../turns.ts'

const smtp = useSmtpHarness()
const END = '\r\n.\r\n'

describe('large messages', () => {
  const LARGE = 'line\r\n'.repeat(100_000)

  it('wait for each other, even beyond the idle time-out, and do not delay small messages', async () => {
    const stored = Promise.withResolvers<void>()
    const isHere = Promise.withResolvers<void>()
    await smtp.start({
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
    const one = smtp.client()
    await one.envelope()
    one.write(`${LARGE}${END}`)
    await isHere.promise
    // Connected now: it must not be silent for as long as the first message takes on a loaded machine.
    const two = smtp.client()
    await two.envelope()
    two.write(`${LARGE}${END}`)
    // Meanwhile clients that send nothing are disconnected, although the second one connects later.
    for (let n = 0; n < 2; n++) {
      const silent = smtp.client()
      await silent.reply()
      expect(await silent.reply()).toMatch(/^421/)
    }
    const last = smtp.client()
    await last.envelope()
    expect(await last.say(`x${END.slice(0, -2)}`)).toBe('250 Stored as small')
    stored.resolve()
    expect([await one.reply(), await two.reply()]).toEqual(['250 Stored as large', '250 Stored as large'])
  })

  it('give their turn to others if they break off while they wait', async () => {
    const stored = Promise.withResolvers<void>()
    const isHere = Promise.withResolvers<void>()
    await smtp.start({
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
    const [one, two, three] = [smtp.client(), smtp.client(), smtp.client()]
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
    await smtp.start({ stepTimeoutMs: 400, idleTimeoutMs: 60_000 })
    const slow = smtp.client()
    await slow.reply()
    const trickle = setInterval(() => slow.write('E'), 20)
    const fast = smtp.client()
    await fast.envelope()
    expect(await fast.say('x\r\n.')).toMatch(/^250/)
    expect(await slow.reply()).toMatch(/^421/)
    clearInterval(trickle)
    await closed(slow)
  })

  it('that trickle content are cut off by the time limit of the content, and nothing is kept', async () => {
    await smtp.start({ dataTimeoutMs: 400, idleTimeoutMs: 60_000 })
    const slow = smtp.client()
    await slow.envelope()
    const trickle = setInterval(() => slow.write('x'), 20)
    expect(await slow.reply()).toMatch(/^421/)
    clearInterval(trickle)
    slow.socket.destroy()
    await smtp.harness.server.close(1000)
    expect(smtp.harness).toMatchObject({ kept: [], broken: 1 })
  })

  it('that are silent are cut off by the idle time-out', async () => {
    await smtp.start({ idleTimeoutMs: 300 })
    const slow = smtp.client()
    await slow.reply()
    expect(await slow.reply()).toMatch(/^421/)
  })

  it('have no time limit while the product is busy', async () => {
    const answered = Promise.withResolvers<{ ok: true; target: string }>()
    await smtp.start({ stepTimeoutMs: 200, ports: { recipient: () => answered.promise } })
    const waiting = smtp.client()
    await waiting.reply()
    for (const line of ['EHLO a', 'MAIL FROM:<a@x.example>']) await waiting.say(line)
    waiting.write('RCPT TO:<gate-1@x.example>\r\n')
    // An idle client that connects later is disconnected first.
    const idle = smtp.client()
    await idle.reply()
    expect(await idle.reply()).toMatch(/^421/)
    answered.resolve({ ok: true, target: 'x' })
    expect(await waiting.reply()).toMatch(/^250/)
  })
})

describe('many connections', () => {
  it('of one address are refused above the limit, until one of them ends', async () => {
    await smtp.start({ maxConnectionsPerAddress: 2 })
    const [one, two, three] = [smtp.client(), smtp.client(), smtp.client()]
    expect(await one.reply()).toMatch(/^220/)
    expect(await two.reply()).toMatch(/^220/)
    expect(await three.reply()).toMatch(/^421 Too many connections from this address/)
    expect(await one.say('QUIT')).toMatch(/^221/)
    await closed(one)
    // The server notices the end a moment later, and reduces its count in the next round of the event loop.
    await expect.poll(() => smtp.harness.server.connections()).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    const four = smtp.client()
    expect(await four.reply()).toMatch(/^220/)
  })

  it('of one address leave some places for addresses that have no connection', async () => {
    await smtp.start({ maxConnections: 10, maxConnectionsPerAddress: 100 })
    const nine = Array.from({ length: 9 }, () => smtp.client())
    for (const c of nine) expect(await c.reply()).toMatch(/^220/)
    expect(await smtp.client().reply()).toMatch(/^421/)
    const other = smtp.client('127.0.0.2')
    expect(await other.reply()).toMatch(/^220/)
  })
})

describe('listening and closing', () => {
  it('closing disconnects idle clients at once and lets a message that is arriving finish', async () => {
    await smtp.start()
    const idle = smtp.client()
    const busy = smtp.client()
    await idle.reply()
    await busy.envelope()
    busy.write('Subject: x\r\n')
    const closing = smtp.harness.server.close(20_000)
    expect(await idle.reply()).toMatch(/^421/)
    expect(await busy.say('\r\nthe end\r\n.')).toMatch(/^250 Stored/)
    expect(await busy.say('QUIT')).toMatch(/^421/)
    await closing
    expect(smtp.harness.kept).toHaveLength(1)
  })

  it('closing cuts off unfinished messages after the grace period', async () => {
    await smtp.start()
    const busy = smtp.client()
    await busy.envelope()
    busy.write('Subject: x\r\n')
    await smtp.harness.server.close(50)
    await closed(busy)
    expect(smtp.harness).toMatchObject({ kept: [], broken: 1 })
  })

  it('closing waits at most for the grace period if a client ignores the 421', async () => {
    await smtp.start()
    const stays = connect({ port: smtp.harness.port, host: '127.0.0.1', allowHalfOpen: true })
    const greeted = once(stays, 'data')
    stays.on('error', () => undefined)
    await greeted
    const said = once(stays, 'data')
    const began = performance.now()
    await smtp.harness.server.close(50)
    // The library itself would wait for this client for several seconds.
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(String((await said)[0])).toMatch(/^421/)
    stays.destroy()
  })

  it('a closed server accepts no connections', async () => {
    await smtp.start()
    await smtp.harness.server.close(0)
    const late = smtp.client()
    expect(await late.reply()).toBe('')
  })

  it('listening fails if the port is in use', async () => {
    await smtp.start()
    await expect(startHarness({ port: smtp.harness.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
