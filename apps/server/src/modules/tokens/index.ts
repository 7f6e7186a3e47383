import { createToken, deleteToken, listTokens } from '@winnow/contract'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import type { Module } from '../../platform/modules/module.ts'
import { selectTokens } from './list-tokens.ts'
import { presentTokens, TOKEN_COLUMNS } from './present-tokens.ts'

/** Checks the expiry of a new token. @throws AppError VALIDATION if it is in the past, since the token would never be valid */
function requireFuture(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return
  const message = 'The end must be in the future'
  throw new AppError('VALIDATION', message, { fields: [{ field: 'expiresAt', message }] })
}

export const tokensModule: Module = {
  name: 'tokens',
  tables: { api_token: { rows: 'kept' } },
  routes: registerTokens,
}

function registerTokens(register: Register): void {
  register.read(listTokens, ({ tx, actor, query, now }) => selectTokens(tx, actor.companyId, query, now))

  register.write(createToken, async ({ tx, actor, body, now, audit }) => {
    const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
    requireFuture(expiresAt, now)
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
    const entry = { action: 'token.created', objectType: 'token' as const, objectId: row.id, objectName: body.name }
    const { tokenType, projectIds, siteIds } = body
    const after = { tokenType, projectIds, siteIds, expiresAt: expiresAt?.toISOString() }
    await audit({ ...entry, after })
    const [token] = await presentTokens(tx, [row])
    if (!token) throw new Error('a token that was just made is not there')
    return { ...token, secret }
  })

  register.write(deleteToken, async ({ tx, params, audit, now }) => {
    const row = await tx
      .updateTable('api_token')
      .set({ revoked_at: now })
      .where('id', '=', params.id)
      .returning('name')
      .executeTakeFirstOrThrow()
    const entry = { action: 'token.revoked', objectType: 'token' as const, objectId: params.id, objectName: row.name }
    await audit(entry)
    return { success: true as const }
  })
}
