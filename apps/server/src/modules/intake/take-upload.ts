import type { IncomingMessage } from 'node:http'
import { MAX_MESSAGE_BYTES, type Operation } from '@winnow/contract'
import { clientKey } from '@winnow/domain'
import type { ParsedSignal } from '@winnow/intake'
import type { FastifyRequest } from 'fastify'
import { BusyError } from '../../platform/crypto/gate.ts'
import { isRefusedValue } from '../../platform/db/refused-value.ts'
import { inTenantAtOnce, type Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Outside } from '../../platform/http/handlers.ts'
import { MediaFullError, MediaTooLargeError } from '../../platform/media/media-store.ts'
import { TooManyBytesError } from './bytes-in-flight.ts'
import { acceptSignal } from './accept-signal.ts'
import { byTurns } from './by-turns.ts'
import type { IngestLimits } from './ingest-limits.ts'
import type { IntakeDeps } from './intake-deps.ts'
import type { SignalPump } from './signal-pump.ts'
import { createUploadReading } from './upload-reading.ts'

export interface IngestRouteDeps extends IntakeDeps {
  limits: IngestLimits
  pump: SignalPump
}

const ACCEPTED = /^(multipart\/form-data|application\/json|image\/|video\/)/i

/** Reads and validates the Idempotency-Key. A key that is too long or has unusual characters is refused as a mistake. */
function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError('VALIDATION', 'Idempotency-Key must be 1 to 200 printable characters without spaces')
  return key
}

function checkUpload(request: FastifyRequest): string {
  const type = request.headers['content-type'] ?? ''
  if (!ACCEPTED.test(type))
    throw new AppError(
      'UNSUPPORTED_MEDIA',
      'Send multipart/form-data with pictures or one clip, JSON with base64, or one picture or clip as the body',
    )
  if (Number(request.headers['content-length'] ?? 0) > MAX_MESSAGE_BYTES)
    throw new AppError('TOO_LARGE', `An alarm may have at most ${MAX_MESSAGE_BYTES} bytes`)
  return type
}

/** Where an upload goes. */
export interface UploadTarget {
  viewId: string
  isTest: boolean
  /** The alarm to which its pictures are added. Left out: the alarm follows from camera and time. */
  alarmId?: string
  /** Refuses what was read, by throwing. */
  check?: (read: ParsedSignal) => Promise<void>
}

/** The site of a camera. A deleted one takes no pictures; who adds some to an alarm of it, which is still listed, is told why. */
async function siteOf(tx: Tx, viewId: string, isForAlarm: boolean): Promise<string> {
  const view = await tx
    .selectFrom('view')
    .select(['site_id'])
    .where('id', '=', viewId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (view) return view.site_id
  if (!isForAlarm) throw notFound()
  throw new AppError('NOT_FOUND', 'The camera of this alarm was deleted: no pictures can be added any more')
}

/**
 * Accepts an upload. It is stored before it is answered, like any message. If enough memory is free, it is also read before, so that the
 * reply can name the alarm. Otherwise the pump reads it later.
 */
export async function takeUpload(
  deps: IngestRouteDeps,
  { companyId, request, read }: Pick<Outside<Operation>, 'companyId' | 'request' | 'read'>,
  { viewId, isTest, alarmId, check }: UploadTarget,
): Promise<string> {
  const rawType = checkUpload(request)
  const idempotencyKey = idempotencyKeyOf(request)
  deps.limits.requireRoom()
  if (!deps.pump.keepsUp())
    throw new AppError('UNAVAILABLE', 'More arrives than can be read in time: try again later', { retryAfter: 15 })
  await deps.limits.requireCamera(viewId, deps.clock.now())
  const siteId = await read((tx) => siteOf(tx, viewId, alarmId !== undefined))
  const atOnce = inTenantAtOnce(companyId)
  const turn = deps.turns.begin(clientKey(request.ip))
  const reading = createUploadReading(deps, { atOnce, rawType, idempotencyKey, isTest, check })
  try {
    const [id] = await acceptSignal(
      deps,
      {
        source: 'http',
        // The request stays open if the body is too large: destroying it would close the connection before the reply is sent.
        body: byTurns((request.body as IncomingMessage).iterator({ destroyOnReturn: false }), turn),
        rawType,
        targets: [{ companyId, siteId, viewId, recipient: null, ...(alarmId !== undefined && { alarmId }) }],
        remoteAddress: request.ip,
        idempotencyKey,
        isTest,
        inspect: (stored, receivedAt) => reading.inspect(stored, receivedAt),
      },
      atOnce,
    )
    if (id === undefined) throw new Error('no signal was stored')
    await reading.file(id)
    return id
  } catch (error) {
    if (error instanceof MediaTooLargeError)
      throw new AppError('TOO_LARGE', `An alarm may have at most ${error.limit} bytes`)
    if (error instanceof TooManyBytesError)
      throw new AppError('UNAVAILABLE', 'Too much arrives at once: try again later', { retryAfter: 5 })
    if (error instanceof MediaFullError)
      throw new AppError('STORAGE_FULL', 'The disk is nearly full', { retryAfter: 60 })
    if (error instanceof AppError || error instanceof BusyError || isRefusedValue(error)) throw error
    // After any other error, the sender should try again, as with a mail. The log contains the cause.
    throw new AppError('UNAVAILABLE', 'The alarm cannot be stored now: try again later', {
      cause: error,
      retryAfter: 10,
    })
  } finally {
    turn.end()
    reading.end()
  }
}

export const findSignal = (tx: Tx, companyId: string, id: string) =>
  tx
    .selectFrom('signal')
    .select(['id', 'state', 'kind', 'alarm_id', 'duplicate_of', 'problems'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()

/** The reply to an upload that was accepted. */
export async function answerOf({ tx, companyId, prepared: id }: { tx: Tx; companyId: string; prepared: string }) {
  const signal = await findSignal(tx, companyId, id)
  const problems = signal.problems as { code: string; detail?: string }[]
  return { signalId: id, alarmId: signal.alarm_id, duplicateOf: signal.duplicate_of, problems }
}
