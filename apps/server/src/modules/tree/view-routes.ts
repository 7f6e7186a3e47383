import {
  createView,
  deleteView,
  getView,
  listViews,
  setViewMasks,
  updateView,
  type BodyOf,
  type View,
} from '@winnow/contract'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
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

const linesOf = ({
  name,
  channel,
  deviceModel,
}: Pick<BodyOf<typeof updateView>, 'name' | 'channel' | 'deviceModel'>) => ({ name, channel, deviceModel })

/** Masks have a right of their own, and make no sense where the picture turns away from under them. */
function requireMaskable(actor: Actor, ptz: boolean): void {
  if (!actor.permissions.has('mask.write')) throw new AppError('FORBIDDEN', 'You have no access for this action')
  const message = 'Masks cannot be set on a camera that turns'
  if (ptz) throw new AppError('VALIDATION', message, { fields: [{ field: 'mask', message }] })
}

/** Changes the sent fields of a camera; says so to the audit and to who is looking. */
async function change(
  tx: Tx,
  actor: Actor,
  id: string,
  body: BodyOf<typeof updateView>,
  { at, requestId }: { at: Date; requestId: string },
): Promise<View> {
  const before = await getOne(tx, actor, id)
  if (body.mask !== undefined) requireMaskable(actor, before.ptz)
  requirePlainLines(linesOf(before), linesOf(body))
  if (body.name !== undefined)
    await requireFreeName(tx, 'view', { column: 'site_id', id: before.siteId }, body.name, id)
  const columns = columnsOf(body)
  if (Object.keys(columns).length > 0) await tx.updateTable('view').set(columns).where('id', '=', id).execute()
  const after = await getOne(tx, actor, id)
  const entry = { action: 'view.changed', objectType: 'view', objectId: id, objectName: after.name }
  await recordAudit(tx, actor, { ...entry, before, after }, at, requestId)
  await changed(tx, actor, after)
  return after
}

export function registerViews(register: Register, { db, clock }: TreeDeps): void {
  register(listViews, ({ actor, params }) =>
    inTenant(db, actor.companyId, (tx) => selectViews(tx, actor.companyId, actor.grants, params.id)),
  )

  register(getView, ({ actor, params }) => inTenant(db, actor.companyId, (tx) => getOne(tx, actor, params.id)))

  register(createView, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      if (body.mask !== undefined) requireMaskable(actor, false)
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
    inTenant(db, actor.companyId, (tx) =>
      change(tx, actor, params.id, body, { at: clock.now(), requestId: request.id }),
    ),
  )

  register(setViewMasks, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, (tx) =>
      change(tx, actor, params.id, body, { at: clock.now(), requestId: request.id }),
    ),
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
