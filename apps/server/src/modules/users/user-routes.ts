import {
  deleteUser,
  endUserSessions,
  getUser,
  inviteUser,
  listUsers,
  resendInvitation,
  saveSceneChange,
  searchUsers,
  updateUser,
  type User,
} from '@winnow/contract'
import { normalizeMailAddress, WITHOUT_CONSOLE } from '@winnow/domain'
import { askBeyond, beyondCompany, type Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { requireMailAddress } from '../../platform/http/require-mail-address.ts'
import { newId } from '../../platform/ids.ts'
import { sumForUser } from '../home/index.ts'
import { endOverdueImpersonations, endSessions } from '../identity/index.ts'
import { changeUser } from './change-user.ts'
import { replaceGrants } from './grants.ts'
import { sendInvitation, writeInvitation } from './invitations.ts'
import { findUser, hasPassword, listUsers as selectUsers, searchUsers as selectMatches } from './user-queries.ts'
import { requireAnotherAdmin, requireGivable, requireManageable, requireOther } from './user-rules.ts'
import type { UsersDeps } from './users-deps.ts'

const auditedUser = ({ name, email, userType, extraRoles, grants }: User) => ({
  name,
  email,
  userType,
  extraRoles,
  grants: grants.map(({ kind, id, permission }) => ({ kind, id, permission })),
})

export function registerUserRoutes(register: Register, deps: UsersDeps): void {
  const { db, clock, specialCompanyId, invitations, queue } = deps
  const context = () => ({ now: clock.now(), specialCompanyId })
  // The gate has checked that the caller has access to this user. A super user has access to users of any company.
  const getOne = async (tx: Tx, id: string): Promise<User> => {
    const user = await findUser(tx, id, context())
    if (!user) throw notFound()
    return user
  }

  register.read(listUsers, async ({ tx, companyId, query }) => {
    const { rows, count } = await selectUsers(tx, companyId, query, context())
    return { rows, count, countIsExact: true, page: query.page, limit: query.limit }
  })

  register.read(searchUsers, {
    prepare: async ({ actor, query }) =>
      actor.permissions.has('companies.manage')
        ? beyondCompany(db, 'people', (tx) => selectMatches(tx, { ...query, companyId: undefined }, context()))
        : undefined,
    async read({ tx, companyId, query, prepared: ofAll }) {
      const { rows, count } = ofAll ?? (await selectMatches(tx, { ...query, companyId }, context()))
      return { rows, count, countIsExact: true, page: query.page, limit: query.limit }
    },
  })

  register.read(getUser, ({ tx, params }) => getOne(tx, params.id))

  register.write(inviteUser, {
    async prepare({ companyId, body, now }) {
      const email = normalizeMailAddress(body.email)
      requireMailAddress(email, 'email', deps.blockedMailDomains)
      invitations.byCompany.require(companyId, now)
      return email
    },
    async change({ tx, actor, companyId, body, now, prepared: email, audit }) {
      const id = newId(now.getTime())
      await requireGivable(tx, actor, { companyId, ...body })
      const made = await tx
        .insertInto('app_user')
        .values({
          id,
          company_id: companyId,
          email,
          name: body.name,
          user_type: body.userType,
          extra_roles: body.extraRoles,
          created_at: now,
        })
        .onConflict((taken) => taken.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made)
        throw new AppError('EMAIL_TAKEN', 'This email has an account already', {
          fields: [{ field: 'email', message: 'This email has an account already' }],
        })
      await replaceGrants(tx, { id, companyId, userType: body.userType }, body.grants)
      const created = await getOne(tx, id)
      await sumForUser(queue, tx, created)
      const entry = { action: 'user.invited', objectType: 'user' as const, objectId: id, objectName: body.name }
      await audit({ ...entry, after: auditedUser(created) })
      if (WITHOUT_CONSOLE.has(body.userType)) return { user: created, link: undefined }
      const invitation = await writeInvitation(tx, created, now)
      return { user: await getOne(tx, id), link: invitation }
    },
    reply: async ({ actor, result: { user, link } }) => ({
      user,
      invitation: link ? await sendInvitation(deps, { ...user, by: actor }, link) : null,
    }),
  })

  register.write(resendInvitation, {
    async change({ tx, actor, params, now, audit }) {
      const found = await getOne(tx, params.id)
      requireManageable(actor, found)
      if (WITHOUT_CONSOLE.has(found.userType) || (await hasPassword(tx, found.id)))
        throw new AppError('CONFLICT', 'This user needs no invitation any more')
      invitations.byCompany.require(found.companyId, now)
      const entry = {
        action: 'user.invited-again',
        objectType: 'user' as const,
        objectId: found.id,
        objectName: found.name,
      }
      await audit(entry)
      return { user: found, link: await writeInvitation(tx, found, now) }
    },
    reply: ({ actor, result: { user, link } }) => sendInvitation(deps, { ...user, by: actor }, link),
  })

  register.write(updateUser, async ({ tx, actor, params, body, audit, now }) => {
    const before = await getOne(tx, params.id)
    await changeUser(tx, actor, before, body, now)
    const after = await getOne(tx, params.id)
    await sumForUser(queue, tx, after)
    const auditedWithState = (user: User) => ({ ...auditedUser(user), suspended: user.status === 'suspended' })
    const entry = { action: 'user.changed', objectType: 'user' as const, objectId: after.id, objectName: after.name }
    const sides = { before: auditedWithState(before), after: auditedWithState(after) }
    await audit({ ...entry, ...sides })
    return after
  })

  register.write(deleteUser, async ({ tx, actor, params, audit, now }) => {
    const user = await getOne(tx, params.id)
    requireOther(actor, user.id)
    requireManageable(actor, user)
    await requireAnotherAdmin(tx, user)
    await endSessions(tx, { userId: user.id }, now)
    // Deleting a user also deletes their sessions, and impersonations by or of the user. Their end must be recorded before.
    await askBeyond(tx, 'who-acts-for-me', () => endOverdueImpersonations(tx, now))
    await tx.deleteFrom('app_user').where('id', '=', user.id).execute()
    const entry = { action: 'user.deleted', objectType: 'user' as const, objectId: user.id, objectName: user.name }
    await audit({ ...entry, before: auditedUser(user) })
    return { success: true as const }
  })

  register.write(endUserSessions, async ({ tx, actor, params, audit, now }) => {
    const user = await getOne(tx, params.id)
    // Users end their own sessions in the settings, where these are listed.
    requireOther(actor, user.id)
    requireManageable(actor, user)
    const ended = await endSessions(tx, { userId: user.id }, now)
    const entry = { action: 'session.ended', objectType: 'user' as const, objectId: user.id, objectName: user.name }
    await audit({ ...entry, after: { ended } })
    return { ended }
  })

  register.write(saveSceneChange, async ({ tx, actor, params, body }) => {
    if (params.id !== actor.userId) throw new AppError('FORBIDDEN', 'Only the user themselves may do this')
    await tx
      .updateTable('app_user')
      .set({ scene_change_mode: body.sceneChangeMode, scene_change_opacity: body.sceneChangeOpacity })
      .where('id', '=', params.id)
      .execute()
    return body
  })
}
