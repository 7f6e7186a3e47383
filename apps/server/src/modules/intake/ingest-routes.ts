import type { IncomingMessage } from 'node:http'
import { getSignal, ingestAlarm, MAX_MESSAGE_BYTES, testView } from '@winnow/contract'
import type { FastifyRequest } from 'fastify'
import { BusyError } from '../../platform/crypto/gate.ts'
import { isRefusedValue } from '../../platform/db/refused-value.ts'
import { inTenant } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { MediaFullError, MediaTooLargeError } from '../../platform/media/media-store.ts'
import { TooMuchUnderWayError } from './bytes-under-way.ts'
import { acceptSignal } from './accept-signal.ts'
import type { IngestLimits } from './ingest-limits.ts'
import type { IntakeDeps } from './intake-deps.ts'
import type { SignalPump } from './signal-pump.ts'
import { createUploadReading } from './upload-reading.ts'

export interface IngestRouteDeps extends IntakeDeps {
  limits: IngestLimits
  pump: SignalPump
}

const ACCEPTED = /^(multipart\/form-data|application\/json|image\/|video\/)/i

/** An Idempotency-Key as clients make them; anything longer or stranger is a mistake worth telling. */
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

/**
 * Takes an upload in like any message: stored first, answered then. It is read at once where there is room, so that the answer can name
 * the alarm, and by the pump otherwise.
 */
async function takeUpload(
  deps: IngestRouteDeps,
  actor: Actor,
  viewId: string,
  request: FastifyRequest,
  options: { isTest: boolean },
): Promise<string> {
  const rawType = checkUpload(request)
  const idempotencyKey = idempotencyKeyOf(request)
  deps.limits.requireRoom()
  if (!deps.pump.keepsUp())
    throw new AppError('UNAVAILABLE', 'More arrives than can be read in time: try again later', { retryAfter: 15 })
  deps.limits.byCamera.require(viewId, deps.clock.now())
  const view = await inTenant(deps.db, actor.companyId, (tx) =>
    tx
      .selectFrom('view')
      .select(['site_id'])
      .where('id', '=', viewId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!view) throw notFound()
  const reading = createUploadReading(deps, { rawType, idempotencyKey, isTest: options.isTest })
  try {
    const [id] = await acceptSignal(deps, {
      source: 'http',
      // Left open when it is too much: a request that is destroyed takes the connection along, and the answer with it.
      body: (request.body as IncomingMessage).iterator({ destroyOnReturn: false }),
      rawType,
      targets: [{ companyId: actor.companyId, siteId: view.site_id, viewId, recipient: null }],
      remoteAddress: request.ip,
      idempotencyKey,
      isTest: options.isTest,
      inspect: (stored, receivedAt) => reading.inspect(stored, receivedAt),
    })
    if (id === undefined) throw new Error('no signal was stored')
    await reading.file(id)
    return id
  } catch (error) {
    if (error instanceof MediaTooLargeError)
      throw new AppError('TOO_LARGE', `An alarm may have at most ${error.limit} bytes`)
    if (error instanceof TooMuchUnderWayError)
      throw new AppError('UNAVAILABLE', 'Too much arrives at once: try again later', { retryAfter: 5 })
    if (error instanceof MediaFullError)
      throw new AppError('STORAGE_FULL', 'The disk is nearly full', { retryAfter: 60 })
    if (error instanceof AppError || error instanceof BusyError || isRefusedValue(error)) throw error
    // As a mail is put off, whatever went wrong: the alarm is worth another try. The log has the cause.
    throw new AppError('UNAVAILABLE', 'The alarm cannot be stored now: try again later', {
      cause: error,
      retryAfter: 10,
    })
  } finally {
    reading.end()
  }
}

async function findSignal(deps: IngestRouteDeps, companyId: string, id: string) {
  return inTenant(deps.db, companyId, (tx) =>
    tx
      .selectFrom('signal')
      .select(['id', 'state', 'kind', 'alarm_id', 'duplicate_of', 'problems'])
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(),
  )
}

async function answerOf(deps: IngestRouteDeps, actor: Actor, id: string) {
  const signal = await findSignal(deps, actor.companyId, id)
  const problems = signal.problems as { code: string; detail?: string }[]
  return { signalId: id, alarmId: signal.alarm_id, duplicateOf: signal.duplicate_of, problems }
}

/** What devices and gateways do. */
export function registerIngest(register: Register, deps: IngestRouteDeps): void {
  register(ingestAlarm, async ({ actor, query, request }) =>
    answerOf(deps, actor, await takeUpload(deps, actor, query.view, request, { isTest: false })),
  )

  register(getSignal, async ({ actor, params }) => {
    const signal = await findSignal(deps, actor.companyId, params.id)
    return {
      id: signal.id,
      state: signal.state as 'stored' | 'parsed',
      kind: signal.kind as 'alarm' | 'stop' | 'test' | 'unparsed' | null,
      alarmId: signal.alarm_id,
      duplicateOf: signal.duplicate_of,
    }
  })
}

/** What people do who try a camera. */
export function registerTrials(register: Register, deps: IngestRouteDeps): void {
  register(testView, async ({ actor, params, request }) =>
    answerOf(deps, actor, await takeUpload(deps, actor, params.id, request, { isTest: true })),
  )
}
