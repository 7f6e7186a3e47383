import type { applyLearningProposals, ReplyOf, undoLearning } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { uuidArray } from '../../platform/db/uuid-array.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { viewInGrants } from '../access/index.ts'
import type { AdjustmentRow, Learner } from './adjustment-queries.ts'
import { mayDecide } from './list-proposals.ts'
import { applyProposal, undoApplied } from './settle-adjustment.ts'

/** An adjustment that a request names, if the caller sees its camera. `learner` is null where the caller may not decide. */
interface Named {
  id: string
  learner: Learner | null
}

/** The adjustments that a request names, in a fixed order, so that two requests wait for each other. Unknown ids are left out. */
async function listNamed(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Named[]> {
  const { companyId, grants, permissions } = actor
  const { rows } = await sql<{
    id: string
    view_id: string | null
    project_id: string
    site_id: string
    created_by_api: boolean
  }>`
    select adjustment.id, adjustment.view_id, v.project_id, v.site_id, v.created_by_api
    from adjustment left join view v on v.id = adjustment.view_id
    where adjustment.id = any(${uuidArray(ids)}::uuid[]) and adjustment.company_id = ${companyId}
      and (adjustment.view_id is null or v.deleted_at is null and ${viewInGrants(grants, 'v')})
    order by adjustment.view_id, adjustment.id`.execute(tx)
  return rows.map(({ id, view_id, ...place }) => {
    const may = view_id === null ? permissions.has('company.write') : mayDecide(actor, { view_id, ...place })
    return { id, learner: may ? { companyId, viewId: view_id } : null }
  })
}

/** Tells the audit log what changed for a camera or company. */
type Tell = (
  learner: Learner,
  what: 'applied' | 'undone',
  change: { before: AdjustmentRow | undefined; after: AdjustmentRow | undefined },
) => Promise<void>

interface Deciding {
  tx: Tx
  actor: Actor
  now: Date
  tell: Tell
}

/** Applies each proposal for itself: one that cannot be applied hinders no other. */
export async function applyMany(
  { tx, actor, now, tell }: Deciding,
  ids: readonly string[],
): Promise<ReplyOf<typeof applyLearningProposals>> {
  const refused = new Map<string, ReplyOf<typeof applyLearningProposals>['refused'][number]['reason']>(
    ids.map((id) => [id, 'gone']),
  )
  const applied: string[] = []
  for (const { id, learner } of await listNamed(tx, actor, ids)) {
    const result = learner ? await applyProposal(tx, learner, id, { by: actor.name, now }) : 'no-right'
    if (typeof result === 'string' || !learner) refused.set(id, typeof result === 'string' ? result : 'no-right')
    else {
      await tell(learner, 'applied', result)
      refused.delete(id)
      applied.push(id)
    }
  }
  return { applied, refused: [...refused].map(([id, reason]) => ({ id, reason })) }
}

/** Undoes that adjustments were applied. What somebody else has changed meanwhile stays. */
export async function undoMany(
  { tx, actor, now, tell }: Deciding,
  ids: readonly string[],
): Promise<ReplyOf<typeof undoLearning>> {
  const undone = new Set<string>()
  for (const { id, learner } of await listNamed(tx, actor, ids)) {
    const result = learner && (await undoApplied(tx, learner, id, { by: actor.name, now }))
    if (!learner || !result) continue
    await tell(learner, 'undone', result)
    undone.add(id)
  }
  return { undone: [...undone], kept: ids.filter((id) => !undone.has(id)) }
}
