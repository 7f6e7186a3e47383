import { setTimeout as wait } from 'node:timers/promises'
import { deviceAddress } from '@winnow/contract'
import {
  boundaryOf,
  composeMessage,
  createPartReader,
  type DahuaEvent,
  PartError,
  readDahuaText,
  type StreamPart,
} from '@winnow/intake'
import { ConnectError, type ConnectorKind, type Line } from '../../platform/connect/connector.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import { findCameraBeside, type IntakeDeps } from '../intake/index.ts'
import { createEventQueue } from './event-queue.ts'
import { fetchSnapshots } from './fetch-snapshots.ts'
import { createIsapiClient, type IsapiClient } from './isapi-client.ts'
import { createRepetitions } from './repetitions.ts'
import { storeEvent } from './store-event.ts'

export const DAHUA = 'dahua'

/** The device says every few seconds that it is there. After this time without a word the connection is dead. */
const QUIET_MS = 60_000
const HEARTBEAT_SECONDS = 5
/** How long the device's own picture of an event is waited for, before pictures are fetched. */
const PICTURE_MS = 1_500
/** What is asked for: what somebody may want to see. Devices report much else, such as logins and new files. */
const CODES = [
  'VideoMotion',
  'SmartMotionHuman',
  'SmartMotionVehicle',
  'CrossLineDetection',
  'CrossRegionDetection',
  'LeftDetection',
  'TakenAwayDetection',
  'WanderDetection',
  'RioterDetection',
  'ParkingDetection',
  'MoveDetection',
  'FaceDetection',
  'VideoBlind',
  'VideoLoss',
  'VideoAbnormalDetection',
  'AlarmLocal',
].join(',')
const EVENTS = `/cgi-bin/eventManager.cgi?action=attach&codes=[${CODES}]&heartbeat=${HEARTBEAT_SECONDS}`
const PICTURES = `/cgi-bin/snapManager.cgi?action=attachFileProc&Flags[0]=Event&Events=[${CODES}]&heartbeat=${HEARTBEAT_SECONDS}`

type Deps = Pick<IntakeDeps, 'preparedDb'>

/**
 * Reads the events of a Dahua camera or recorder. The pictures that it takes of events come over a second connection, where the firmware has
 * one; otherwise pictures are fetched.
 */
export const createDahuaConnector = (deps: Deps): ConnectorKind => ({
  kind: DAHUA,
  async run(line) {
    const { host, port, tls, username } = deviceAddress.parse(line.connection.settings)
    const login = { host, port, tls, username, password: line.connection.secret ?? '' }
    const client = createIsapiClient(line.guard, login)
    const events = await openStream(client, EVENTS, line.signal)
    const handler = createHandler(deps, line, { host, client })
    const ending = new AbortController()
    const signal = AbortSignal.any([line.signal, ending.signal])
    line.isUp()
    // The login was taken, so this one is no try with a wrong password.
    const pictures = readPictures(createIsapiClient(line.guard, login), signal, handler)
    try {
      await readParts(events, signal, (part) => handler.takeEvent(part))
    } finally {
      ending.abort()
      await pictures
      await handler.finish()
    }
  },
})

interface EventStream {
  boundary: string
  body: AsyncIterable<Uint8Array> & { destroy(): unknown }
}

async function openStream(client: IsapiClient, path: string, signal: AbortSignal): Promise<EventStream> {
  const { headers, body } = await client.open(path, { timeoutMs: QUIET_MS, signal })
  const boundary = boundaryOf(String(headers['content-type'] ?? ''))
  if (boundary !== undefined) return { boundary, body }
  body.destroy()
  throw new ConnectError('answer')
}

/** Reads the parts of a stream until it or the signal ends. @throws ConnectError */
async function readParts(
  { boundary, body }: EventStream,
  signal: AbortSignal,
  take: (part: StreamPart) => Promise<void>,
): Promise<void> {
  const read = createPartReader(boundary)
  const close = (): void => void body.destroy()
  signal.addEventListener('abort', close)
  try {
    for await (const chunk of body) for (const part of read(chunk)) await take(part)
  } catch (error) {
    if (error instanceof ConnectError) throw error
    if (error instanceof PartError) throw new ConnectError('answer', { cause: error })
    const isQuiet = error instanceof Error && 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT'
    throw new ConnectError(isQuiet ? 'quiet' : 'closed', { cause: error })
  } finally {
    signal.removeEventListener('abort', close)
    body.destroy()
  }
}

/** Reads pictures of events beside the events themselves. Where that fails, pictures are fetched, so it ends nothing. */
async function readPictures(client: IsapiClient, signal: AbortSignal, handler: Handler): Promise<void> {
  try {
    const stream = await openStream(client, PICTURES, signal)
    handler.expectPictures(true)
    await readParts(stream, signal, (part) => handler.takePicture(part))
  } catch {
    // The firmware has no such stream, or it broke off.
  } finally {
    handler.expectPictures(false)
  }
}

