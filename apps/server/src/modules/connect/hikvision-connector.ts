import { deviceAddress } from '@winnow/contract'
import {
  boundaryOf,
  composeMessage,
  createMessageGrouper,
  createPartReader,
  type HikvisionEvent,
  isHeartbeat,
  PartError,
  type StreamMessage,
} from '@winnow/intake'
import { ConnectError, type ConnectorKind, type Line } from '../../platform/connect/connector.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import { type EventCamera, findCameraOfEvent, noteSeen, type IntakeDeps } from '../intake/index.ts'
import { createEventQueue } from './event-queue.ts'
import { fetchSnapshots } from './fetch-snapshots.ts'
import { createIsapiClient } from './isapi-client.ts'
import { createRepetitions } from './repetitions.ts'
import { storeEvent } from './store-event.ts'

export const HIKVISION = 'hikvision'

/** A device says every few seconds that it is there. After this time without a word the connection is dead. */
const QUIET_MS = 60_000

const pictureOf = (channel: string): string => `/ISAPI/Streaming/channels/${channel}01/picture`

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
  const queue = createEventQueue()

  /** The camera of a recorder's channel; null where none has it. */
  async function cameraOf(event: HikvisionEvent | null): Promise<EventCamera | null> {
    const { channel = null, writtenChannel: written, channelName: name } = event ?? {}
    if (channel === null || connection.viewId === null) return null
    return findCameraOfEvent(deps.preparedDb, { besideViewId: connection.viewId }, { channel, written, name })
  }

  /** A recorder's other cameras are there, too. */
  async function noteHeartbeat(event: HikvisionEvent): Promise<void> {
    const channel = event.writtenChannel ?? event.channel
    const now = clock.now().getTime()
    if (channel === null || now - (seenAt.get(channel) ?? -Infinity) < QUIET_MS) return
    seenAt.set(channel, now)
    const camera = await cameraOf(event)
    if (camera && camera.viewId !== connection.viewId) await noteSeen(deps, camera.viewId)
  }

  async function store(message: StreamMessage): Promise<void> {
    const { event } = message
    const isTrigger = message.pictures.length === 0 && event?.isActive !== false
    const camera = await cameraOf(event)
    const channel = camera?.channel ?? event?.channel ?? '1'
    const fetched = isTrigger ? await fetchSnapshots(client, pictureOf(channel), { signal }) : undefined
    const pictures = fetched?.pictures ?? message.pictures
    const { body, rawType } = composeMessage({ xml: message.xml, pictures }, fetched?.problem)
    const viewId = camera?.viewId ?? connection.viewId
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
      line.isAlive()
      if (message.event && message.pictures.length === 0 && isHeartbeat(message.event))
        return noteHeartbeat(message.event).catch((err: unknown) =>
          line.log.warn({ err }, 'a sign of life could not be noted'),
        )
      const { event, pictures } = message
      const isKnown = event !== null && pictures.length === 0
      if (
        isKnown &&
        isRepeated(`${event.writtenChannel ?? event.channel} ${event.eventType}`, { isOver: event.isActive === false })
      )
        return
      await queue.add(() => store(message))
    },
    finish: () => queue.finish(),
  }
}
