import type { ScopedKind } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { projectInGrants, siteInGrants } from './grant-filter.ts'

/** Finds those of the given clients or sites that contain a granted node. The user has to open them to reach that node. */
export async function waysToGranted(
  tx: Tx,
  grants: Grants,
  kind: ScopedKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || (kind !== 'project' && kind !== 'site')) return new Set()
  const leadsOn = kind === 'project' ? projectInGrants(grants, 'n') : siteInGrants(grants, 'n')
  const { rows } = await sql<{ id: string }>`
    select n.id from ${sql.table(kind)} n where n.id = any(${[...ids]}::uuid[]) and ${leadsOn}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
