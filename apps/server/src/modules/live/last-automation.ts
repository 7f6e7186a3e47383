import { sql } from 'kysely'
import { automationEvent, type AutomationEvent } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'

interface AutomationRow {
  type: string
  payload: object
  /** Whether the site has begun anew since. */
  is_past: boolean
}

/** Whether an automation with these last states has finished. */
function isOver(states: readonly AutomationEvent[]): boolean {
  const progress = states.find((state) => state.type === 'automation.progress')
  if (progress) return progress.isCompleted
  const site = states.find((state) => state.type === 'automation.site')
  return site?.currentProcess === 'complete' && !(site.automationCameraFeature && site.success)
}

/**
 * The last states of the automation of a site: first that of the site, then the progress of its cameras. Empty if the automation has
 * finished or left no stored events. A separate index finds the company's events of automations.
 */
export async function lastAutomation(tx: Tx, companyId: string, siteId: string): Promise<AutomationEvent[]> {
  const { rows } = await sql<AutomationRow>`
    with last as (
      select distinct on (type) id, type, payload from live_event
      where company_id = ${companyId} and type in ('automation.site', 'automation.progress')
        and payload ->> 'siteId' = ${siteId}
      order by type desc, id desc)
    select type, payload, coalesce(id < (select max(id) from last where type = 'automation.site'), false) as is_past from last
    order by type desc`.execute(tx)
  // Progress from before the site's last state is that of an earlier run, and says nothing of this one.
  const states = rows
    .filter((row) => !row.is_past)
    .map(({ type, payload }) => automationEvent.parse({ ...payload, type }))
  return isOver(states) ? [] : states
}
