import type { LabelKind, SaidLabel } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

interface Row {
  kind: string
  author_id: string | null
  author_name: string
  ground_truth: boolean | null
  reason: string | null
  at: Date
}

/** What each person says about an alarm, the latest first. A person who has removed their label is in it, without a ground truth. */
export async function listLabels(tx: Tx, alarmId: string): Promise<SaidLabel[]> {
  const { rows } = await sql<Row>`
    select said.kind, said.author_id, coalesce(u.name, said.author_name) as author_name, said.ground_truth, said.reason, said.at
    from (
      select distinct on (kind, author_id) * from alarm_label where alarm_id = ${alarmId} order by kind, author_id, id desc
    ) said
      left join app_user u on u.id = said.author_id
    order by said.id desc`.execute(tx)
  return rows.map((row) => ({
    kind: row.kind as LabelKind,
    authorId: row.author_id,
    authorName: row.author_name || null,
    groundTruth: row.ground_truth,
    reason: row.reason as SaidLabel['reason'],
    at: row.at.toISOString(),
  }))
}

/**
 * The label that stands: the latest of a supervisor or, if there is none, of an operator, then of a user of a shared site.
 * @param labels the latest first
 */
export function standingLabel(labels: readonly SaidLabel[]): SaidLabel | undefined {
  const latest = (kind: LabelKind) => labels.find((label) => label.kind === kind)
  return [latest('supervisor'), latest('operator'), latest('shared-site')].find(
    (label) => label !== undefined && label.groundTruth !== null,
  )
}
