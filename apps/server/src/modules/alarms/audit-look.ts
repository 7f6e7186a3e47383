import { PREFETCH_HEADER } from '@winnow/contract'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/index.ts'

const HOUR_MS = 3_600_000

/** Pictures that a page fetches ahead were not looked at. Browsers say so themselves when they are told to prefetch. */
const isPrefetch = (request: FastifyRequest): boolean =>
  request.headers[PREFETCH_HEADER] !== undefined || request.headers['sec-purpose'] === 'prefetch'

/**
 * Says who saw an alarm's pictures: once per user, alarm and hour, since a look takes many requests. Taking the original file out of
 * the house is told each time.
 */
export async function auditLook(
  tx: Tx,
  actor: Actor,
  look: { alarmId: string; original: boolean; request: FastifyRequest },
  now: Date,
): Promise<void> {
  const { alarmId, original, request } = look
  if (!original && isPrefetch(request)) return
  const entry = { objectType: 'alarm', objectId: alarmId }
  if (original) return recordAudit(tx, actor, { ...entry, action: 'alarm.downloaded' }, now, request.id)
  const who = actor.userId ?? actor.tokenId ?? actor.name
  const once = `look ${who} ${alarmId} ${Math.floor(now.getTime() / HOUR_MS)}`
  await recordAudit(tx, actor, { ...entry, action: 'alarm.viewed', once }, now, request.id)
}
