import { getViewLiveviewStatus, LIVE_VIEW, type LiveFormat, type LiveviewStatus, watchLiveView } from '@winnow/contract'
import { isFeatureOpen } from '@winnow/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { cutStalled } from '../../platform/http/cut-stalled.ts'
import type { Register } from '../../platform/http/register.ts'
import { onceAnHour } from '../alarms/index.ts'
import { presentUnlocks } from '../identity/index.ts'
import type { LiveHub } from '../live/index.ts'
import { openStream } from './find-stored-stream.ts'
import { LiveResponse } from './live-response.ts'
import type { Looking, LiveViews } from './live-views.ts'
import { STREAM_KIND } from './stream-settings.ts'

export interface LiveRouteDeps {
  hub: LiveHub
  keys: KeyRing
  liveViews: LiveViews
}

/** Milliseconds until the first picture must come. Cameras send key frames every one to ten seconds. */
const FIRST_MS = 15_000

type Found = Pick<Looking, 'viewId' | 'companyId' | 'siteId' | 'connectionId' | 'version' | 'stream'>

/** The stream of a camera, where its company may read streams. @throws AppError NOT_FOUND, PRODUCT_LOCKED */
async function getLiveStream(tx: Tx, keys: KeyRing, viewId: string): Promise<Found & { name: string }> {
  const row = await tx
    .selectFrom('connection')
    .innerJoin('view', 'view.id', 'connection.view_id')
    .innerJoin('company', 'company.id', 'view.company_id')
    .select(['connection.id', 'connection.settings', 'connection.sealed', 'connection.version'])
    .select(['view.name', 'view.site_id', 'company.id as company_id', 'company.unlocks'])
    .where('view.id', '=', viewId)
    .where('view.deleted_at', 'is', null)
    .where('connection.kind', '=', STREAM_KIND)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (!isFeatureOpen('rtsp', presentUnlocks(row.unlocks)))
    throw new AppError('PRODUCT_LOCKED', 'The company has no cameras with RTSP')
  const { name, site_id: siteId, company_id: companyId, version } = row
  return { name, viewId, companyId, siteId, connectionId: row.id, version, stream: openStream(keys, row) }
}

export function registerLiveViews(register: Register, { hub, keys, liveViews }: LiveRouteDeps): void {
  register.write(watchLiveView, {
    async change({ tx, actor, now, params: { id }, audit }) {
      const { name, ...found } = await getLiveStream(tx, keys, id)
      await audit({
        action: 'view.watched-live',
        objectType: 'view',
        objectId: id,
        objectName: name,
        once: onceAnHour('live', actor, id, now),
      })
      return found
    },
    async reply({ actor, query, request, reply, result }) {
      await watch({ hub, liveViews }, { actor, found: result, format: query.format, request, reply })
      return reply
    },
  })

  register.read(getViewLiveviewStatus, async ({ tx, companyId, params: { id } }) => {
    const stream = await tx
      .selectFrom('connection')
      .select('id')
      .where('view_id', '=', id)
      .where('kind', '=', STREAM_KIND)
      .executeTakeFirst()
    const { viewers, taken, problem } = liveViews.status(companyId, id)
    const shown = problem && stream ? { ...problem, at: problem.at.toISOString() } : null
    const state: LiveviewStatus['state'] = !stream ? 'none' : shown ? 'failed' : viewers > 0 ? 'playing' : 'ready'
    return {
      state,
      viewers,
      cameras: { taken, most: LIVE_VIEW.cameras },
      problem: shown,
    }
  })
}

interface Watching {
  actor: Actor
  found: Found
  format: LiveFormat
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Sends what a camera shows until the viewer leaves, may no longer see it, or the time is over. Resolves when the reply has begun.
 * @throws AppError while an error can still be told: TOKEN_INVALID, RATE_LIMITED, or UNAVAILABLE if there is no picture
 */
async function watch(
  { hub, liveViews }: Pick<LiveRouteDeps, 'hub' | 'liveViews'>,
  { actor, found, format, request, reply }: Watching,
): Promise<void> {
  const { sessionId } = actor
  const { raw } = reply
  if (sessionId === null) throw new AppError('TOKEN_INVALID', 'A live view needs a login')
  const begun = Promise.withResolvers<void>()
  let leaveHub = (): void => undefined
  let leaveView = (): void => undefined
  /** Ends the live view. What the viewer has not read yet is thrown away, unless it ends only because the time is over. */
  function close({ isTimeOver = false, reason = 'ended' } = {}): void {
    clearTimeout(timer)
    leaveHub()
    leaveView()
    begun.reject(new AppError('UNAVAILABLE', `No picture comes from the camera: ${reason}`))
    if (!raw.headersSent || raw.writableEnded) return
    if (isTimeOver) raw.end()
    else raw.destroy()
  }
  let timer = setTimeout(() => close({ reason: 'quiet' }), FIRST_MS)
  const viewer = new LiveResponse(raw, {
    format,
    headers: { 'x-request-id': request.id },
    onFirst() {
      reply.hijack()
      cutStalled(reply)
      clearTimeout(timer)
      timer = setTimeout(() => close({ isTimeOver: true }), LIVE_VIEW.minutes * 60_000)
      begun.resolve()
    },
  })
  const place = liveViews.look({
    ...found,
    sessionId,
    viewer,
    onEnd: (error) => close(error && { reason: error.problem }),
  })
  if (place === 'full') {
    clearTimeout(timer)
    throw new AppError('RATE_LIMITED', 'The company has no further live view', { retryAfter: 30 })
  }
  leaveView = place
  leaveHub = hub.add({ sessionId, rights: actor.rights, tell: () => undefined, end: () => close() })
  raw.on('close', () => close())
  // If the viewer left while the stream was looked up, no further event reports that.
  if (raw.destroyed) close()
  await begun.promise
}
