import type { Consent } from '@winnow/contract'
import type { Insertable } from 'kysely'
import type { Consent as ConsentTable } from '../../platform/db/types.generated.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { type Agreement, textFor } from './read-agreement.ts'

export interface Given {
  user_name: string
  agreed_at: Date
}

/** Who agreed to this version for the company; undefined if nobody has. */
export const findConsent = (tx: Tx, companyId: string, { code, version }: Agreement): Promise<Given | undefined> =>
  tx
    .selectFrom('consent')
    .select(['user_name', 'agreed_at'])
    .where('company_id', '=', companyId)
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirst()

/** Stores a consent, unless somebody has agreed to this version before. Returns whether it was stored. */
export async function addConsent(tx: Tx, row: Insertable<ConsentTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('consent')
    .values(row)
    .onConflict((taken) => taken.columns(['company_id', 'code', 'version']).doNothing())
    .executeTakeFirstOrThrow()
  return added === 1n
}

export const presentConsent = (
  agreement: Agreement,
  language: Consent['language'],
  given: Given | undefined,
): Consent => ({
  consentCode: agreement.code,
  isAgreed: given !== undefined,
  version: agreement.version,
  ...textFor(agreement, language),
  agreedBy: given?.user_name ?? null,
  agreedAt: given?.agreed_at.toISOString() ?? null,
})
