import { createSite, deleteSite, getSite, listSites, setSiteSmtp, updateSite, type Site } from '@winnow/contract'
import { hashDevicePassword, newDevicePassword } from '../../platform/crypto/device-password.ts'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { sumForClient } from '../home/index.ts'
import { publishLive } from '../live/index.ts'
import { deleteBelow } from './delete-below.ts'
import { requireFreeName } from './require-free-name.ts'
import { findSite, listSites as selectSites } from './site-queries.ts'
import type { TreeDeps } from './tree-deps.ts'

async function getOne(tx: Tx, actor: Actor, id: string): Promise<Site> {
  const site = await findSite(tx, actor.companyId, actor.grants, id)
  if (!site) throw notFound()
  return site
}

const changed = (tx: Tx, actor: Actor, projectId: string, siteId: string) =>
  publishLive(tx, actor.companyId, { type: 'tree.changed', projectId, siteId, viewId: null })

export function registerSites(register: Register, { db, clock, queue }: TreeDeps): void {
  register(listSites, ({ actor, params }) =>
    inTenant(db, actor.companyId, (tx) => selectSites(tx, actor.companyId, actor.grants, params.id)),
  )

  register(getSite, ({ actor, params }) => inTenant(db, actor.companyId, (tx) => getOne(tx, actor, params.id)))

  register(createSite, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const id = newId()
      await requireFreeName(tx, 'site', { column: 'project_id', id: params.id }, body.name)
      await tx
        .insertInto('site')
        .values({
          id,
          company_id: actor.companyId,
          project_id: params.id,
          name: body.name,
          timezone: body.timezone ?? null,
          active: body.status?.active ?? true,
        })
        .execute()
      const entry = { action: 'site.created', objectType: 'site', objectId: id, objectName: body.name }
      await recordAudit(tx, actor, { ...entry, after: body }, clock.now(), request.id)
      await changed(tx, actor, params.id, id)
      await sumForClient(queue, tx, params.id, clock.now())
      return getOne(tx, actor, id)
    }),
  )

  register(updateSite, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, actor, params.id)
      requirePlainLines({ name: before.name }, { name: body.name })
      await requireFreeName(tx, 'site', { column: 'project_id', id: before.projectId }, body.name, params.id)
      await tx
        .updateTable('site')
        .set({
          name: body.name,
          ...(body.timezone === undefined ? {} : { timezone: body.timezone }),
          ...(body.status ? { active: body.status.active } : {}),
        })
        .where('id', '=', params.id)
        .execute()
      const after = await getOne(tx, actor, params.id)
      const entry = { action: 'site.changed', objectType: 'site', objectId: params.id, objectName: body.name }
      await recordAudit(tx, actor, { ...entry, before, after }, clock.now(), request.id)
      await changed(tx, actor, before.projectId, params.id)
      return after
    }),
  )

  register(deleteSite, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, actor, params.id)
      const at = clock.now()
      await deleteBelow(tx, 'view', { column: 'site_id', id: params.id }, at)
      await tx.updateTable('site').set({ deleted_at: at }).where('id', '=', params.id).execute()
      const entry = { action: 'site.deleted', objectType: 'site', objectId: params.id, objectName: before.name }
      await recordAudit(tx, actor, { ...entry, before }, at, request.id)
      await changed(tx, actor, before.projectId, params.id)
      return { success: true as const }
    }),
  )

  register(setSiteSmtp, async ({ actor, params, body, request }) => {
    const password = body.newPassword ? newDevicePassword() : null
    return inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, actor, params.id)
      // The name is made once and kept, so that a new password does not mean a new user in every device.
      const user = before.smtp.user ?? (body.required || password ? `site-${newLowercaseToken(10)}` : null)
      await tx
        .updateTable('site')
        .set({
          smtp_auth_required: body.required,
          smtp_user: user,
          ...(password === null ? {} : { smtp_password_hash: hashDevicePassword(password) }),
        })
        .where('id', '=', params.id)
        .execute()
      const entry = { action: 'site.smtp-changed', objectType: 'site', objectId: params.id, objectName: before.name }
      const after = { required: body.required, user, newPassword: password !== null }
      await recordAudit(tx, actor, { ...entry, before: before.smtp, after }, clock.now(), request.id)
      await changed(tx, actor, before.projectId, params.id)
      return { required: body.required, user, password }
    })
  })
}
