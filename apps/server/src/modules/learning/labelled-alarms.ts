import { parametersOf, type Committee, type Example } from '@winnow/vision/learn'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Learner } from './adjustment-queries.ts'

/** How many of the newest labels of each kind are used. Older ones say little about the current state. */
const NEWEST = { company: 5_000, camera: 1_000 } as const
/** Labels per kind and camera for a company's learning, so that a busy camera does not dominate. */
const PER_CAMERA = 100
/** The newest alarms that are searched for the current models and parameters; some alarms are never analysed. */
const LATEST = 50

/**
 * The models and parameters of the company's newest analysed alarm. Undefined when none was analysed lately, or by another version of the
 * program, whose thresholds are unknown here.
 */
export async function findCommittee(tx: Tx, companyId: string): Promise<Committee | undefined> {
  const { rows } = await sql<{ committee: Committee }>`
    select jsonb_build_object('packs', model->'packs', 'parameters', model->'parameters') as committee
    from (select id, model, evidence from alarm where company_id = ${companyId} order by id desc limit ${LATEST}) latest
    where evidence is not null and jsonb_typeof(model) = 'object'
    order by id desc limit 1`.execute(tx)
  const committee = rows[0]?.committee
  return committee && parametersOf(committee) ? committee : undefined
}

interface Row {
  view_id: string
  received_at: Date
  ground_truth: boolean
  evidence: number | null
  sensitivity: number
  comparable: boolean
}

/**
 * The newest labelled alarms as examples to learn from. Only those count that the current models and parameters judged without problems,
 * with the masks and wanted classes that their camera has now. The evidence of others belongs to another filter or another scene.
 */
export async function listExamples(
  tx: Tx,
  { companyId, viewId }: Learner,
  committee: Committee | undefined,
): Promise<{ examples: Example[]; notComparable: number }> {
  const place = viewId === null ? sql`company_id = ${companyId}` : sql`view_id = ${viewId}`
  const newest = viewId === null ? NEWEST.company : NEWEST.camera
  const perCamera = viewId === null ? PER_CAMERA : newest
  // One query per kind, each of which reads the end of an index.
  const ofKind = (isTrue: boolean) => sql`(
    select id, view_id, received_at, ground_truth, evidence, model, masks, verdict from alarm
    where ${place} and ground_truth = ${isTrue} and ground_truth is not null and not is_test
    order by id desc limit ${newest})`
  const { rows } = await sql<Row>`
    with labelled as (${ofKind(true)} union all ${ofKind(false)}),
    judged as (
      select l.id, l.view_id, l.received_at, l.ground_truth, (l.evidence->>'value')::float8 as evidence, v.sensitivity,
        coalesce(
          l.verdict in ('true', 'false')
          and l.evidence->'isWhole' = 'true'
          and l.model->'packs' = ${JSON.stringify(committee?.packs ?? null)}::jsonb
          and l.model->>'parameters' = ${committee?.parameters ?? ''}
          and l.masks = v.masks
          and l.evidence->'wantedClasses' = (select jsonb_agg(name order by name) from unnest(v.wanted_classes) name),
        false) as comparable
      from labelled l join view v on v.id = l.view_id
      where v.deleted_at is null)
    select view_id, received_at, ground_truth, evidence, sensitivity, comparable
    from (
      select *, row_number() over (partition by view_id, ground_truth, comparable order by id desc) as place
      from judged) placed
    where not comparable or place <= ${perCamera}
    order by id`.execute(tx)
  const examples = rows.flatMap((row): Example[] =>
    row.comparable && row.evidence !== null
      ? [
          {
            evidence: row.evidence,
            sensitivity: row.sensitivity as Example['sensitivity'],
            isTrue: row.ground_truth,
            camera: row.view_id,
            at: row.received_at,
          },
        ]
      : [],
  )
  return { examples, notComparable: rows.filter((row) => !row.comparable).length }
}
