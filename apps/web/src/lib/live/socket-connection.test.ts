import { API_BASE, operations, SOCKET_CLOSE } from '@winnow/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readSocketMessage } from './read-socket.ts'
import { createSeenIds } from './seen-ids.ts'
import { SESSION_ENDED_CODE, SocketConnection } from './socket-connection.ts'

interface Timer {
  run: () => void
  ms: number
}

/** Websockets that the test opens and closes, and a clock that it moves. */
class Bench {
  readonly sockets: { url: string; sent: string[]; closed: boolean; emit: (type: string, event?: object) => void }[] =
    []
  readonly data: string[] = []
  timers: Timer[] = []
  readonly connection = new SocketConnection({
    url: 'ws://winnow/api',
    open: (url) => {
      // oxlint-disable-next-line typescript/no-explicit-any -- each type of event has a shape of its own
      const listeners = new Map<string, (event: any) => void>()
      const socket = {
        url,
        sent: [] as string[],
        closed: false,
        emit: (type: string, event: object = {}) => listeners.get(type)?.(event),
      }
      this.sockets.push(socket)
      return {
        send: (data) => socket.sent.push(data),
        close: () => (socket.closed = true),
        addEventListener: (type: string, listener: (event: { code?: number; data: unknown }) => void) =>
          listeners.set(type, listener),
      }
    },
    later: (run, ms) => {
      const timer = { run, ms }
      this.timers.push(timer)
      return () => {
        this.timers = this.timers.filter((other) => other !== timer)
      }
    },
    onData: (data) => this.data.push(data),
  })

  get last() {
    const last = this.sockets.at(-1)
    if (!last) throw new Error('no websocket was opened')
    return last
  }

  pass(ms: number) {
    const timer = this.timers.find((each) => each.ms === ms)
    if (!timer) throw new Error(`no timer of ${ms} ms, but ${this.timers.map((each) => each.ms).join()}`)
    this.timers = this.timers.filter((each) => each !== timer)
    timer.run()
  }
}

let bench: Bench
beforeEach(() => {
  bench = new Bench()
})

describe('the websocket', () => {
  test('is reopened three times after a drop, three seconds apart, and then replaced by the stream · WEBSOCKET-003', () => {
    bench.connection.start()
    for (const attempt of [1, 2, 3]) {
      bench.last.emit('close', { code: 1006 })
      expect(bench.timers.map(({ ms }) => ms)).toEqual([3_000])
      bench.pass(3_000)
      expect(bench.sockets).toHaveLength(attempt + 1)
    }
    bench.last.emit('close', { code: 1006 })
    expect([bench.sockets.length, bench.timers]).toEqual([4, []])
  })

  test('has all attempts again after it was open for a while, but not if it drops at once · WEBSOCKET-003', () => {
    bench.connection.start()
    for (let drop = 0; drop < 3; drop++) {
      bench.last.emit('open')
      bench.last.emit('close', { code: 1006 })
      bench.pass(3_000)
    }
    bench.last.emit('open')
    bench.pass(10_000)
    for (let drop = 0; drop < 3; drop++) {
      bench.last.emit('close', { code: 1006 })
      bench.pass(3_000)
    }
    bench.last.emit('close', { code: 1006 })
    expect([bench.sockets.length, bench.timers]).toEqual([7, []])
  })

  test('resumes after its last received position', () => {
    bench.connection.start()
    bench.last.emit('open')
    bench.last.emit('message', { data: '{"action":"keepAlive","position":"a.1:1:"}' })
    bench.last.emit('message', { data: '{"action":"refused"}' })
    bench.last.emit('close', { code: 1006 })
    bench.pass(3_000)
    expect(bench.sockets.map(({ url }) => url)).toEqual(['ws://winnow/api', 'ws://winnow/api?after=a.1%3A1%3A'])
    expect(bench.data).toHaveLength(2)
  })

  test('is opened again when the connection is back, also after the last attempt', () => {
    bench.connection.start()
    for (let drop = 0; drop < 3; drop++) {
      bench.last.emit('close', { code: 1006 })
      bench.pass(3_000)
    }
    bench.last.emit('close', { code: 1006 })
    bench.connection.renew()
    expect(bench.sockets).toHaveLength(5)
    bench.connection.renew()
    expect(bench.sockets.map(({ closed }) => closed)).toEqual([false, false, false, false, true, false])
    // Events of the abandoned websocket are ignored.
    bench.sockets[4]?.emit('close', { code: 1006 })
    expect(bench.timers).toEqual([])
  })

  test('closes with the logout, forgets its position and does not reconnect', () => {
    bench.connection.start()
    bench.last.emit('open')
    bench.last.emit('message', { data: '{"action":"keepAlive","position":"a"}' })
    bench.connection.stop()
    expect([bench.last.closed, bench.timers]).toEqual([true, []])
    bench.last.emit('close', { code: 1005 })
    bench.connection.renew()
    expect(bench.sockets).toHaveLength(1)
    bench.connection.start()
    expect(bench.last.url).toBe('ws://winnow/api')
  })

  test('does not reconnect after the session has ended', () => {
    bench.connection.start()
    bench.last.emit('close', { code: 4401 })
    expect(bench.timers).toEqual([])
    bench.connection.start()
    expect(bench.sockets).toHaveLength(2)
  })

  test('is abandoned after a minute of silence, and opened again', () => {
    bench.connection.start()
    bench.last.emit('open')
    bench.pass(60_000)
    expect(bench.last.closed).toBe(true)
    bench.pass(3_000)
    expect(bench.sockets).toHaveLength(2)
  })

  test('uses the path and the code of the contract', () => {
    expect([
      operations.some(({ id, path }) => id === 'live.socket' && path === '') && API_BASE,
      SOCKET_CLOSE.sessionEnded,
    ]).toEqual(['/api', SESSION_ENDED_CODE])
  })

  test('sends when it is open, including earlier messages, which a logout drops', () => {
    bench.connection.start()
    bench.connection.send('early')
    bench.last.emit('open')
    bench.connection.send('now')
    expect(bench.last.sent).toEqual(['early', 'now'])
    bench.last.emit('close', { code: 1006 })
    for (let more = 0; more < 20; more++) bench.connection.send(String(more))
    bench.pass(3_000)
    bench.last.emit('open')
    expect(bench.last.sent).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18', '19'])
    bench.last.emit('close', { code: 1006 })
    bench.connection.send('another user must not say this')
    bench.connection.stop()
    bench.connection.start()
    bench.last.emit('open')
    expect(bench.last.sent).toEqual([])
  })
})

