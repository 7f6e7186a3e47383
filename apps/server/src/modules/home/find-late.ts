import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { inGrants } from '../access/index.ts'

/** Alarms that wait for their verdict past their deadline. Few alarms wait at all, and an index holds just those. */
export async function findLate(
  tx: Tx,
  companyId: string,
  grants: Grants,
  now: Date,
): Promise<{ count: number; oldest: string | null }> {
  const { rows } = await sql<{ n: string; oldest: Date | null }>`
    select count(*) as n, min(received_at) as oldest from alarm a
    where a.verdict is null and a.outside is null and a.deadline_at < ${now} and a.company_id = ${companyId} and not a.is_test
      and ${inGrants(grants, 'a')}`.execute(tx)
  return { count: Number(rows[0]?.n ?? 0), oldest: rows[0]?.oldest?.toISOString() ?? null }
}
