import type { IncomingMessage } from 'node:http'
import { HIKVISION_MAX_BYTES, type SIGNAL_SOURCES } from '@winnow/contract'
import { clientKey } from '@winnow/domain'
import { inSystemAtOnce } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { MediaFullError } from '../../platform/media/media-store.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import { acceptSignal } from './accept-signal.ts'
import { createBytesInFlight, TooManyBytesError, type BytesInFlight } from './bytes-in-flight.ts'
import { type EventChannel, findCameraOfEvent } from './find-camera-of-event.ts'
import { noteRefused } from './note-refused.ts'
import { noteSeen } from './note-seen.ts'
import { readWholeBody } from './read-whole-body.ts'
import type { IngestRouteDeps } from './take-upload.ts'

/** The bytes of all messages together that are held in memory until it is known where they go: eight of the largest. */
const MOST_HELD = 128 * 1024 * 1024
const TOO_MUCH = { retryAfter: 5 }

/** A request with which a device pushes an event. */
export interface PushRequest {
  raw: IncomingMessage
  body: unknown
  ip: string
  headers: IncomingMessage['headers']
}

/** How the messages of a maker are read before they are stored. */
export interface PushKind {
  source: (typeof SIGNAL_SOURCES)[number]
  /** The content type under which a message is stored. */
  typeOf: (request: PushRequest) => string
  /** Whether a message only says that the device is there, and the channel of a recorder that it names. Must never throw. */
  clues: (raw: Uint8Array, rawType: string, receivedAt: Date) => { isHeartbeat: boolean; channel: EventChannel | null }
}

/** Stores what a device pushes to the address with a camera's token. When it resolves, the message is committed. */
export type TakePush = (kind: PushKind, request: PushRequest, token: string) => Promise<void>

async function findCamera({ preparedDb }: IngestRouteDeps, token: string) {
  const [view] = await inSystemAtOnce(
    preparedDb,
    preparedDb
      .selectFrom('view')
      .select(['id', 'site_id', 'company_id', 'channel'])
      .where('push_token', '=', token.toLowerCase())
      .where('deleted_at', 'is', null)
      .compile(),
  )
  return view
}
type Camera = NonNullable<Awaited<ReturnType<typeof findCamera>>>

/** The camera of a recorder's channel; the camera of the token where the message names none that is known. */
async function cameraOfChannel(deps: IngestRouteDeps, camera: Camera, channel: EventChannel | null): Promise<string> {
  if (channel === null || camera.channel === null) return camera.id
  const found = await findCameraOfEvent(deps.preparedDb, { siteId: camera.site_id }, channel)
  return found?.viewId ?? camera.id
}

/** The function that all pushes of all makers go through, with the memory that they share. */
export function createPushTaker(deps: IngestRouteDeps): TakePush {
  const held = createBytesInFlight(MOST_HELD, 0)
  return async (kind, request, token) => {
    const now = deps.clock.now()
    if (!deps.limits.byAddress.take(request.ip, now)) throw new AppError('RATE_LIMITED', 'Too many messages', TOO_MUCH)
    const camera = await findCamera(deps, token)
    if (!camera) throw notFound()
    deps.limits.requireRoom()
    if (!deps.pump.keepsUp()) throw new AppError('UNAVAILABLE', 'More arrives than can be read in time', TOO_MUCH)
    try {
      await take(deps, { kind, held, camera }, request)
    } catch (error) {
      if (error instanceof TooManyBytesError) throw new AppError('UNAVAILABLE', 'Too much arrives at once', TOO_MUCH)
      if (error instanceof MediaFullError) throw new AppError('STORAGE_FULL', 'The disk is nearly full', TOO_MUCH)
      if (error instanceof AppError) throw error
      throw new AppError('UNAVAILABLE', 'The event cannot be stored now', { cause: error, retryAfter: 10 })
    }
  }
}

async function take(
  deps: IngestRouteDeps,
  { kind, held, camera }: { kind: PushKind; held: BytesInFlight; camera: Camera },
  request: PushRequest,
): Promise<void> {
  const body = (request.body as IncomingMessage | undefined)?.iterator({ destroyOnReturn: false })
  const raw = await readWholeBody(body, held, clientKey(request.ip), HIKVISION_MAX_BYTES)
  const rawType = kind.typeOf(request)
  const { isHeartbeat, channel } = kind.clues(raw, rawType, deps.clock.now())
  const viewId = await cameraOfChannel(deps, camera, channel)
  if (isHeartbeat) {
    await noteSeen(deps, viewId)
    return
  }
  await deps.limits.requireCamera(viewId, deps.clock.now()).catch((error: unknown) => {
    noteRefused(deps, viewId, 'too-many')
    throw error
  })
  const [id = ''] = await acceptSignal(
    deps,
    {
      source: kind.source,
      body: inOnePiece(raw),
      rawType,
      targets: [{ companyId: camera.company_id, siteId: camera.site_id, viewId, recipient: null }],
      remoteAddress: request.ip,
    },
    inSystemAtOnce,
  )
  deps.pump.push(id)
}
