import type { UserType } from '@winnow/contract'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { loadGrants, permissionsOf } from './load-actor.ts'
import { IDLE_HOURS, readSessionCookie } from './session-cookie.ts'

/** A session's last use is written at most this often: a write per request would cost more than the answer. */
const TOUCH_EVERY_MS = 60_000

/** Requests that a page makes by itself do not keep a session alive: someone must be there. */
const BACKGROUND = new Set(['/api/v1/server-sent-events', '/api/v1/get-alarm-count', '/api/v1/system-status'])

async function bySession(tx: Tx, request: FastifyRequest, token: string, now: Date): Promise<Actor | undefined> {
  const row = await tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id as sessionId',
      'session.last_used_at',
      'session.expires_at',
      'session.keep_logged_in',
      'session.company_id',
      'app_user.id as userId',
      'app_user.name',
      'app_user.email',
      'app_user.user_type',
    ])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.ended_at', 'is', null)
    .where('app_user.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.expires_at <= now) return undefined
  const idleMs = now.getTime() - row.last_used_at.getTime()
  if (!row.keep_logged_in && idleMs > IDLE_HOURS * 3_600_000) return undefined
  if (idleMs > TOUCH_EVERY_MS && !BACKGROUND.has(request.routeOptions.url ?? ''))
    await tx.updateTable('session').set({ last_used_at: now }).where('id', '=', row.sessionId).execute()
  const userType = row.user_type as UserType
  return {
    kind: 'user',
    userId: row.userId,
    sessionId: row.sessionId,
    tokenId: null,
    tokenType: null,
    name: row.name,
    email: row.email,
    companyId: row.company_id,
    userType,
    permissions: permissionsOf(userType),
    grants: await loadGrants(tx, row.userId, userType),
    address: request.ip,
  }
}

/** API tokens act with the rights of a programmatic user; an ingest token may only send alarms and ask what became of them. */
async function byToken(tx: Tx, request: FastifyRequest, token: string, now: Date): Promise<Actor | undefined> {
  const row = await tx
    .selectFrom('api_token')
    .select(['id', 'company_id', 'user_id', 'token_type', 'name', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > TOUCH_EVERY_MS)
    await tx.updateTable('api_token').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return {
    kind: 'token',
    userId: row.user_id,
    sessionId: null,
    tokenId: row.id,
    tokenType: row.token_type as 'ingest' | 'api' | 'calendar',
    name: `Token ${row.name}`,
    email: null,
    companyId: row.company_id,
    userType: 'PROGRAMMATIC_USER',
    permissions:
      row.token_type === 'ingest' ? new Set(['alarm.ingest', 'alarm.read']) : permissionsOf('PROGRAMMATIC_USER'),
    grants: { all: true, permission: row.token_type === 'api' ? 'write' : 'read' },
    address: request.ip,
  }
}

/** Finds out who is calling: by bearer token if one is sent, else by session cookie. */
export function createAuthenticate(deps: { db: Db; clock: Clock }) {
  return async (request: FastifyRequest): Promise<Actor | undefined> => {
    const now = deps.clock.now()
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (bearer !== undefined) return inSystem(deps.db, (tx) => byToken(tx, request, bearer, now))
    const cookie = readSessionCookie(request)
    return cookie === undefined ? undefined : inSystem(deps.db, (tx) => bySession(tx, request, cookie, now))
  }
}
