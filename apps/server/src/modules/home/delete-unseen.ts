import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The number of days after which sums without an update are deleted. Sums that a user can see are updated every hour. */
const UNSEEN_DAYS = 1

/** Deletes sums of sets of sites that nobody sees any more. Such sums are older than the company's other sums. */
export async function deleteUnseen(tx: Tx): Promise<void> {
  await sql`
    delete from scope_quarter h using (
      select company_id, scope, max(quarter) as newest, max(max(quarter)) over (partition by company_id) as newest_of_all
      from scope_quarter group by company_id, scope) kept
    where h.company_id = kept.company_id and h.scope = kept.scope
      and kept.newest < kept.newest_of_all - make_interval(days => ${UNSEEN_DAYS})`.execute(tx)
}
