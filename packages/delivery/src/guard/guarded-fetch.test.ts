import type { ServerResponse } from 'node:http'
import net from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { portOf, startHttpSink, testAuthority, type HttpSink } from '../testing/http-sink.ts'
import { createGuard } from './guard.ts'
import type { Guard, GuardDeps, GuardPolicy } from './types.ts'

const open: GuardPolicy = { allowedNetworks: ['127.0.0.0/8'], ownAddresses: [], allowedPorts: 'any' }
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
})

async function sink(answer: (response: ServerResponse) => void, tls = false): Promise<HttpSink> {
  const started = await startHttpSink(answer, { tls })
  cleanups.push(() => started.close())
  return started
}

function guard(policy: Partial<GuardPolicy> = {}, deps: GuardDeps = {}): Guard {
  const created = createGuard({ ...open, ...policy }, deps)
  cleanups.push(() => created.close())
  return created
}

/** Aborts as soon as this many listeners wait for it: the first during the look-up, the second while the socket connects. */
function abortAfter(listeners: number) {
  const controller = new AbortController()
  const { signal } = controller
  const abort = vi.fn<() => void>(() => controller.abort())
  const listen = signal.addEventListener.bind(signal)
  let waiting = 0
  signal.addEventListener = (...heard: Parameters<typeof listen>): void => {
    listen(...heard)
    waiting += 1
    if (waiting === listeners) queueMicrotask(abort)
  }
  return { signal, abort }
}

/** A resolver that returns the given answers in order, and then the last answer again and again. */
function resolver(...answers: string[][]): NonNullable<GuardDeps['lookup']> & { asked: string[] } {
  const asked: string[] = []
  const lookup = async (hostname: string): Promise<{ address: string }[]> => {
    asked.push(hostname)
    return (answers[Math.min(asked.length, answers.length) - 1] ?? []).map((address) => ({ address }))
  }
  return Object.assign(lookup, { asked })
}

describe('a guarded download', () => {
  it('passes the body on in chunks', async () => {
    const { port } = await sink((response) => response.writeHead(200, { 'content-length': 6 }).end('pieces'))
    const answer = await guard().open(`http://127.0.0.1:${port}/model`, { headers: { host: 'elsewhere.example' } })
    if (!answer.ok) throw new Error(answer.detail)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-length': '6' } })
    expect(Buffer.concat(await answer.body.toArray()).toString()).toBe('pieces')
  })

  it('refuses addresses of our own network and follows no redirect', async () => {
    const { port, requests } = await sink((response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
    const url = `http://127.0.0.1:${port}/`
    expect(await guard({ allowedNetworks: [] }).open(url)).toMatchObject({ ok: false, code: 'loopback' })
    expect(requests).toEqual([])
    const answer = await guard().open(url)
    expect(answer).toMatchObject({ ok: true, status: 302 })
    if (answer.ok) answer.body.destroy()
  })

  it('ends when nobody answers, and when it is cancelled', async () => {
    const { port } = await sink(() => undefined)
    const url = `http://127.0.0.1:${port}/`
    expect(await guard().open(url, { timeoutMs: 1 })).toMatchObject({ ok: false, code: 'timeout' })
    const half = await sink((response) => response.writeHead(200).write('half'))
    const given = new AbortController()
    const answer = await guard().open(`http://127.0.0.1:${half.port}/`, { signal: given.signal })
    if (!answer.ok) throw new Error(answer.detail)
    const reading = answer.body.toArray()
    given.abort()
    await expect(reading).rejects.toThrow('aborted')
  })
})

it('streams that stay open leave connections for requests to the same host', async () => {
  const { port } = await sink((response) => {
    if (response.req.url === '/stream') response.writeHead(200).write('begun')
    else response.end('answer')
  })
  const shared = guard()
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => shared.open(`http://127.0.0.1:${port}/stream`, { timeoutMs: 5_000 })),
  )
  expect(streams.filter(({ ok }) => ok)).toHaveLength(20)
  expect(await shared.fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 5_000 })).toMatchObject({ ok: true, status: 200 })
})

