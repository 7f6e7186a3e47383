import { deviceAddress } from '@winnow/contract'
import {
  boundaryOf,
  composeMessage,
  createMessageGrouper,
  createPartReader,
  isHeartbeat,
  PartError,
  type StreamMessage,
} from '@winnow/intake'
import { ConnectError, type ConnectorKind, type Line } from '../../platform/connect/connector.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import { findCameraBeside, noteSeen, type IntakeDeps } from '../intake/index.ts'
import { fetchSnapshots } from './fetch-snapshots.ts'
import { createIsapiClient } from './isapi-client.ts'
import { storeEvent } from './store-event.ts'

export const HIKVISION = 'hikvision'

/** A device says every few seconds that it is there. After this time without a word the connection is dead. */
const QUIET_MS = 60_000
/** While an event lasts, devices repeat it every second. A repetition within this time only says that they are there. */
const REPEATED_MS = 10_000
/** Events that are handled at the same time: a recorder can trigger all channels at once, and each waits for pictures. */
const AT_ONCE = 8

type Deps = Pick<IntakeDeps, 'preparedDb' | 'clock'>

/** Reads the events of a Hikvision camera or recorder (`alertStream`). */
export const createHikvisionConnector = (deps: Deps): ConnectorKind => ({
  kind: HIKVISION,
  async run(line) {
    const { host, port, tls, username } = deviceAddress.parse(line.connection.settings)
    const client = createIsapiClient(line.guard, { host, port, tls, username, password: line.connection.secret ?? '' })
    const { headers, body } = await client.open('/ISAPI/Event/notification/alertStream', {
      timeoutMs: QUIET_MS,
      signal: line.signal,
    })
    const close = (): void => void body.destroy()
    line.signal.addEventListener('abort', close)
    try {
      const boundary = boundaryOf(String(headers['content-type'] ?? ''))
      if (boundary === undefined) throw new ConnectError('answer')
      line.isUp()
      await readStream(body, boundary, createHandler(deps, line, { host, client }))
    } finally {
      line.signal.removeEventListener('abort', close)
      body.destroy()
    }
  },
})

async function readStream(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  {
    handle,
    finish,
    near,
  }: { handle: (message: StreamMessage) => Promise<void>; finish: () => Promise<void>; near: () => Date },
): Promise<void> {
  const read = createPartReader(boundary)
  const group = createMessageGrouper(near)
  try {
    for await (const chunk of body) for (const message of group(read(chunk))) await handle(message)
  } catch (error) {
    if (error instanceof ConnectError) throw error
    if (error instanceof PartError) throw new ConnectError('answer', { cause: error })
    const isQuiet = error instanceof Error && 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT'
    throw new ConnectError(isQuiet ? 'quiet' : 'closed', { cause: error })
  } finally {
    // An alarm whose pictures did not come any more is an alarm all the same.
    for (const message of group.rest()) await handle(message).catch(() => undefined)
    await finish()
  }
}

/** What becomes of the messages of one connection. */
function createHandler(
  deps: Deps,
  line: Line,
  { host, client }: { host: string; client: ReturnType<typeof createIsapiClient> },
) {
  const { connection, clock, signal } = line
  const isRepeated = createRepetitions(clock)
  const seenAt = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let failure: unknown

  /** The camera of a recorder's channel; the camera of the connection where none has it. */
  async function cameraOf(channel: string | null): Promise<string | null> {
    if (channel === null || connection.viewId === null) return connection.viewId
    return (await findCameraBeside(deps.preparedDb, connection.viewId, channel)) ?? connection.viewId
  }

  /** A recorder's other cameras are there, too. */
  async function noteHeartbeat(channel: string | null): Promise<void> {
    const now = clock.now().getTime()
    if (channel === null || now - (seenAt.get(channel) ?? -Infinity) < QUIET_MS) return
    seenAt.set(channel, now)
    const viewId = await cameraOf(channel)
    if (viewId !== null && viewId !== connection.viewId) await noteSeen(deps, viewId)
  }

  async function store(message: StreamMessage): Promise<void> {
    const { event } = message
    const isTrigger = message.pictures.length === 0 && event?.isActive !== false
    const fetched = isTrigger ? await fetchSnapshots(client, event?.channel ?? '1', { signal }) : undefined
    const pictures = fetched?.pictures ?? message.pictures
    const { body, rawType } = composeMessage({ xml: message.xml, pictures }, fetched?.problem)
    const viewId = await cameraOf(event?.channel ?? null)
    await storeEvent(line, () => ({
      source: 'hikvision',
      body: inOnePiece(body),
      rawType,
      viewId,
      remoteAddress: host,
    }))
  }

  return {
    near: () => clock.now(),
    async handle(message: StreamMessage): Promise<void> {
      if (failure !== undefined) throw failure
      line.isAlive()
      if (message.event && message.pictures.length === 0 && isHeartbeat(message.event))
        return noteHeartbeat(message.event.channel).catch((err: unknown) =>
          line.log.warn({ err }, 'a sign of life could not be noted'),
        )
      if (isRepeated(message)) return
      while (running.size >= AT_ONCE) await Promise.race(running)
      const task = store(message)
        .catch((error: unknown) => void (failure ??= error))
        .finally(() => running.delete(task))
      running.add(task)
    },
    async finish(): Promise<void> {
      await Promise.all(running)
    },
  }
}

/** Tells whether a message is no event of its own: a repetition, or the end of something that was never reported. */
function createRepetitions(clock: Line['clock']): (message: StreamMessage) => boolean {
  const storedAt = new Map<string, number>()
  return ({ event, pictures }) => {
    if (!event || pictures.length > 0) return false
    const key = `${event.channel} ${event.eventType}`
    const before = storedAt.get(key)
    const now = clock.now().getTime()
    if (event.isActive === false) return !storedAt.delete(key)
    if (before !== undefined && now - before < REPEATED_MS) return true
    // A device has some channels and some kinds of events. One that invents them is not remembered.
    if (storedAt.size < 1_000) storedAt.set(key, now)
    return false
  }
}
