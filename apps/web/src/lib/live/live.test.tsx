import type { LiveEvent } from '@winnow/contract'
import { render, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { StreamMessage, TabMessage } from './channel.ts'
import { openLeaderChannel, type RequestLock } from './leader-channel.ts'
import { dispatchLive, onLive, parseLiveEvent, useLive } from './live.ts'
import { StreamHost } from './stream-host.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const changed: LiveEvent = {
  type: 'alarm.changed',
  id: ID,
  viewId: ID,
  siteId: ID,
  projectId: ID,
  version: 2,
  isTest: false,
}

describe('reading events', () => {
  test('a known event is parsed', () => {
    expect(parseLiveEvent(JSON.stringify(changed))).toEqual(changed)
  })

  test.each(['', '{', '{"type":"alarm.changed"}', '{"type":"alarm.changed","id":"x"}'])(
    'unreadable data is logged as an error: %j · LIVEEVENTS-009',
    (data) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      expect(parseLiveEvent(data)).toBeUndefined()
      expect(log).toHaveBeenCalledTimes(1)
      log.mockRestore()
    },
  )

  test.each(['{"type":"camera.exploded"}', '{}', '7', 'null'])(
    'an unknown type causes a warning and is ignored: %j · LIVEEVENTS-010',
    (data) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      expect(parseLiveEvent(data)).toBeUndefined()
      expect(warn).toHaveBeenCalledTimes(1)
      warn.mockRestore()
    },
  )
})

describe('receiving events', () => {
  test('handlers receive their types until they unsubscribe', () => {
    const heard: string[] = []
    const leave = onLive(['alarm.changed', 'resync'], (event) => heard.push(event.type))
    dispatchLive(changed)
    dispatchLive({ type: 'KEEP_ALIVE' })
    dispatchLive({ type: 'resync' })
    leave()
    dispatchLive(changed)
    expect(heard).toEqual(['alarm.changed', 'resync'])
  })

  test('a component receives events with its newest props and does not render for them', () => {
    const heard: string[] = []
    const rendered = vi.fn<() => void>()
    function Listener({ name }: { name: string }) {
      rendered()
      useLive('alarm.changed', (event) => heard.push(`${name} ${event.version}`))
      return null
    }
    const { rerender, unmount } = render(<Listener name="a" />)
    dispatchLive(changed)
    rerender(<Listener name="b" />)
    dispatchLive(changed)
    unmount()
    dispatchLive(changed)
    expect(heard).toEqual(['a 2', 'b 2'])
    expect(rendered).toHaveBeenCalledTimes(2)
  })
})

/** A server that never answers, and the requests to it. */
function quietHost() {
  const opened: AbortSignal[] = []
  const host = new StreamHost({
    url: '/stream',
    fetch: (_url, init) => {
      if (init?.signal) opened.push(init.signal)
      return new Promise<Response>(() => undefined)
    },
  })
  return { host, open: () => opened.filter((signal) => !signal.aborted).length, opened }
}

function tab() {
  const messages: StreamMessage[] = []
  return { messages, listen: (message: StreamMessage) => void messages.push(message) }
}

