import { createView, deleteView, getView, listViews, updateView, type BodyOf, type View } from '@winnow/contract'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import { requireFreeName } from './require-free-name.ts'
import type { TreeDeps } from './tree-deps.ts'
import { findView, listViews as selectViews } from './view-queries.ts'

async function getOne(tx: Tx, actor: Actor, id: string): Promise<View> {
  const view = await findView(tx, actor.companyId, actor.grants, id)
  if (!view) throw notFound()
  return view
}

const changed = (tx: Tx, actor: Actor, view: { clientId: string; siteId: string; id: string }) =>
  publishLive(tx, actor.companyId, {
    type: 'tree.changed',
    projectId: view.clientId,
    siteId: view.siteId,
    viewId: view.id,
  })

/** Columns of the fields that were sent; what was left out stays as it is. */
function columnsOf(body: BodyOf<typeof updateView>) {
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.integration === undefined ? {} : { integration: body.integration }),
    ...(body.status === undefined ? {} : { active: body.status.active }),
    ...(body.mask === undefined ? {} : { masks: JSON.stringify(body.mask) }),
    ...(body.wantedClasses === undefined ? {} : { wanted_classes: body.wantedClasses }),
    ...(body.sensitivity === undefined ? {} : { sensitivity: body.sensitivity }),
    ...(body.thermal === undefined ? {} : { thermal: body.thermal }),
    ...(body.channel === undefined ? {} : { channel: body.channel }),
    ...(body.deviceModel === undefined ? {} : { device_model: body.deviceModel }),
    ...(body.mergeWindowSeconds === undefined ? {} : { merge_window_seconds: body.mergeWindowSeconds }),
  }
}

export function registerViews(register: Register, { db, clock }: TreeDeps): void {
  register(listViews, ({ actor, params }) =>
    inTenant(db, actor.companyId, (tx) => selectViews(tx, actor.companyId, actor.grants, params.id)),
  )

  register(getView, ({ actor, params }) => inTenant(db, actor.companyId, (tx) => getOne(tx, actor, params.id)))

  register(createView, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const id = newId()
      const site = await tx
        .selectFrom('site')
        .select('project_id')
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow()
      await requireFreeName(tx, 'view', { column: 'site_id', id: params.id }, body.name)
      await tx
        .insertInto('view')
        .values({
          id,
          company_id: actor.companyId,
          project_id: site.project_id,
          site_id: params.id,
          address_token: newLowercaseToken(),
          ...columnsOf(body),
          name: body.name,
        })
        .execute()
      const view = await getOne(tx, actor, id)
      const entry = { action: 'view.created', objectType: 'view', objectId: id, objectName: body.name }
      await recordAudit(tx, actor, { ...entry, after: body }, clock.now(), request.id)
      await changed(tx, actor, view)
      return view
    }),
  )

  register(updateView, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, actor, params.id)
      if (body.name !== undefined)
        await requireFreeName(tx, 'view', { column: 'site_id', id: before.siteId }, body.name, params.id)
      const columns = columnsOf(body)
      if (Object.keys(columns).length > 0)
        await tx.updateTable('view').set(columns).where('id', '=', params.id).execute()
      const after = await getOne(tx, actor, params.id)
      const entry = { action: 'view.changed', objectType: 'view', objectId: params.id, objectName: after.name }
      await recordAudit(tx, actor, { ...entry, before, after }, clock.now(), request.id)
      await changed(tx, actor, after)
      return after
    }),
  )

  register(deleteView, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, actor, params.id)
      const at = clock.now()
      await tx.updateTable('view').set({ deleted_at: at }).where('id', '=', params.id).execute()
      const entry = { action: 'view.deleted', objectType: 'view', objectId: params.id, objectName: before.name }
      await recordAudit(tx, actor, { ...entry, before }, at, request.id)
      await changed(tx, actor, before)
      return { success: true as const }
    }),
  )
}