type Handler = ReturnType<typeof createHandler>

const keyOf = ({ channel, code }: DahuaEvent): string => `${channel} ${code}`

interface TakenPicture {
  text: Buffer
  picture: Buffer
}

/** Brings the pictures that the device takes of events to the events that wait for them. */
function createOwnPictures(signal: AbortSignal) {
  const waiting = new Map<string, (taken: TakenPicture) => void>()
  let isExpected = false
  return {
    expect: (is: boolean): void => void (isExpected = is),
    /** @returns undefined if none comes in time */
    async wait(key: string): Promise<TakenPicture | undefined> {
      if (!isExpected || waiting.has(key)) return undefined
      const given = Promise.withResolvers<TakenPicture>()
      waiting.set(key, given.resolve)
      const stop = new AbortController()
      const limited = AbortSignal.any([signal, stop.signal])
      const timeUp = wait(PICTURE_MS, undefined, { signal: limited }).catch(() => undefined)
      const found = await Promise.race([given.promise, timeUp])
      stop.abort()
      waiting.delete(key)
      return found
    },
    /** @returns whether an event waited for it */
    give(key: string, taken: TakenPicture): boolean {
      const give = waiting.get(key)
      give?.(taken)
      return waiting.delete(key)
    },
  }
}

/** What becomes of the parts of both streams. */
function createHandler(deps: Deps, line: Line, { host, client }: { host: string; client: IsapiClient }) {
  const { connection, signal } = line
  const isRepeated = createRepetitions(line.clock)
  const queue = createEventQueue()
  const own = createOwnPictures(signal)
  let last: { text: Buffer; event: DahuaEvent } | undefined

  async function store(event: DahuaEvent, text: Buffer, pictures: readonly Buffer[], problem?: string): Promise<void> {
    const viewId =
      event.channel === null || connection.viewId === null
        ? connection.viewId
        : ((await findCameraBeside(deps.preparedDb, connection.viewId, event.channel)) ?? connection.viewId)
    const { body, rawType } = composeMessage({ xml: text, pictures, type: 'text/plain' }, problem)
    await storeEvent(line, () => ({
      source: 'dahua',
      body: inOnePiece(body),
      rawType,
      viewId,
      remoteAddress: host,
    }))
  }

  async function handle(event: DahuaEvent, text: Buffer): Promise<void> {
    if (event.action === 'stop') return store(event, text, [])
    const taken = await own.wait(keyOf(event))
    if (taken) return store(event, taken.text, [taken.picture])
    const path = `/cgi-bin/snapshot.cgi?channel=${event.channel ?? '1'}`
    const { pictures, problem } = await fetchSnapshots(client, path, { signal })
    await store(event, text, pictures, problem)
  }

  return {
    expectPictures: own.expect,
    /** A part of the stream of events. */
    async takeEvent({ body }: StreamPart): Promise<void> {
      line.isAlive()
      const read = readDahuaText(body.toString('utf8'))
      if (read.kind !== 'events') return
      for (const event of read.events) {
        if (isRepeated(keyOf(event), { isOver: event.action === 'stop' })) continue
        // oxlint-disable-next-line no-await-in-loop -- waits while all places are taken
        await queue.add(() => handle(event, Buffer.from(textOf(event))))
      }
    },
    /** A part of the stream of pictures: an event, or a picture of the event before. */
    async takePicture({ type, body }: StreamPart): Promise<void> {
      if (!type.startsWith('image/')) {
        const read = readDahuaText(body.toString('utf8'))
        const [event] = read.kind === 'events' ? read.events : []
        if (read.kind === 'events') last = event && { event, text: body }
        return
      }
      if (!last) return
      const { event, text } = last
      if (own.give(keyOf(event), { text, picture: body })) return
      // A further picture, or one that came before its event: it joins the event's alarm.
      isRepeated(keyOf(event), { isOver: false })
      await queue.add(() => store(event, text, [body]))
    },
    finish: () => queue.finish(),
  }
}

/** An event as it is stored, whatever else stood in its part. */
const textOf = ({ code, action, channel, time, rule }: DahuaEvent): string =>
  [
    `Events[0].EventBaseInfo.Code=${code}`,
    `Events[0].EventBaseInfo.Action=${action}`,
    ...(channel === null ? [] : [`Events[0].EventBaseInfo.Index=${Number(channel) - 1}`]),
    ...(rule === null ? [] : [`Events[0].Name=${rule}`]),
    ...(time === null ? [] : [`Events[0].UTC=${Date.parse(`${time}Z`) / 1_000}`]),
  ].join('\r\n')
