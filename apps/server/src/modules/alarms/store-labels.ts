import type { LabelKind, LabelReason } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { uuidArray } from '../../platform/db/uuid-array.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { AlarmPlace } from './announce-alarm.ts'

/** An alarm that is locked to be labelled. The labels are those on the alarm, which lists and sums read. */
export interface LockedAlarm extends AlarmPlace {
  id: string
  version: number
  ground_truth: boolean | null
  cus_ground_truth: boolean | null
  sup_ground_truth: boolean | null
  label_reason: string | null
}

const LABELLED = sql`a.id, a.company_id, a.project_id, a.site_id, a.view_id, a.is_test, a.version, a.ground_truth,
  a.cus_ground_truth, a.sup_ground_truth, a.label_reason`

/** The person whose label it is. A person who works through a token of their own is the same person. */
export const authorOf = (actor: Actor): string | null => actor.userId ?? actor.tokenId

/** As whom a user labels in their own company. */
export const labelKindOf = (actor: Actor): LabelKind =>
  actor.userType === 'SHARED_SITE_USER' ? 'shared-site' : 'operator'

/** Reads alarms of a company. With a lock, in the order of their ids, so that two who label the same ones wait for each other. */
export async function readAlarms(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<LockedAlarm[]> {
  const { rows } = await sql<LockedAlarm>`
    select ${LABELLED} from alarm a where a.id = any(${uuidArray(ids)}::uuid[]) and a.company_id = ${companyId}
    order by a.id ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows
}

/** What a person said last about an alarm. */
export interface OwnLabel {
  alarm_id: string
  ground_truth: boolean | null
  reason: string | null
  /** The act of this label. */
  act_id: string
  /** Whether the act that is asked about is among the person's labels of this alarm. */
  is_stored: boolean
}

/** What a person said last about each of these alarms. Call it after the alarms are locked. */
export async function listOwn(
  tx: Tx,
  author: string | null,
  ids: readonly string[],
  act: string | undefined,
): Promise<ReadonlyMap<string, OwnLabel>> {
  const { rows } = await sql<OwnLabel>`
    select distinct on (alarm_id) alarm_id, ground_truth, reason, act_id,
      bool_or(act_id = ${act ?? null}::uuid) over (partition by alarm_id) is true as is_stored
    from alarm_label where alarm_id = any(${uuidArray(ids)}::uuid[]) and author_id = ${author}
    order by alarm_id, id desc`.execute(tx)
  return new Map(rows.map((row) => [row.alarm_id, row]))
}

/** The alarms that a person labelled with one act, and has not taken back. */
export async function listOfAct(tx: Tx, companyId: string, author: string | null, act: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select alarm_id as id from alarm_label where act_id = ${act} and author_id = ${author} and company_id = ${companyId}
    order by alarm_id desc`.execute(tx)
  return rows.map(({ id }) => id)
}

/** One act of labelling, by one person. */
export interface LabelAct {
  id: string
  kind: LabelKind
  author: string | null
  authorName: string
  groundTruth: boolean | null
  reason: LabelReason | null
  at: Date
}

/** Writes what a person says about some alarms, and then the labels on the alarms. @returns the alarms as they are now */
export async function storeLabels(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  act: LabelAct,
): Promise<LockedAlarm[]> {
  await sql`
    insert into alarm_label (company_id, alarm_id, kind, author_id, author_name, ground_truth, reason, at, act_id)
    select ${companyId}::uuid, id, ${act.kind}, ${act.author}::uuid, ${act.authorName}, ${act.groundTruth}::boolean,
      ${act.reason}, ${act.at}::timestamptz, ${act.id}::uuid
    from unnest(${uuidArray(ids)}::uuid[]) as labelled (id)`.execute(tx)
  return settleLabels(tx, companyId, ids)
}

/**
 * Writes the labels on alarms anew from what people said: the latest of each kind, operators before users of shared sites, and the
 * supervisor's before both. This is the only place that writes these columns. @returns the alarms as they are now
 */
export async function settleLabels(tx: Tx, companyId: string, ids: readonly string[]): Promise<LockedAlarm[]> {
  const wanted = uuidArray(ids)
  const { rows } = await sql<LockedAlarm>`
    with last as materialized (
      select distinct on (alarm_id, kind) alarm_id, kind, ground_truth, reason
      from alarm_label where alarm_id = any(${wanted}::uuid[]) order by alarm_id, kind, id desc),
    said as (
      select labelled.id, sup.ground_truth as sup, coalesce(op.ground_truth, shared.ground_truth) as cus,
        case when sup.ground_truth is not null then sup.reason when op.ground_truth is not null then op.reason
          else shared.reason end as reason
      from unnest(${wanted}::uuid[]) as labelled (id)
        left join last sup on sup.alarm_id = labelled.id and sup.kind = 'supervisor'
        left join last op on op.alarm_id = labelled.id and op.kind = 'operator'
        left join last shared on shared.alarm_id = labelled.id and shared.kind = 'shared-site')
    update alarm a set sup_ground_truth = said.sup, cus_ground_truth = said.cus,
      ground_truth = coalesce(said.sup, said.cus), label_reason = said.reason, version = a.version + 1
    from said where a.id = said.id and a.company_id = ${companyId}
    returning ${LABELLED}`.execute(tx)
  return rows
}