describe('a guarded request', () => {
  it('posts a body and reads the answer', async () => {
    const { port, requests } = await sink((response) => response.writeHead(201, { 'x-answer': 'yes' }).end('thanks'))
    const answer = await guard().fetch(`http://127.0.0.1:${port}/hook?a=1`, {
      method: 'POST',
      headers: { 'x-mine': '1', host: 'elsewhere.example' },
      body: '{"a":1}',
    })
    expect(answer).toMatchObject({ ok: true, status: 201, headers: { 'x-answer': 'yes' }, truncated: false })
    expect(answer.ok && Buffer.from(answer.body).toString()).toBe('thanks')
    expect(requests).toMatchObject([{ method: 'POST', path: '/hook?a=1', body: '{"a":1}' }])
    expect(requests[0]?.headers).toMatchObject({ host: `127.0.0.1:${port}`, 'x-mine': '1', 'content-length': '7' })
  })

  it('connects to the checked address and does not resolve the name again', async () => {
    const { port, requests } = await sink((response) => response.end())
    const lookup = resolver(['127.0.0.1'], ['127.66.66.66'])
    const answer = await guard({}, { lookup }).fetch(`http://hooks.example:${port}/`)
    expect(answer).toMatchObject({ ok: true, status: 200 })
    expect(lookup.asked).toEqual(['hooks.example'])
    expect(requests[0]?.headers['host']).toBe(`hooks.example:${port}`)
  })

  it('is not misled by a name that is public when checked and private when used (DNS rebinding)', async () => {
    const { port, connections } = await sink((response) => response.end('secret'))
    const rebinding = guard({ allowedNetworks: [] }, { lookup: resolver(['203.0.114.7'], ['127.0.0.1']) })
    const url = `http://rebind.example:${port}/`
    expect(await rebinding.check(url)).toEqual({ ok: true, addresses: ['203.0.114.7'] })
    expect(await rebinding.fetch(url)).toMatchObject({ ok: false, code: 'loopback' })
    expect(connections()).toBe(0)
  })

  it('checks every new connection again', async () => {
    const { port, connections } = await sink((response) => response.writeHead(200, { connection: 'close' }).end())
    const lookup = resolver(['127.0.0.1'], ['10.0.0.1'])
    const again = guard({}, { lookup })
    expect(await again.fetch(`http://hooks.example:${port}/`)).toMatchObject({ ok: true })
    expect(await again.fetch(`http://hooks.example:${port}/`)).toMatchObject({ ok: false, code: 'private' })
    expect(connections()).toBe(1)
  })

  it('does not follow a redirect to a closed address', async () => {
    const inner = await sink((response) => response.end('secret'))
    const location = `http://127.0.0.2:${inner.port}/`
    const outer = await sink((response) => response.writeHead(302, { location }).end())
    const answer = await guard().fetch(`http://127.0.0.1:${outer.port}/`)
    expect(answer).toMatchObject({ ok: true, status: 302, headers: { location } })
    expect(inner.connections()).toBe(0)
  })

  it('refuses a name if one of its addresses is closed', async () => {
    const { port, connections } = await sink((response) => response.end())
    const lookup = resolver(['127.0.0.1', '192.168.0.9'])
    expect(await guard({}, { lookup }).fetch(`http://mixed.example:${port}/`)).toMatchObject({
      ok: false,
      code: 'private',
    })
    expect(connections()).toBe(0)
  })

  it('opens no connection to our own service, even if loopback is allowed', async () => {
    const { port, connections } = await sink((response) => response.end())
    const own = guard({ ownAddresses: [{ host: '0.0.0.0', port }] })
    expect(await own.fetch(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: false, code: 'own-service' })
    expect(connections()).toBe(0)
  })

  it('tries the next address of a name when the first does not answer', async () => {
    const { port } = await sink((response) => response.end())
    const lookup = resolver(['127.9.9.9', '127.0.0.1'])
    expect(await guard({}, { lookup }).fetch(`http://two.example:${port}/`)).toMatchObject({ ok: true, status: 200 })
  })
})

describe('a guarded TLS request', () => {
  it('sends the host name to the server and checks that the certificate is for this name', async () => {
    const { port, serverNames } = await sink((response) => response.end(), true)
    const deps = { lookup: resolver(['127.0.0.1']), ca: await testAuthority() }
    expect(await guard({}, deps).fetch(`https://hooks.example.:${port}/`)).toMatchObject({ ok: true, status: 200 })
    expect(serverNames).toEqual(['hooks.example'])
  })

  it('refuses a certificate of another name', async () => {
    const { port, requests } = await sink((response) => response.end(), true)
    const deps = { lookup: resolver(['127.0.0.1']), ca: await testAuthority() }
    const answer = await guard({}, deps).fetch(`https://other.example:${port}/`)
    expect(answer).toMatchObject({ ok: false, code: 'tls' })
    expect(requests).toEqual([])
  })

  it('refuses a certificate of an unknown authority', async () => {
    const { port, requests } = await sink((response) => response.end(), true)
    const answer = await guard({}, { lookup: resolver(['127.0.0.1']) }).fetch(`https://hooks.example:${port}/`)
    expect(answer).toMatchObject({ ok: false, code: 'tls' })
    expect(requests).toEqual([])
  })
})

