import { MOST_PROPOSALS, type LearningProposals } from '@winnow/contract'
import { nodePermission } from '@winnow/domain'
import type { Committee, Example } from '@winnow/vision/learn'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { viewInGrants } from '../access/index.ts'
import { isStale, findAdjustment, type AdjustmentRow } from './adjustment-queries.ts'
import { lostBy } from './get-learning.ts'
import { findCommittee, listExamples, listTrueOf } from './labelled-alarms.ts'
import {
  evaluationOf,
  heldBackOf,
  present,
  sumHeldBack,
  thresholdWith,
  type Sensitivity,
} from './present-adjustment.ts'

/** An adjustment of a camera that the caller sees, with the camera's place. */
interface PlacedRow extends AdjustmentRow {
  view_id: string
  name: string
  site_id: string
  site_name: string
  project_id: string
  project_name: string
  sensitivity: number
  created_by_api: boolean
}

/** The most adjustments in use whose labels are asked at once. The newest ones come first. */
const MOST_IN_USE = 500
/** The most of them that are shown although nothing is wrong with them. */
const MOST_USED = 100

async function listRows(tx: Tx, { companyId, grants }: Actor, state: 'proposed' | 'applied'): Promise<PlacedRow[]> {
  const most = state === 'proposed' ? MOST_PROPOSALS : MOST_IN_USE
  const gain = sql`(adjustment.held_back->'false'->>'filteredAfter')::int - (adjustment.held_back->'false'->>'filteredBefore')::int`
  const { rows } = await sql<PlacedRow>`
    select adjustment.*, v.name, v.site_id, s.name as site_name, v.project_id, p.name as project_name, v.sensitivity, v.created_by_api
    from adjustment join view v on v.id = adjustment.view_id join site s on s.id = v.site_id join project p on p.id = v.project_id
    where adjustment.company_id = ${companyId} and adjustment.state = ${state} and v.deleted_at is null and ${viewInGrants(grants, 'v')}
    order by ${state === 'proposed' ? gain : sql`adjustment.applied_at`} desc, adjustment.id limit ${most}`.execute(tx)
  return rows
}

const placeOf = (row: PlacedRow) => ({
  viewId: row.view_id,
  name: row.name,
  siteId: row.site_id,
  siteName: row.site_name,
  clientId: row.project_id,
  projectName: row.project_name,
})

/** Whether a person may decide about a camera's learning, as about its sensitivity. */
export function mayDecide(
  { grants, permissions, kind }: Actor,
  row: { project_id: string; site_id: string; view_id: string; created_by_api: boolean },
): boolean {
  const path = { projectId: row.project_id, siteId: row.site_id, viewId: row.view_id }
  if (row.created_by_api && kind !== 'token') return false
  return permissions.has('node.write') && nodePermission(grants, path) === 'write'
}

const todayOf = (row: PlacedRow, committee: Committee | undefined) => ({
  committee,
  sensitivity: row.sensitivity as Sensitivity,
})

/** The proposal for all cameras, if the caller may decide about it and it loses no alarm labelled true. */
async function ofCompany(tx: Tx, actor: Actor, committee: Committee | undefined): Promise<AdjustmentRow | undefined> {
  if (!actor.permissions.has('company.write')) return undefined
  const learner = { companyId: actor.companyId, viewId: null }
  const row = await findAdjustment(tx, learner, 'proposed')
  if (!row || isStale(row, committee)) return undefined
  const { examples } = await listExamples(tx, learner, committee)
  return lostBy(row, examples, committee) === 0 ? row : undefined
}

/** What waits for a decision in the part of the tree that the caller sees. Stale adjustments have no effect and are left out. */
export async function listProposals(tx: Tx, actor: Actor): Promise<LearningProposals> {
  const committee = await findCommittee(tx, actor.companyId)
  const isLive = (row: AdjustmentRow) => !isStale(row, committee)
  const proposed = (await listRows(tx, actor, 'proposed')).filter(isLive)
  const applied = (await listRows(tx, actor, 'applied')).filter(isLive)
  const asked = [...new Set([...proposed, ...applied].map((row) => row.view_id))]
  const known: ReadonlyMap<string, Example[]> = await listTrueOf(tx, asked, committee)
  const lost = (row: PlacedRow) => lostBy(row, known.get(row.view_id) ?? [], committee)
  const offered = proposed.filter((row) => lost(row) === 0)
  const shiftOf = new Map(applied.map((row) => [row.view_id, row.shift]))
  const company = await findAdjustment(tx, { companyId: actor.companyId, viewId: null }, 'applied')
  const usualShift = company && isLive(company) ? company.shift : 0
  const heldBack = sumHeldBack(offered.map(heldBackOf))
  const forAll = await ofCompany(tx, actor, committee)
  const inUse = applied.map((row) => ({
    ...placeOf(row),
    applied: present(row, todayOf(row, committee)),
    losing: lost(row),
    mayRevert: mayDecide(actor, row),
  }))
  return {
    cameras: offered.map((row) => ({
      ...placeOf(row),
      proposal: present(row, todayOf(row, committee)),
      threshold: thresholdWith(shiftOf.get(row.view_id) ?? usualShift, todayOf(row, committee)) ?? 0,
      mayApply: mayDecide(actor, row),
    })),
    applicable: offered.filter((row) => mayDecide(actor, row)).length,
    sum: offered.length === 0 ? null : { heldBack, evaluation: evaluationOf(heldBack, 'camera') },
    losing: inUse.filter(({ losing }) => losing > 0),
    used: inUse.filter(({ losing }) => losing === 0).slice(0, MOST_USED),
    company: forAll ? present(forAll, { committee, sensitivity: 3 }) : null,
    inUse: inUse.length,
  }
}
