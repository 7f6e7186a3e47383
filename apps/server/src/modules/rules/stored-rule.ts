import type { AdvancedRule, AdvancedRuleFields } from '@winnow/contract'
import type { Rule } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The fields of a rule that stand in its column `fields`. */
type KeptFields = Omit<AdvancedRuleFields, 'active' | 'scheduleId' | 'meta'> & {
  meta: Pick<AdvancedRuleFields['meta'], 'items'>
}

/** A rule as it is stored, and whether what it names exists. */
export interface StoredRule {
  id: string
  viewId: string
  fields: AdvancedRuleFields
  version: number
  changedAt: Date
  changedBy: string
  hasSchedule: boolean
  hasList: boolean
}

interface Row {
  id: string
  view_id: string
  active: boolean
  fields: KeptFields
  schedule_id: string | null
  list_id: string | null
  version: number
  changed_at: Date
  changed_by: string
  has_schedule: boolean
  has_list: boolean
}

const toRule = (row: Row): StoredRule => ({
  id: row.id,
  viewId: row.view_id,
  fields: {
    ...row.fields,
    active: row.active,
    scheduleId: row.schedule_id,
    meta: { ...row.fields.meta, ...(row.list_id !== null && { listId: row.list_id }) },
  },
  version: row.version,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
  hasSchedule: row.has_schedule,
  hasList: row.has_list,
})

/** The rules of a camera by name. */
export async function listRules(tx: Tx, viewId: string): Promise<StoredRule[]> {
  const { rows } = await sql<Row>`
    select r.id, r.view_id, r.active, r.fields, r.schedule_id, r.list_id, r.version, r.changed_at, r.changed_by,
      r.schedule_id is null or exists (select from schedule_template t where t.id = r.schedule_id
        and t.company_id = r.company_id) as has_schedule,
      r.list_id is null or exists (select from watch_list w where w.id = r.list_id and w.company_id = r.company_id) as has_list
    from advanced_rule r where r.view_id = ${viewId} order by lower(r.fields ->> 'name'), r.id`.execute(tx)
  return rows.map(toRule)
}

export async function findRule(tx: Tx, viewId: string, ruleId: string): Promise<StoredRule | undefined> {
  return (await listRules(tx, viewId)).find(({ id }) => id === ruleId)
}

/** The columns of a rule. */
export function columnsOf({ active, scheduleId, meta: { listId = null, ...meta }, ...fields }: AdvancedRuleFields) {
  const kept: KeptFields = { ...fields, meta }
  return { active, schedule_id: scheduleId, list_id: listId, fields: JSON.stringify(kept) }
}

/** A rule as the engine takes it. */
export const engineRule = ({ id, fields }: Pick<StoredRule, 'id' | 'fields'>): Rule => ({ ...fields, id })

/** The part of a rule that the API returns, besides its state and its last hit. */
export const presented = ({
  id,
  viewId,
  fields,
  version,
  changedAt,
  changedBy,
}: StoredRule): Omit<AdvancedRule, 'state' | 'obstacle' | 'needs' | 'lastHitAt'> => ({
  ...fields,
  id,
  viewId,
  version,
  changedAt: changedAt.toISOString(),
  changedBy,
})
