import { type listTokens, type QueryOf, type ReplyOf, TOKEN_WARNING_DAYS } from '@winnow/contract'
import { sql } from 'kysely'
import { listOrder } from '../../platform/db/list-order.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { presentTokens, TOKEN_COLUMNS } from './present-tokens.ts'

const DAY_MS = 86_400_000

const SORTS = {
  name: { by: sql`lower(name)` },
  type: { by: sql`token_type` },
  used: { by: sql`last_used_at`, nullable: true },
  ends: { by: sql`expires_at`, nullable: true },
}

/** One page of the tokens of a company that are not revoked, latest first unless the query says otherwise. */
export async function selectTokens(
  tx: Tx,
  companyId: string,
  { tokenType, sort, page, limit }: QueryOf<typeof listTokens>,
  now: Date,
): Promise<ReplyOf<typeof listTokens>> {
  const all = tx.selectFrom('api_token').where('company_id', '=', companyId).where('revoked_at', 'is', null)
  const matching = tokenType === undefined ? all : all.where('token_type', '=', tokenType)
  const rows = await matching
    .select(TOKEN_COLUMNS)
    .orderBy(sort === undefined ? sql`id desc` : listOrder(sort, SORTS, sql`id`))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { n } = await matching.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  const ending = await all
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + TOKEN_WARNING_DAYS * DAY_MS))
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  const tokens = await presentTokens(tx, rows)
  return { rows: tokens, count: Number(n), countIsExact: true, page, limit, endingSoon: Number(ending.n) }
}