describe('the limits of a response', () => {
  it('truncate a long response', async () => {
    const { port } = await sink((response) => response.end('x'.repeat(100_000)))
    const answer = await guard().fetch(`http://127.0.0.1:${port}/`, { maxResponseBytes: 1000 })
    expect(answer).toMatchObject({ ok: true, status: 200, truncated: true })
    expect(answer.ok && answer.body.length).toBe(1000)
  })

  it('truncate an endless response', async () => {
    const { port } = await sink((response) => {
      const pour = (): void => {
        while (response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', pour)
      pour()
    })
    const answer = await guard().fetch(`http://127.0.0.1:${port}/`, { maxResponseBytes: 200_000 })
    expect(answer.ok && answer.body.length).toBe(200_000)
  })

  it('keep the status of a response whose body never ends', async () => {
    const { port } = await sink((response) => void response.writeHead(200).write('begun'))
    const answer = await guard().fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 800 })
    expect(answer).toMatchObject({ ok: true, status: 200, truncated: true })
  })

  it('end a request to a server that sends nothing', async () => {
    const { port } = await sink(() => undefined)
    const answer = await guard().fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 60 })
    expect(answer).toEqual({ ok: false, code: 'timeout', detail: 'No answer in time.' })
  })

  it('end a lookup that takes longer than the request may', async () => {
    const deps: GuardDeps = { lookup: () => new Promise(() => undefined), lookupTimeoutMs: 60_000 }
    const answer = await createGuard(open, deps).fetch('http://slow.example/', { timeoutMs: 40 })
    expect(answer).toMatchObject({ ok: false, code: 'timeout' })
  })

  it('end a cancelled request', async () => {
    const stop = new AbortController()
    const { port } = await sink(() => stop.abort())
    const answer = await guard().fetch(`http://127.0.0.1:${port}/`, { signal: stop.signal })
    expect(answer).toMatchObject({ ok: false, code: 'aborted' })
  })

  it.each([
    ['an answer that is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n\r\n', 'protocol'],
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 'protocol'],
    ['a connection that closes', '', 'connect'],
  ])('report the error of %s', async (_name, bytes, code) => {
    const server = net.createServer((socket) => void socket.on('error', () => undefined).end(bytes))
    const listening = Promise.withResolvers<void>()
    server.listen(0, '127.0.0.1', listening.resolve)
    await listening.promise
    cleanups.push(async () => void server.close())
    const answer = await guard().fetch(`http://127.0.0.1:${portOf(server)}/`)
    expect(answer).toMatchObject({ ok: false, code })
    expect(JSON.stringify(answer)).not.toContain('OpenSSH')
  })

  it('report that nothing listens, without naming an IP address', async () => {
    const ended = await startHttpSink((response) => response.end())
    await ended.close()
    const answer = await guard({}, { lookup: resolver(['127.0.0.1']) }).fetch(`http://hooks.example:${ended.port}/`)
    expect(answer).toEqual({ ok: false, code: 'refused', detail: 'No connection (ECONNREFUSED).' })
  })
})

describe('a guarded TCP connection', () => {
  it('uses the checked address', async () => {
    const { port, connections } = await sink((response) => response.end())
    const lookup = resolver(['127.0.0.1'], ['127.66.66.66'])
    const socket = await guard({}, { lookup }).connectTcp('mail.example', port)
    expect(socket.remoteAddress).toBe('127.0.0.1')
    expect(lookup.asked).toEqual(['mail.example'])
    expect(connections()).toBe(1)
    socket.destroy()
  })

  it.each([
    ['a decimal address', '2130706433'],
    ['an octal address', '0177.0.0.1'],
    ['a hex address', '0x7f000001'],
    ['a short address', '127.1'],
    ['zero', '0'],
    ['a mapped address', '::ffff:127.0.0.1'],
    ['a mapped address in brackets', '[::ffff:7f00:1]'],
    ['a final dot', 'localhost.'],
    ['a zone id', '::1%lo'],
  ])('is refused for %s, also when the system resolver finds it', async (_name, host) => {
    const { port, connections } = await sink((response) => response.end())
    const closed = guard({ allowedNetworks: [] })
    await expect(closed.connectTcp(host, port)).rejects.toMatchObject({ name: 'GuardError' })
    expect(await closed.resolveForTcp(host, port)).toMatchObject({ ok: false })
    expect(connections()).toBe(0)
  })

  it.each([
    ['the look-up of its name', 1, () => Promise.withResolvers<never>().promise],
    ['its way', 2, () => Promise.resolve([{ address: '127.0.0.1' }])],
  ])('is given up on our side during %s', async (_when, listeners, lookup) => {
    const { signal, abort } = abortAfter(listeners)
    const opened = guard({}, { lookup }).connectTcp('slow.example', 9, { signal })
    await expect(opened).rejects.toMatchObject({ name: 'AbortError' })
    expect(abort).toHaveBeenCalledOnce()
  })

  it('is refused on a port outside the policy', async () => {
    await expect(guard({ allowedPorts: [25] }).connectTcp('127.0.0.1', 26)).rejects.toMatchObject({
      refusal: { code: 'port' },
    })
  })
})
