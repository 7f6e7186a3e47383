import { createToken, deleteToken, listTokens, type Token } from '@winnow/contract'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'

interface Row {
  id: string
  token_type: string
  name: string
  created_at: Date
  last_used_at: Date | null
}

const present = (row: Row): Token => ({
  id: row.id,
  tokenType: row.token_type as Token['tokenType'],
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export function registerTokens(register: Register, { db, clock }: { db: Db; clock: Clock }): void {
  register(listTokens, ({ actor, query }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const rows = await tx
        .selectFrom('api_token')
        .select(['id', 'token_type', 'name', 'created_at', 'last_used_at'])
        .where('company_id', '=', actor.companyId)
        .where('revoked_at', 'is', null)
        .$if(query.tokenType !== undefined, (some) => some.where('token_type', '=', query.tokenType ?? ''))
        .orderBy('id', 'desc')
        .execute()
      return rows.map(present)
    }),
  )

  register(createToken, ({ actor, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
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
        })
        .returning(['id', 'token_type', 'name', 'created_at', 'last_used_at'])
        .executeTakeFirstOrThrow()
      const entry = { action: 'token.created', objectType: 'token', objectId: row.id, objectName: body.name }
      await recordAudit(tx, actor, { ...entry, after: { tokenType: body.tokenType } }, clock.now(), request.id)
      return { ...present(row), secret }
    }),
  )

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
