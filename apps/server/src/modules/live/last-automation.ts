import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

export interface AutomationState {
  type: string
  payload: unknown
}

/**
 * The last state of the automation of a site and of its cameras, in this order, of the last hour. The company's events of automations are
 * found by an index of their own.
 */
export async function lastAutomation(tx: Tx, companyId: string, siteId: string): Promise<AutomationState[]> {
  const { rows } = await sql<AutomationState>`
    select distinct on (type) type, payload from live_event
    where company_id = ${companyId} and type in ('automation.site', 'automation.progress')
      and payload ->> 'siteId' = ${siteId}
    order by type desc, id desc`.execute(tx)
  return rows
}