describe('one stream for all tabs', () => {
  test('all tabs share one stream, which closes with the last of them', () => {
    const { host, open, opened } = quietHost()
    const [one, two] = [tab(), tab()]
    host.receive(one.listen, { kind: 'start', key: 'ada' })
    host.receive(two.listen, { kind: 'start', key: 'ada' })
    host.receive(one.listen, { kind: 'start', key: 'ada' })
    expect(opened).toHaveLength(1)
    host.receive(one.listen, { kind: 'bye' })
    expect(open()).toBe(1)
    host.receive(two.listen, { kind: 'bye' })
    expect(open()).toBe(0)
  })

  test('a tab that opens later gets the state of the stream', () => {
    const { host } = quietHost()
    const [one, two] = [tab(), tab()]
    host.receive(one.listen, { kind: 'start', key: 'ada' })
    host.receive(two.listen, { kind: 'start', key: 'ada' })
    expect(two.messages).toEqual([{ kind: 'state', state: 'connecting' }])
  })

  test('logging out in one tab closes the stream for all tabs · SESSION-005', () => {
    const { host, open } = quietHost()
    const [one, two] = [tab(), tab()]
    host.receive(one.listen, { kind: 'start', key: 'ada' })
    host.receive(two.listen, { kind: 'start', key: 'ada' })
    host.receive(one.listen, { kind: 'stop' })
    expect(open()).toBe(0)
    expect(two.messages.slice(-2)).toEqual([
      { kind: 'state', state: 'ended' },
      { kind: 'data', data: '{"type":"session.ended"}' },
    ])
  })

  test('another user’s login never resumes the previous user’s stream', () => {
    const { host, open, opened } = quietHost()
    const one = tab()
    host.receive(one.listen, { kind: 'start', key: 'ada' })
    host.receive(one.listen, { kind: 'start', key: 'bob' })
    expect([opened.length, open()]).toEqual([2, 1])
    expect(one.messages).toContainEqual({ kind: 'data', data: '{"type":"session.ended"}' })
  })
})

/** Locks with the browser's rules: one holder, then the next in the queue. */
function fakeLocks() {
  const line: (() => Promise<unknown>)[] = []
  let busy = false
  const next = async () => {
    const run = busy ? undefined : line.shift()
    if (!run) return
    busy = true
    await run()
    busy = false
    void next()
  }
  const request: RequestLock = (_name, options, run) => {
    const turn = () => run()
    options.signal?.addEventListener('abort', () => {
      const place = line.indexOf(turn)
      if (place >= 0) line.splice(place, 1)
    })
    line.push(turn)
    void next()
    return Promise.resolve()
  }
  return { request }
}

function tabsWithoutWorkers() {
  const locks = fakeLocks()
  const hosts: { received: TabMessage[]; say: (message: StreamMessage) => void }[] = []
  const open = () => {
    const heard: StreamMessage[] = []
    const channel = openLeaderChannel((message) => heard.push(message), '/stream', {
      locks,
      makeHost: () => {
        const host = { received: [] as TabMessage[], say: (_message: StreamMessage) => undefined as void }
        hosts.push(host)
        return {
          receive: (listener, message) => {
            host.received.push(message)
            host.say = listener
          },
        }
      },
    })
    return { channel, heard }
  }
  return { hosts, open }
}

describe('without shared workers', () => {
  test('one tab leads, and the others receive events through it', async () => {
    const { hosts, open } = tabsWithoutWorkers()
    const [leader, other] = [open(), open()]
    other.channel.post({ kind: 'start', key: 'ada' })
    await waitFor(() => expect(hosts[0]?.received).toEqual([{ kind: 'start', key: 'ada' }]))
    expect(hosts).toHaveLength(1)
    hosts[0]?.say({ kind: 'data', data: 'x' })
    await waitFor(() => expect(other.heard).toEqual([{ kind: 'data', data: 'x' }]))
    expect(leader.heard).toEqual([{ kind: 'data', data: 'x' }])
    other.channel.close()
    await waitFor(() => expect(hosts[0]?.received.at(-1)).toEqual({ kind: 'bye' }))
    leader.channel.close()
  })

  test('when the leader closes, another tab takes over its subscriptions', async () => {
    const { hosts, open } = tabsWithoutWorkers()
    const [leader, other] = [open(), open()]
    leader.channel.post({ kind: 'start', key: 'ada' })
    other.channel.post({ kind: 'start', key: 'ada' })
    leader.channel.close()
    expect(hosts[0]?.received.at(-1)).toEqual({ kind: 'stop' })
    await waitFor(() => expect(hosts[1]?.received).toEqual([{ kind: 'start', key: 'ada' }]))
    other.channel.close()
  })
})