const ID = '01900000-0000-7000-8000-000000000001'
const PLACE = { id: ID, projectId: ID, siteId: ID, siteName: 'Harbour' }
const PROGRESS = { addedCount: 1, totalCamera: 2, isCompleted: false, isProcessingPending: false }

describe('a message of the websocket', () => {
  test.each([
    [
      {
        mutation: 'siteAutomation',
        currentProcess: 'complete',
        success: true,
        partialFail: false,
        automationCameraFeature: true,
      },
      { type: 'automation.site', currentProcess: 'complete' },
    ],
    [
      { mutation: 'channel', type: 'channelConfig', ...PROGRESS },
      { type: 'automation.progress', addedCount: 1 },
    ],
    [
      {
        mutation: 'channel',
        type: 'cameraAdd',
        ...PROGRESS,
        viewId: ID,
        cameraName: 'Gate',
        success: true,
        snapUrl: null,
      },
      { type: 'automation.camera', cameraName: 'Gate' },
    ],
  ])('is dispatched by its mutation: %j · WEBSOCKET-001 WEBSOCKET-002', (message, event) => {
    expect(readSocketMessage(JSON.stringify({ ...PLACE, position: 'p', ...message }))).toMatchObject({
      siteId: ID,
      ...event,
    })
  })

  test.each([
    ['resync', { type: 'resync' }],
    ['keepAlive', undefined],
    ['sessionEnded', undefined],
  ])('is dispatched by its action: %s · WEBSOCKET-001', (action, event) => {
    expect(readSocketMessage(JSON.stringify({ action }))).toEqual(event)
  })

  test.each([
    ['error', '{'],
    ['error', '{"mutation":"channel","type":"cameraAdd"}'],
    ['warn', '{"mutation":"camera.exploded"}'],
    ['warn', '7'],
  ] as const)('that is invalid is logged (%s) and dropped: %s', (level, data) => {
    const log = vi.spyOn(console, level).mockImplementation(() => undefined)
    expect(readSocketMessage(data)).toBeUndefined()
    expect(log).toHaveBeenCalledTimes(1)
    log.mockRestore()
  })

  test('that also arrives by the stream is handled once, and only recent ids are stored', () => {
    const isNew = createSeenIds()
    expect(['a', 'a', 'b', 'a'].map(isNew)).toEqual([true, false, true, false])
    for (let more = 0; more < 1_000; more++) isNew(String(more))
    expect(isNew('a')).toBe(true)
  })
})
