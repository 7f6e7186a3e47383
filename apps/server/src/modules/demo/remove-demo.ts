import { sql } from 'kysely'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'

/** Tables without a foreign key to the company, because they are partitioned or must be fast to write. */
const LOOSE = ['frame', 'alarm', 'signal', 'signal_key', 'analysis_task', 'analysis_lane', 'live_event'] as const

/** Deletes the demo company: its rows in one transaction, then its files. The audit log stays. */
export async function removeDemo(db: Db, media: MediaStore): Promise<boolean> {
  const keys = await inSystem(
    db,
    async (tx) => {
      const company = await tx.selectFrom('company').select('id').where('is_demo', '=', true).executeTakeFirst()
      if (!company) return undefined
      const { rows } = await sql<{ key: string }>`
        select original_key as key from frame where company_id = ${company.id} and original_key is not null
        union select display_key from frame where company_id = ${company.id} and display_key is not null
        union select raw_key from signal where company_id = ${company.id} and raw_key is not null`.execute(tx)
      for (const table of LOOSE) await sql`delete from ${sql.table(table)} where company_id = ${company.id}`.execute(tx)
      await tx.deleteFrom('company').where('id', '=', company.id).execute()
      return rows.map(({ key }) => key)
    },
    { statementTimeoutMs: 0 },
  )
  if (!keys) return false
  await media.delete(keys)
  return true
}
