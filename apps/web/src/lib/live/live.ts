import { API_BASE, type LiveEvent, liveEvent, liveStream, type SocketRequest } from '@winnow/contract'
import { useEffect, useEffectEvent } from 'react'
import { createStore } from '../create-store.ts'
import type { LiveChannel, StreamMessage } from './channel.ts'
import { openLeaderChannel } from './leader-channel.ts'
import { createSeenIds } from './seen-ids.ts'
import { readSocketMessage } from './read-socket.ts'
import type { LiveState } from './live-connection.ts'
import { openLocalChannel } from './local-channel.ts'
import { openWorkerChannel } from './worker-channel.ts'

type EventType = LiveEvent['type']
type EventOf<T extends EventType> = Extract<LiveEvent, { type: T }>
type Handler = (event: LiveEvent) => void

const KNOWN_TYPES: ReadonlySet<string> = new Set(liveEvent.options.map((option) => option.shape.type.value))
const URL_OF_STREAM = `${API_BASE}${liveStream.path}`

/** The state of the live stream. `ended` while nobody is logged in. */
export const liveStateStore = createStore<LiveState>('ended')

const handlers = new Set<Handler>()
let channel: LiveChannel | undefined

/** Parses one message. An invalid one is logged and dropped, so that it does not stop the stream. */
export function parseLiveEvent(data: string): LiveEvent | undefined {
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch (error) {
    // oxlint-disable-next-line no-console -- specified
    console.error('live event could not be read', data.slice(0, 200), error)
    return undefined
  }
  const type = typeof json === 'object' && json !== null && 'type' in json ? json.type : undefined
  if (typeof type !== 'string' || !KNOWN_TYPES.has(type)) {
    // oxlint-disable-next-line no-console -- specified; a newer server may send what this console does not know
    console.warn('unknown live event', type)
    return undefined
  }
  const parsed = liveEvent.safeParse(json)
  if (parsed.success) return parsed.data
  // oxlint-disable-next-line no-console -- specified
  console.error('live event could not be read', type, parsed.error)
  return undefined
}

/** Delivers an event to all listeners of its type. Exported for tests and for the channel below. */
export function dispatchLive(event: LiveEvent): void {
  for (const handler of Array.from(handlers)) handler(event)
}

function onStream(message: StreamMessage) {
  if (message.kind === 'state') liveStateStore.set(message.state)
  else hear(message.kind === 'socket' ? readSocketMessage(message.data) : parseLiveEvent(message.data))
}

// Messages of automations come by the websocket and by the stream, so that none is missed when one of the two is down.
const isNew = createSeenIds()

function hear(event: LiveEvent | undefined) {
  if (!event || (event.type.startsWith('automation.') && 'id' in event && !isNew(event.id))) return
  dispatchLive(event)
}

function openChannel(): LiveChannel {
  if (typeof SharedWorker !== 'undefined') return openWorkerChannel(onStream)
  // Locks need a secure context, and broadcast channels a recent browser.
  if ('locks' in navigator && typeof BroadcastChannel !== 'undefined') return openLeaderChannel(onStream, URL_OF_STREAM)
  return openLocalChannel(onStream, URL_OF_STREAM)
}

/** Opens the live stream for a user, or joins the stream of another tab. */
export function startLive(userId: string): void {
  channel ??= openChannel()
  channel.post({ kind: 'start', key: userId })
}

/** Closes the live stream in all tabs, which then ask the server who is logged in. */
export function stopLive(): void {
  channel ??= openChannel()
  channel.post({ kind: 'stop' })
  leaveLive()
}

/** Disconnects this tab from the stream. Other tabs keep the stream. */
export function leaveLive(): void {
  channel?.close()
  channel = undefined
  liveStateStore.set('ended')
}

/**
 * Requests the state of a site's automation by websocket. Without a websocket no request is sent; the stream delivers
 * later changes.
 */
export function askAutomation(siteId: string): void {
  const request: SocketRequest = { action: 'siteAutomation', siteId }
  channel?.post({ kind: 'send', data: JSON.stringify(request) })
}

/** Reopens the stream: the connection was lost, and messages may have been lost with it. */
export function renewLive(): void {
  channel?.post({ kind: 'renew' })
}

/** Releases the stream when the page is left, and takes it up again when the browser restores the page. */
export function watchPage(userId: () => string | undefined, target: Window = window): () => void {
  const back = () => {
    const id = userId()
    if (id) startLive(id)
  }
  target.addEventListener('pagehide', leaveLive)
  target.addEventListener('pageshow', back)
  return () => {
    leaveLive()
    target.removeEventListener('pagehide', leaveLive)
    target.removeEventListener('pageshow', back)
  }
}

function matching<T extends EventType>(types: T | readonly T[], handler: (event: EventOf<T>) => void): Handler {
  const wanted: ReadonlySet<string> = new Set(typeof types === 'string' ? [types] : types)
  const isWanted = (event: LiveEvent): event is EventOf<T> => wanted.has(event.type)
  return (event) => {
    if (isWanted(event)) handler(event)
  }
}

function subscribe(handler: Handler): () => void {
  handlers.add(handler)
  return () => handlers.delete(handler)
}

/** Subscribes to events of these types outside React. */
export function onLive<T extends EventType>(types: T | readonly T[], handler: (event: EventOf<T>) => void): () => void {
  return subscribe(matching(types, handler))
}

/** Subscribes to events of these types while the component is mounted. The handler sees the latest props and state. */
export function useLive<T extends EventType>(types: T | readonly T[], handler: (event: EventOf<T>) => void): void {
  const onEvent = useEffectEvent((event: LiveEvent) => matching(types, handler)(event))
  useEffect(() => subscribe((event) => onEvent(event)), [])
}
