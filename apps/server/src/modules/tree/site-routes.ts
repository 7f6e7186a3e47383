import {
  createSite,
  deleteSite,
  getSite,
  setSiteSmtp,
  updateSite,
  type BodyOf,
  type DetailedSite,
} from '@winnow/contract'
import { hashDevicePassword, newDevicePassword } from '../../platform/crypto/device-password.ts'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { requireMailAddress } from '../../platform/http/require-mail-address.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { sumForClient } from '../home/index.ts'
import { deleteBelow } from './delete-below.ts'
import { requireFreeName } from './require-free-name.ts'
import { requireUnchanged } from './require-unchanged.ts'
import { findSite } from './site-queries.ts'
import type { TreeDeps } from './tree-deps.ts'
import { lockNode, lockParent } from './tree-locks.ts'

async function getOne(tx: Tx, actor: Actor, id: string): Promise<DetailedSite> {
  const site = await findSite(tx, actor.companyId, actor.grants, id)
  if (!site) throw notFound()
  return site
}

const changed = (projectId: string, siteId: string) => ({
  type: 'tree.changed' as const,
  projectId,
  siteId,
  viewId: null,
})

/** The columns of the fields that were sent. Other fields stay as they are. */
function columnsOf(body: Omit<BodyOf<typeof updateSite>, 'basedOn'>) {
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.timezone === undefined ? {} : { timezone: body.timezone }),
    ...(body.status === undefined ? {} : { active: body.status.active }),
    ...(body.address === undefined ? {} : { address: body.address || null }),
    ...(body.notes === undefined ? {} : { notes: body.notes || null }),
    ...(body.contacts === undefined ? {} : { contacts: JSON.stringify(body.contacts) }),
    ...(body.idleHours === undefined ? {} : { idle_hours: body.idleHours }),
  }
}

/** Checks the e-mail addresses of the sent contacts. @throws AppError VALIDATION, naming the field */
function requireContactAddresses({ contacts = [] }: Pick<BodyOf<typeof updateSite>, 'contacts'>): void {
  for (const [at, { email }] of contacts.entries())
    if (email !== null) requireMailAddress(email, `contacts.${at}.email`)
}

/** The values of a site in the form of the body of a change. */
const storedOf = ({ name, ownTimezone, status, address, notes, contacts, ownIdleHours }: DetailedSite) => ({
  name,
  timezone: ownTimezone,
  status,
  address,
  notes,
  contacts,
  idleHours: ownIdleHours,
})

export function registerSites(register: Register, { queue }: TreeDeps): void {
  register.read(getSite, ({ tx, actor, params }) => getOne(tx, actor, params.id))

  register.write(createSite, async ({ tx, actor, params, body, audit, publish, now }) => {
    requireContactAddresses(body)
    const id = newId()
    await requireFreeName(tx, 'site', { column: 'project_id', id: params.id }, body.name)
    if (!(await lockParent(tx, 'project', params.id))) throw notFound()
    await tx
      .insertInto('site')
      .values({
        id,
        company_id: actor.companyId,
        project_id: params.id,
        ...columnsOf(body),
        name: body.name,
      })
      .execute()
    const entry = { action: 'site.created', objectType: 'site' as const, objectId: id, objectName: body.name }
    await audit({ ...entry, after: body })
    await publish(changed(params.id, id))
    await sumForClient(queue, tx, params.id, now)
    return getOne(tx, actor, id)
  })

  register.write(updateSite, async ({ tx, actor, params: { id }, body, audit, publish }) => {
    requireContactAddresses(body)
    const { projectId } = await getOne(tx, actor, id)
    if (body.name !== undefined)
      await requireFreeName(tx, 'site', { column: 'project_id', id: projectId }, body.name, id)
    await lockNode(tx, 'site', id)
    const before = await getOne(tx, actor, id)
    requireUnchanged(storedOf(before), body.basedOn)
    requirePlainLines({ name: before.name }, { name: body.name })
    const columns = columnsOf(body)
    if (Object.keys(columns).length > 0) await tx.updateTable('site').set(columns).where('id', '=', id).execute()
    const after = await getOne(tx, actor, id)
    const entry = { action: 'site.changed', objectType: 'site' as const, objectId: id, objectName: after.name }
    await audit({ ...entry, before, after })
    await publish(changed(before.projectId, id))
    return after
  })

  register.write(deleteSite, async ({ tx, actor, params, audit, publish, now }) => {
    const before = await getOne(tx, actor, params.id)
    // The site first: whoever adds cameras to it holds a lock on it. The next statement finds the cameras that they have added.
    await tx.updateTable('site').set({ deleted_at: now }).where('id', '=', params.id).execute()
    await deleteBelow(tx, 'view', { column: 'site_id', id: params.id }, now)
    const entry = { action: 'site.deleted', objectType: 'site' as const, objectId: params.id, objectName: before.name }
    await audit({ ...entry, before })
    await publish(changed(before.projectId, params.id))
    return { success: true as const }
  })

  register.write(setSiteSmtp, {
    async prepare({ body }) {
      const password = body.newPassword ? newDevicePassword() : null
      return { password, hash: password === null ? null : hashDevicePassword(password) }
    },
    async change({ tx, actor, params, body, prepared: { password, hash }, audit, publish }) {
      const before = await getOne(tx, actor, params.id)
      // The user name is generated once and kept, so that a new password does not require a new user name in every device.
      const user = before.smtp.user ?? (body.required || password ? `site-${newLowercaseToken(10)}` : null)
      await tx
        .updateTable('site')
        .set({
          smtp_auth_required: body.required,
          smtp_user: user,
          ...(hash === null ? {} : { smtp_password_hash: hash }),
        })
        .where('id', '=', params.id)
        .execute()
      const entry = {
        action: 'site.smtp-changed',
        objectType: 'site' as const,
        objectId: params.id,
        objectName: before.name,
      }
      const after = { required: body.required, user, newPassword: password !== null }
      await audit({ ...entry, before: before.smtp, after })
      await publish(changed(before.projectId, params.id))
      return { required: body.required, user, password }
    },
  })
}
