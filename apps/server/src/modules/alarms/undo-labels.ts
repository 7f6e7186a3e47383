import type { LabelKind } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { uuidArray } from '../../platform/db/uuid-array.ts'
import { isSeen, tellLabels, type Labelling } from './label-alarm.ts'
import { authorOf, readAlarms, settleLabels } from './store-labels.ts'

interface ActRow {
  id: string
  alarm_id: string
  kind: LabelKind
  /** Whether it is still what its author says about the alarm. */
  is_latest: boolean
}

/** The rows that an author wrote in one act. */
async function listAct(tx: Tx, companyId: string, author: string | null, act: string): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    select l.id, l.alarm_id, l.kind, not exists (
      select from alarm_label newer where newer.alarm_id = l.alarm_id and newer.author_id = l.author_id and newer.id > l.id
    ) as is_latest
    from alarm_label l where l.act_id = ${act} and l.author_id = ${author} and l.company_id = ${companyId}
    order by l.alarm_id`.execute(tx)
  return rows
}

/**
 * Takes back what the caller said in one act. Each alarm has the label again that stood before, with its author and time; what a colleague
 * has said meanwhile stays. Alarms that the caller has labelled again since are left as they are (`kept`).
 */
export async function undoAct(request: Labelling, act: string): Promise<{ undone: string[]; kept: string[] }> {
  const { tx, actor, companyId } = request
  const find = () => listAct(tx, companyId, authorOf(actor), act)
  const known = await find()
  const named = known.map((row) => row.alarm_id)
  // An act that was taken back before takes no locks.
  if (!known.some((row) => row.is_latest)) return { undone: [], kept: named }
  const alarms = await readAlarms(tx, companyId, named, { lock: true })
  const seen = new Map(alarms.filter((alarm) => isSeen(actor.grants, alarm)).map((alarm) => [alarm.id, alarm]))
  const taken = (await find()).filter((row) => row.is_latest && seen.has(row.alarm_id))
  const undone = taken.map((row) => row.alarm_id)
  const [first] = taken
  if (first !== undefined) {
    await sql`delete from alarm_label where alarm_id = any(${uuidArray(undone)}::uuid[])
      and id = any(${taken.map(({ id }) => id)}::bigint[])`.execute(tx)
    const after = await settleLabels(tx, companyId, undone)
    await tellLabels(request, { before: alarms, after }, { action: 'alarm.label-undone', kind: first.kind })
  }
  const isUndone = new Set(undone)
  return { undone, kept: named.filter((id) => !isUndone.has(id)) }
}
