import { beforeEach, describe, expect, test } from 'vitest'
import { backOff } from './back-off.ts'
import { LiveConnection, type LiveState } from './live-connection.ts'

interface Timer {
  run: () => void
  ms: number
}

/** A server whose replies the test sets, and a clock that the test advances. */
class Bench {
  readonly requests: {
    headers: Headers
    signal: AbortSignal
    reply: (response: Response) => void
    fail: () => void
  }[] = []
  readonly states: LiveState[] = []
  readonly data: string[] = []
  timers: Timer[] = []
  readonly connection = new LiveConnection({
    url: '/stream',
    fetch: (_url, init) =>
      new Promise((resolve, reject) => {
        const signal = init?.signal ?? new AbortController().signal
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        this.requests.push({
          headers: new Headers(init?.headers),
          signal,
          reply: resolve,
          fail: () => reject(new TypeError()),
        })
      }),
    random: () => 1,
    later: (run, ms) => {
      const timer = { run, ms }
      this.timers.push(timer)
      return () => {
        this.timers = this.timers.filter((other) => other !== timer)
      }
    },
    onState: (state) => this.states.push(state),
    onData: (data) => this.data.push(data),
  })

  /** Answers the newest request with a stream. */
  async open() {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (each) => void (controller = each) })
    this.requests.at(-1)?.reply(new Response(body))
    await settle()
    const signal = this.requests.at(-1)?.signal
    signal?.addEventListener('abort', () => controller?.error(new DOMException('', 'AbortError')))
    return {
      send: async (text: string) => {
        controller?.enqueue(new TextEncoder().encode(text))
        await settle()
      },
      end: async () => {
        controller?.close()
        await settle()
      },
    }
  }

  /** Fires the waiting timer of this length. */
  async pass(ms: number) {
    const timer = this.timers.find((each) => each.ms === ms)
    if (!timer) throw new Error(`no timer of ${ms} ms, but ${this.timers.map((each) => each.ms).join()}`)
    this.timers = this.timers.filter((each) => each !== timer)
    timer.run()
    await settle()
  }
}

/** Lets resolved promises run; the stream needs several rounds. */
async function settle() {
  for (let round = 0; round < 50; round += 1) await Promise.resolve()
}

let bench: Bench
beforeEach(() => {
  bench = new Bench()
})

describe('the live stream', () => {
  test('passes each message on, also when it arrives in chunks', async () => {
    bench.connection.start()
    const stream = await bench.open()
    await stream.send('id: 1\ndata: {"type":')
    await stream.send('"KEEP_ALIVE"}\n\nid: 2\ndata: b\n\n')
    expect(bench.data).toEqual(['{"type":"KEEP_ALIVE"}', 'b'])
    expect(bench.states).toEqual(['connecting', 'open'])
  })

  test('joins letters that a chunk boundary splits', async () => {
    bench.connection.start()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    bench.requests[0]?.reply(
      new Response(new ReadableStream<Uint8Array>({ start: (each) => void (controller = each) })),
    )
    await settle()
    const bytes = new TextEncoder().encode('data: Zürich\n\n')
    controller?.enqueue(bytes.slice(0, 8))
    controller?.enqueue(bytes.slice(8))
    await settle()
    expect(bench.data).toEqual(['Zürich'])
  })

  test('resumes after a broken connection with Last-Event-ID', async () => {
    bench.connection.start()
    const stream = await bench.open()
    await stream.send('id: 41\ndata: a\n\ndata: no id of its own\n\n')
    await stream.end()
    expect(bench.states.at(-1)).toBe('waiting')
    await bench.pass(1000)
    expect(bench.requests[0]?.headers.get('last-event-id')).toBeNull()
    expect(bench.requests[1]?.headers.get('last-event-id')).toBe('41')
    expect(bench.requests[1]?.headers.get('x-requested-with')).toBe('winnow')
  })

  test('waits longer after each failure, and starts from the shortest wait after a success', async () => {
    bench.connection.start()
    for (const ms of [1000, 2000, 4000]) {
      bench.requests.at(-1)?.fail()
      await settle()
      await bench.pass(ms)
    }
    const stream = await bench.open()
    await stream.end()
    expect(bench.timers.map(({ ms }) => ms)).toEqual([1000])
  })

  test('waits after an error of the server', async () => {
    bench.connection.start()
    bench.requests[0]?.reply(new Response('no', { status: 503 }))
    await settle()
    expect(bench.states).toEqual(['connecting', 'waiting'])
  })

  test('abandons a silent connection and connects again', async () => {
    bench.connection.start()
    await bench.open()
    await bench.pass(60_000)
    expect(bench.states.at(-1)).toBe('waiting')
    await bench.pass(1000)
    expect(bench.requests).toHaveLength(2)
  })

  test('ends with a 401 and notifies the tabs, which check the session', async () => {
    bench.connection.start()
    bench.requests[0]?.reply(new Response('', { status: 401 }))
    await settle()
    expect(bench.states.at(-1)).toBe('ended')
    expect(bench.data).toEqual(['{"type":"session.ended"}'])
    expect(bench.timers).toEqual([])
    bench.connection.start()
    expect(bench.requests).toHaveLength(2)
  })

  test('is closed by stop, forgets its position and does not reconnect · SESSION-005', async () => {
    bench.connection.start()
    const stream = await bench.open()
    await stream.send('id: 9\ndata: a\n\n')
    bench.connection.stop()
    await settle()
    expect(bench.requests[0]?.signal.aborted).toBe(true)
    expect(bench.states.at(-1)).toBe('ended')
    expect(bench.timers).toEqual([])
    bench.connection.start()
    expect(bench.requests[1]?.headers.get('last-event-id')).toBeNull()
  })

  test('connects without waiting when the connection is back', async () => {
    bench.connection.start()
    bench.requests[0]?.fail()
    await settle()
    bench.connection.renew()
    expect(bench.requests).toHaveLength(2)
    expect(bench.timers).toEqual([])
  })

  test('closes a stream that may be dead, and resumes after its last message', async () => {
    bench.connection.start()
    const stream = await bench.open()
    await stream.send('id: 7\ndata: a\n\n')
    bench.connection.renew()
    await settle()
    expect(bench.requests[0]?.signal.aborted).toBe(true)
    expect(bench.requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '7'])
    await bench.open()
    expect(bench.states).toEqual(['connecting', 'open', 'connecting', 'open'])
    // One stream, and its timer against silence.
    expect(bench.timers.map(({ ms }) => ms)).toEqual([60_000])
  })

  test('stays closed until it is started', () => {
    bench.connection.renew()
    expect(bench.requests).toEqual([])
  })

  test('is opened once even if started twice', () => {
    bench.connection.start()
    bench.connection.start()
    expect(bench.requests).toHaveLength(1)
  })
})

test('the back-off doubles up to half a minute, and its second half is random', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map((attempt) => backOff(attempt, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(backOff(2, 0)).toBe(2000)
  expect(backOff(2, 0.5)).toBe(3000)
})
