import { planSecondStep, type SecondFactorMode, type SecondFactorState, type SecondStep } from '@winnow/domain'
import type { Tx } from '../../../platform/db/transaction.ts'

/** The stored data of a user's second factor. */
export interface SecondFactorRow {
  confirmed_at: Date | null
  two_factor_mode: string
  two_factor_skips: number
  two_factor_required: boolean
  two_factor_skips_used: number
}

/** The columns of {@link SecondFactorRow}, for a query over `app_user`, `company` and `second_factor`. */
export const SECOND_FACTOR_COLUMNS = [
  'second_factor.confirmed_at',
  'company.two_factor_mode',
  'company.two_factor_skips',
  'app_user.two_factor_required',
  'app_user.two_factor_skips_used',
] as const

export const stateOf = (row: SecondFactorRow): SecondFactorState => ({
  confirmed: row.confirmed_at !== null,
  mode: row.two_factor_mode as SecondFactorMode,
  required: row.two_factor_required,
  skipsAllowed: row.two_factor_skips,
  skipsUsed: row.two_factor_skips_used,
})

/** The state of a user's second factor. */
export async function loadSecondFactor(tx: Tx, userId: string): Promise<SecondFactorState> {
  const row = await tx
    .selectFrom('app_user')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .leftJoin('second_factor', 'second_factor.id', 'app_user.id')
    .select(SECOND_FACTOR_COLUMNS)
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  return stateOf(row)
}

/** Decides which second step an account needs after the right password, before it gets a session. */
export async function decideSecondStep(tx: Tx, userId: string): Promise<SecondStep> {
  return planSecondStep(await loadSecondFactor(tx, userId))
}
