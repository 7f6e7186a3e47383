import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { inWindow, type Window } from './quarter-counts.ts'

/** The version of the counts of a quarter hour. Every change of a count of the company in it raises the version in the same transaction. */
export interface Version {
  quarter: Date
  version: string
}

/** The total of the company's versions of each quarter hour, in chronological order. Quarter hours that never had an alarm are missing. */
export async function readVersions(tx: Tx, companyId: string, window: Window): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select quarter, sum(version)::text as version from alarm_quarter
    where company_id = ${companyId} and site_id = ${NOTHING} and ${inWindow(window)} group by quarter order by quarter`.execute(
    tx,
  )
  return rows
}
