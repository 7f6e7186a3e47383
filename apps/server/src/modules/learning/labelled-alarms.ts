import { parametersOf, type Committee, type Example } from '@winnow/vision/learn'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { uuidArray } from '../../platform/db/uuid-array.ts'
import type { Learner } from './adjustment-queries.ts'

/** The number of newest labels that are used of each kind, true and false. Older labels say little about the current state. */
const NEWEST = { company: 5_000, camera: 1_000 } as const
/** Limit on labels per kind and camera for a company's learning, so that a camera with many alarms does not dominate. */
const PER_CAMERA = 100
/** The number of newest alarms in which the current models and parameters are searched, since some alarms are never analysed. */
const LATEST = 50

/**
 * The models and parameters of the company's newest analysed alarm. Undefined if no alarm was analysed lately, or if another version of the
 * program analysed it, whose thresholds are unknown here.
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

/**
 * SQL condition that alarm `l` of camera `v` was judged by these models and parameters, without problems, and with the masks and wanted
 * classes that the camera has now. Only such alarms can be compared with new ones.
 */
export const isComparable = (committee: Committee | undefined): RawBuilder<SqlBool> => sql<SqlBool>`coalesce(
  l.verdict in ('true', 'false')
  and l.evidence->'isWhole' = 'true'
  and l.model->'packs' = ${JSON.stringify(committee?.packs ?? null)}::jsonb
  and l.model->>'parameters' = ${committee?.parameters ?? ''}
  and l.masks = v.masks
  and l.evidence->'wantedClasses' = (select jsonb_agg(name order by name) from unnest(v.wanted_classes) name),
  false)`

interface Row {
  view_id: string
  received_at: Date
  ground_truth: boolean
  evidence: number | null
  sensitivity: number
  comparable: boolean
}

const exampleOf = ({ view_id, received_at, ground_truth, evidence, sensitivity }: Omit<Row, 'comparable'>): Example[] =>
  evidence === null
    ? []
    : [
        {
          evidence,
          sensitivity: sensitivity as Example['sensitivity'],
          isTrue: ground_truth,
          camera: view_id,
          at: received_at,
        },
      ]

/**
 * The newest labelled alarms as examples to learn from. An alarm can be used only if the current models and parameters judged it without
 * problems, with the masks and wanted classes that its camera has now. All other alarms were judged under different conditions.
 */
export async function listExamples(
  tx: Tx,
  { companyId, viewId }: Learner,
  committee: Committee | undefined,
): Promise<{ examples: Example[]; notComparable: number }> {
  const place = viewId === null ? sql`company_id = ${companyId}` : sql`view_id = ${viewId}`
  const newest = viewId === null ? NEWEST.company : NEWEST.camera
  const perCamera = viewId === null ? PER_CAMERA : newest
  // There is one query for true and one for false labels, because each of them reads only the end of an index.
  const ofKind = (isTrue: boolean) => sql`(
    select id, view_id, received_at, ground_truth, evidence, model, masks, verdict from alarm
    where ${place} and ground_truth = ${isTrue} and ground_truth is not null and not is_test
    order by id desc limit ${newest})`
  const { rows } = await sql<Row>`
    with labelled as (${ofKind(true)} union all ${ofKind(false)}),
    judged as (
      select l.id, l.view_id, l.received_at, l.ground_truth, (l.evidence->>'value')::float8 as evidence, v.sensitivity,
        ${isComparable(committee)} as comparable
      from labelled l join view v on v.id = l.view_id
      where v.deleted_at is null)
    select view_id, received_at, ground_truth, evidence, sensitivity, comparable
    from (
      select *, row_number() over (partition by view_id, ground_truth, comparable order by id desc) as place
      from judged) placed
    where not comparable or place <= ${perCamera}
    order by id`.execute(tx)
  const examples = rows.filter(({ comparable }) => comparable).flatMap(exampleOf)
  return { examples, notComparable: rows.filter((row) => !row.comparable).length }
}

/** The newest alarms labelled true of some cameras, as examples by camera. As many of each as its own learning uses. */
export async function listTrueOf(
  tx: Tx,
  viewIds: readonly string[],
  committee: Committee | undefined,
): Promise<ReadonlyMap<string, Example[]>> {
  if (viewIds.length === 0) return new Map()
  const { rows } = await sql<Omit<Row, 'comparable'>>`
    select l.view_id, l.received_at, l.ground_truth, (l.evidence->>'value')::float8 as evidence, v.sensitivity
    from unnest(${uuidArray(viewIds)}::uuid[]) as wanted (id)
      join view v on v.id = wanted.id
      cross join lateral (
        select id, view_id, received_at, ground_truth, evidence, model, masks, verdict from alarm
        where view_id = wanted.id and ground_truth = true and not is_test order by id desc limit ${NEWEST.camera}) l
    where ${isComparable(committee)}`.execute(tx)
  return Map.groupBy(rows.flatMap(exampleOf), ({ camera }) => camera)
}
