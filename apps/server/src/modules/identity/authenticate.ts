import { GRANTED_TYPES } from '@winnow/domain'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { KEEP_PLAN } from '../../platform/db/joined-trips.ts'
import { inSystem, inSystemAtOnce, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { rightsOf } from '../access/index.ts'
import { impersonatorStands } from './impersonator-stands.ts'
import { createKnownGrants, type LoadGrants } from './known-grants.ts'
import { accountOf, permissionsOf, permissionsOfToken, tokenGrants, wholeTree } from './load-actor.ts'
import { readSessionCookie } from './session-cookie.ts'
import { isInUse } from './session-limits.ts'

/** The time of a session's last use is written at most this often. Writing it for each request would cost more than the reply. */
const TOUCH_EVERY_MS = 60_000

interface SessionContext {
  now: Date
  specialCompanyId: string | undefined
  isBackground: boolean
  loadGrants: LoadGrants
}

/** Selects the open session of a token, with its user. */
const selectSession = fixedStatement((db, { tokenHash, now }: { tokenHash: string; now: Date }) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('company', 'company.id', 'session.company_id')
    .leftJoin('app_user as impersonator', 'impersonator.id', 'session.impersonator_id')
    .select([
      'session.id as sessionId',
      'session.last_used_at',
      'session.expires_at',
      'session.company_id',
      'app_user.id as userId',
      'app_user.name',
      'app_user.email',
      'app_user.user_type',
      'app_user.extra_roles',
      'app_user.account_type',
      'app_user.grants_version',
      'session.impersonator_id',
      'impersonator.name as impersonatorName',
      sql<boolean>`company.suspended_at is not null`.as('suspended'),
    ])
    .modifyFront(KEEP_PLAN)
    .where('session.token_hash', '=', tokenHash)
    .where('session.ended_at', 'is', null)
    .where('app_user.disabled_at', 'is', null)
    .where(isInUse(now))
    .where(impersonatorStands(now))
    .compile(),
)

async function bySession(
  db: Db,
  request: FastifyRequest,
  token: string,
  { now, specialCompanyId, isBackground, loadGrants }: SessionContext,
): Promise<Actor | undefined> {
  const [row] = await inSystemAtOnce(db, selectSession(db, { tokenHash: hashToken(token), now }))
  if (!row || row.expires_at <= now) return undefined
  if (now.getTime() - row.last_used_at.getTime() > TOUCH_EVERY_MS && !isBackground)
    await inSystemAtOnce(
      db,
      db.updateTable('session').set({ last_used_at: now }).where('id', '=', row.sessionId).compile(),
    )
  const account = accountOf(row, specialCompanyId)
  return {
    kind: 'user',
    userId: row.userId,
    sessionId: row.sessionId,
    tokenId: null,
    tokenType: null,
    name: row.name,
    email: row.email,
    companyId: row.company_id,
    userType: account.userType,
    permissions: permissionsOf(account),
    rights: rightsOf(row),
    suspended: account.suspended && account.userType !== 'SUPER_USER',
    impersonator:
      row.impersonator_id === null ? null : { userId: row.impersonator_id, name: row.impersonatorName ?? '' },
    grants: GRANTED_TYPES.has(account.userType)
      ? await loadGrants(db, row.userId, row.grants_version)
      : wholeTree(account.userType),
    address: request.ip,
  }
}

/**
 * Authenticates an API token. It acts with the rights of a programmatic user, within its own limits. An ingest token may only send alarms
 * and query their results.
 * @throws AppError TOKEN_EXPIRED for a token that was valid before, so that its maintainer learns why the program stopped
 */
async function byToken(tx: Tx, request: FastifyRequest, token: string, now: Date): Promise<Actor | undefined> {
  const row = await tx
    .selectFrom('api_token')
    .select([
      'id',
      'company_id',
      'user_id',
      'token_type',
      'name',
      'last_used_at',
      'project_ids',
      'site_ids',
      'expires_at',
    ])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.expires_at && row.expires_at <= now)
    throw new AppError('TOKEN_EXPIRED', `This token expired at ${row.expires_at.toISOString()}; make a new one`)
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > TOUCH_EVERY_MS)
    await tx.updateTable('api_token').set({ last_used_at: now }).where('id', '=', row.id).execute()
  const grants = tokenGrants(row)
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
    permissions: permissionsOfToken(row.token_type, grants),
    rights: '',
    // A suspended company's devices and programs keep working. Suspension closes only the console.
    suspended: false,
    impersonator: null,
    grants,
    address: request.ip,
  }
}

/** Authenticates the caller of a request: by bearer token if one is sent, else by session cookie. */
export function createAuthenticate(deps: { db: Db; clock: Clock; specialCompanyId: string | undefined }) {
  const loadGrants = createKnownGrants()
  return async (request: FastifyRequest, isBackground: boolean): Promise<Actor | undefined> => {
    const now = deps.clock.now()
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (bearer !== undefined) return inSystem(deps.db, (tx) => byToken(tx, request, bearer, now))
    const cookie = readSessionCookie(request)
    if (cookie === undefined) return undefined
    return bySession(deps.db, request, cookie, { ...deps, now, isBackground, loadGrants })
  }
}
