import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The number of a camera's latest alarms that are looked through. */
const LOOKED_THROUGH = 2_000

/** When the rules of a camera last found what they look for, by the ids of the rules, from its latest alarms. */
export async function lastHits(tx: Tx, viewId: string): Promise<Map<string, Date>> {
  const { rows } = await sql<{ rule_id: string; at: Date }>`
    with latest as (select received_at, rules, rule_types from alarm where view_id = ${viewId}
      order by id desc limit ${LOOKED_THROUGH})
    select finding ->> 'ruleId' as rule_id, max(received_at) as at
    from latest, jsonb_array_elements(rules) finding
    where rule_types <> '{}' and finding ->> 'outcome' in ('hit', 'held') group by 1`.execute(tx)
  return new Map(rows.map(({ rule_id: id, at }) => [id, at]))
}
