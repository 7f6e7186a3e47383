import {
  assignToGroup,
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  updateGroup,
  type Group,
  type Operation,
} from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { addMembers, findGroup, listGroups as selectGroups, removeMembers } from './group-queries.ts'
import { requireFreeName } from './require-free-name.ts'

async function getOne(tx: Tx, { companyId, grants }: Actor, id: string): Promise<Group> {
  const group = await findGroup(tx, companyId, grants, id)
  if (!group) throw notFound()
  return group
}

const added = (before: readonly string[], after: readonly string[]) => {
  const known = new Set(before)
  return after.filter((id) => !known.has(id))
}

type Told = Pick<Changing<Operation>, 'tx' | 'actor' | 'audit' | 'publish'>

/** Records the change of a group in the audit, with the added and removed clients, and sends it to open consoles. Returns the new state. */
async function tell({ tx, actor, audit, publish }: Told, before: Group): Promise<Group> {
  const after = await getOne(tx, actor, before.id)
  const [came, went] = [added(before.projects, after.projects), added(after.projects, before.projects)]
  await audit({
    action: 'group.changed',
    objectType: 'group',
    objectId: after.id,
    objectName: after.name,
    before: { name: before.name, ...(went.length > 0 ? { projects: went } : {}) },
    after: { name: after.name, ...(came.length > 0 ? { projects: came } : {}) },
  })
  await publish({ type: 'group.changed', groupId: after.id })
  return after
}

export function registerGroups(register: Register): void {
  register.read(listGroups, ({ tx, actor, query }) => selectGroups(tx, actor.companyId, actor.grants, query))

  register.read(getGroup, ({ tx, actor, params }) => getOne(tx, actor, params.id))

  register.write(createGroup, async ({ tx, actor, body, audit, publish }) => {
    const { companyId } = actor
    const id = newId()
    await requireFreeName(tx, 'client_group', { column: 'company_id', id: companyId }, body.name)
    await tx.insertInto('client_group').values({ id, company_id: companyId, name: body.name }).execute()
    await addMembers(tx, companyId, id, body.projects ?? [])
    const entry = { action: 'group.created', objectType: 'group' as const, objectId: id, objectName: body.name }
    await audit({ ...entry, after: body })
    await publish({ type: 'group.changed', groupId: id })
    return getOne(tx, actor, id)
  })

  register.write(updateGroup, async (context) => {
    const { tx, actor, params, body } = context
    const before = await getOne(tx, actor, params.id)
    if (body.name !== undefined) {
      requirePlainLines({ name: before.name }, { name: body.name })
      await requireFreeName(tx, 'client_group', { column: 'company_id', id: actor.companyId }, body.name, params.id)
      await tx.updateTable('client_group').set({ name: body.name }).where('id', '=', params.id).execute()
    }
    if (body.projects) {
      await removeMembers(tx, params.id, added(body.projects, before.projects))
      await addMembers(tx, actor.companyId, params.id, body.projects)
    }
    return tell(context, before)
  })

  register.write(assignToGroup, async (context) => {
    const { tx, actor, params, body } = context
    const before = await getOne(tx, actor, params.id)
    if (body.assigned) await addMembers(tx, actor.companyId, params.id, body.projectIds)
    else await removeMembers(tx, params.id, body.projectIds)
    return tell(context, before)
  })

  register.write(deleteGroup, async ({ tx, actor, params, audit, publish }) => {
    const before = await getOne(tx, actor, params.id)
    await tx.deleteFrom('client_group').where('id', '=', params.id).execute()
    const entry = {
      action: 'group.deleted',
      objectType: 'group' as const,
      objectId: params.id,
      objectName: before.name,
    }
    await audit({ ...entry, before })
    await publish({ type: 'group.changed', groupId: params.id })
    return { success: true as const }
  })
}
