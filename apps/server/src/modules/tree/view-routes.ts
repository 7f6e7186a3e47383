import { createView, deleteView, getView, updateView, type BodyOf, type View } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { requireConfigurable } from '../access/index.ts'
import { changeMasks, requireMaskable } from './change-masks.ts'
import { columnsOf, insertView, lockSite } from './insert-view.ts'
import { requireFreeName } from './require-free-name.ts'
import { requireUnchanged } from './require-unchanged.ts'
import type { TreeDeps } from './tree-deps.ts'
import { lockNode } from './tree-locks.ts'
import { changedView, findView } from './view-queries.ts'

async function getOne(tx: Tx, actor: Actor, id: string): Promise<View> {
  const view = await findView(tx, actor.companyId, actor.grants, id)
  if (!view) throw notFound()
  return view
}

const linesOf = ({
  name,
  channel,
  deviceModel,
}: Pick<BodyOf<typeof updateView>, 'name' | 'channel' | 'deviceModel'>) => ({ name, channel, deviceModel })

type Edit = Pick<Changing<typeof updateView>, 'tx' | 'actor' | 'now' | 'params' | 'body' | 'audit' | 'publish'>

/** Changes the sent fields of a camera, and records and announces the change. */
async function change({ tx, actor, now, params: { id }, body, audit, publish }: Edit): Promise<View> {
  const { siteId } = await getOne(tx, actor, id)
  if (body.name !== undefined) await requireFreeName(tx, 'view', { column: 'site_id', id: siteId }, body.name, id)
  await lockNode(tx, 'view', id)
  const before = await getOne(tx, actor, id)
  requireConfigurable(actor, before)
  requireUnchanged(before, body.basedOn)
  requirePlainLines(linesOf(before), linesOf(body))
  const columns = columnsOf(body)
  if (Object.keys(columns).length > 0) await tx.updateTable('view').set(columns).where('id', '=', id).execute()
  if (body.mask !== undefined) await changeMasks({ tx, actor, now }, before, { mask: body.mask, kind: 'edited' })
  const after = await getOne(tx, actor, id)
  const entry = { action: 'view.changed', objectType: 'view' as const, objectId: id, objectName: after.name }
  await audit({ ...entry, before, after })
  await publish(changedView(after))
  return after
}

export function registerViews(register: Register, { productPlan }: Pick<TreeDeps, 'productPlan'>): void {
  register.read(getView, ({ tx, actor, params }) => getOne(tx, actor, params.id))

  register.write(createView, async ({ tx, actor, companyId, now, requestId, params, body, audit, publish }) => {
    if (body.mask !== undefined) requireMaskable(actor, false)
    const id = newId()
    await productPlan.lock(tx, companyId)
    await requireFreeName(tx, 'view', { column: 'site_id', id: params.id }, body.name)
    // Locked, so that a deletion of the site waits and then deletes this camera too.
    const site = await lockSite(tx, params.id)
    if (!site) throw notFound()
    await insertView(tx, { id, companyId: actor.companyId, site, isByProgram: actor.kind === 'token' }, body)
    if (body.mask !== undefined)
      await changeMasks({ tx, actor, now }, await getOne(tx, actor, id), { mask: body.mask, kind: 'edited' })
    await productPlan.settle({ tx, companyId, author: actor, now, requestId, publish })
    const view = await getOne(tx, actor, id)
    const entry = { action: 'view.created', objectType: 'view' as const, objectId: id, objectName: body.name }
    await audit({ ...entry, after: body })
    await publish(changedView(view))
    return view
  })

  register.write(updateView, change)

  register.write(deleteView, async ({ tx, actor, params, audit, publish, now }) => {
    const before = await getOne(tx, actor, params.id)
    await tx.updateTable('view').set({ deleted_at: now }).where('id', '=', params.id).execute()
    const entry = { action: 'view.deleted', objectType: 'view' as const, objectId: params.id, objectName: before.name }
    await audit({ ...entry, before })
    await publish(changedView(before))
    return { success: true as const }
  })
}
