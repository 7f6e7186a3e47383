import { createToken, deleteToken, listTokens } from '@winnow/contract'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { presentTokens, TOKEN_COLUMNS } from './present-tokens.ts'

/** @throws AppError VALIDATION for an end that is no end: such a token would never have worked */
function requireFuture(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return
  const message = 'The end must be in the future'
  throw new AppError('VALIDATION', message, { fields: [{ field: 'expiresAt', message }] })
}

export function registerTokens(register: Register, { db, clock }: { db: Db; clock: Clock }): void {
  register(listTokens, ({ actor, query }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const rows = await tx
        .selectFrom('api_token')
        .select(TOKEN_COLUMNS)
        .where('company_id', '=', actor.companyId)
        .where('revoked_at', 'is', null)
        .$if(query.tokenType !== undefined, (some) => some.where('token_type', '=', query.tokenType ?? ''))
        .orderBy('id', 'desc')
        .execute()
      return presentTokens(tx, rows)
    }),
  )

  register(createToken, async ({ actor, body, request }) => {
    const now = clock.now()
    const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
    requireFuture(expiresAt, now)
    return inTenant(db, actor.companyId, async (tx) => {
      const secret = `wn_${newToken()}`
      const row = await tx
        .insertInto('api_token')
        .values({
          id: newId(),
          company_id: actor.companyId,
          user_id: actor.userId,
          token_type: body.tokenType,
          name: body.name,
          token_hash: hashToken(secret),
          project_ids: body.projectIds ?? null,
          site_ids: body.siteIds ?? null,
          expires_at: expiresAt,
        })
        .returning(TOKEN_COLUMNS)
        .executeTakeFirstOrThrow()
      const entry = { action: 'token.created', objectType: 'token', objectId: row.id, objectName: body.name }
      const { tokenType, projectIds, siteIds } = body
      const after = { tokenType, projectIds, siteIds, expiresAt: expiresAt?.toISOString() }
      await recordAudit(tx, actor, { ...entry, after }, now, request.id)
      const [token] = await presentTokens(tx, [row])
      if (!token) throw new Error('a token that was just made is not there')
      return { ...token, secret }
    })
  })

  register(deleteToken, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const now = clock.now()
      const row = await tx
        .updateTable('api_token')
        .set({ revoked_at: now })
        .where('id', '=', params.id)
        .returning('name')
        .executeTakeFirstOrThrow()
      const entry = { action: 'token.revoked', objectType: 'token', objectId: params.id, objectName: row.name }
      await recordAudit(tx, actor, entry, now, request.id)
      return { success: true as const }
    }),
  )
}
