import type { LiveChannel, StreamListener, StreamMessage, TabMessage } from './channel.ts'
import { StreamHost } from './stream-host.ts'

type Wire =
  | { to: 'host'; tab: string; message: TabMessage }
  | { to: 'tabs'; message: StreamMessage }
  | { to: 'tabs'; ask: true }

/** The part of the Web Locks API that is used here. */
export type RequestLock = (
  name: string,
  options: { signal: AbortSignal },
  whileHeld: () => Promise<unknown>,
) => Promise<unknown>

interface LeaderDeps {
  locks?: { request: RequestLock }
  makeHost?: () => Pick<StreamHost, 'receive'>
}

/**
 * Access to the stream without shared workers. One tab leads (holds a lock), has the stream and forwards messages over a broadcast channel.
 * When the leading tab closes, the lock passes to another tab, which asks all tabs to repeat their requests.
 */
export function openLeaderChannel(
  listener: StreamListener,
  url: string,
  { locks = navigator.locks, makeHost = () => new StreamHost({ url }) }: LeaderDeps = {},
): LiveChannel {
  const wire = new BroadcastChannel('winnow-live')
  const me = crypto.randomUUID()
  const closing = new AbortController()
  const wanting = new Set<string>()
  let host: Pick<StreamHost, 'receive'> | undefined
  let wanted: TabMessage | undefined

  const say = (message: Wire) => wire.postMessage(message)

  // For the host, all tabs together are one listener, since each message is broadcast to all of them at once.
  const everyone: StreamListener = (message) => {
    listener(message)
    say({ to: 'tabs', message })
  }

  function lead(tab: string, message: TabMessage) {
    if (message.kind === 'start') wanting.add(tab)
    if (message.kind === 'bye') {
      wanting.delete(tab)
      if (wanting.size > 0) return
    }
    host?.receive(everyone, message)
  }

  wire.addEventListener('message', ({ data }: MessageEvent<Wire>) => {
    if (data.to === 'host') {
      if (host) lead(data.tab, data.message)
    } else if ('ask' in data) {
      if (wanted) say({ to: 'host', tab: me, message: wanted })
    } else if (!host) listener(data.message)
  })

  void locks
    .request('winnow-live', { signal: closing.signal }, async () => {
      host = makeHost()
      if (wanted) lead(me, wanted)
      say({ to: 'tabs', ask: true })
      await new Promise((resolve) => closing.signal.addEventListener('abort', resolve))
    })
    // Closed before this tab became the leader.
    .catch(() => undefined)

  return {
    post(message) {
      if (message.kind === 'start') wanted = message
      if (message.kind === 'stop') wanted = undefined
      if (host) lead(me, message)
      else say({ to: 'host', tab: me, message })
    },
    close() {
      if (host) host.receive(everyone, { kind: 'stop' })
      else say({ to: 'host', tab: me, message: { kind: 'bye' } })
      closing.abort()
      wire.close()
    },
  }
}
