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
import { inSystem, inTenant, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { sumForUser } from '../home/index.ts'
import { endOverdueImpersonations, endSessions } from '../identity/index.ts'
import { changeUser } from './change-user.ts'
import { replaceGrants } from './grants.ts'
import { sendInvitation, writeInvitation } from './invitations.ts'
import { findUser, hasPassword, listUsers as selectUsers, searchUsers as selectMatches } from './user-queries.ts'
import {
  requireAnotherAdmin,
  requireGivable,
  requireMailAddress,
  requireManageable,
  requireOther,
} from './user-rules.ts'
import type { UsersDeps } from './users-deps.ts'

/** Audit of another company's user stands in that company. */
const inCompanyOf = (actor: Actor, { companyId }: { companyId: string }): Actor => ({ ...actor, companyId })

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
  // The gate has let the caller through to this user, whose company may be any for a super user.
  const getOne = async (tx: Tx, id: string): Promise<User> => {
    const user = await findUser(tx, id, context())
    if (!user) throw notFound()
    return user
  }

  register(listUsers, async ({ params, query }) => {
    const { rows, count } = await inTenant(db, params.id, (tx) => selectUsers(tx, params.id, query, context()))
    return { rows, count, countIsExact: true, page: query.page, limit: query.limit }
  })

  register(searchUsers, async ({ actor, query }) => {
    const everywhere = actor.permissions.has('companies.manage')
    const scope = { ...query, companyId: everywhere ? undefined : actor.companyId }
    const { rows, count } = await inSystem(db, (tx) => selectMatches(tx, scope, context()))
    return { rows, count, countIsExact: true, page: query.page, limit: query.limit }
  })

  register(getUser, ({ params }) => inSystem(db, (tx) => getOne(tx, params.id)))

  register(inviteUser, async ({ actor, params, body, request }) => {
    const email = normalizeMailAddress(body.email)
    requireMailAddress(email, deps.blockedMailDomains)
    const now = clock.now()
    invitations.byCompany.require(params.id, now)
    const companyId = params.id
    const id = newId(now.getTime())
    const { user, link } = await inTenant(db, companyId, async (tx) => {
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
      const entry = { action: 'user.invited', objectType: 'user', objectId: id, objectName: body.name }
      await recordAudit(tx, inCompanyOf(actor, created), { ...entry, after: auditedUser(created) }, now, request.id)
      if (WITHOUT_CONSOLE.has(body.userType)) return { user: created, link: undefined }
      const invitation = await writeInvitation(tx, created, now)
      return { user: await getOne(tx, id), link: invitation }
    })
    return { user, invitation: link ? await sendInvitation(deps, { ...user, by: actor.name }, link) : null }
  })

  register(resendInvitation, async ({ actor, params, request }) => {
    const now = clock.now()
    const { user, link } = await inSystem(db, async (tx) => {
      const found = await getOne(tx, params.id)
      requireManageable(actor, found)
      if (WITHOUT_CONSOLE.has(found.userType) || (await hasPassword(tx, found.id)))
        throw new AppError('CONFLICT', 'This user needs no invitation any more')
      invitations.byCompany.require(found.companyId, now)
      const entry = { action: 'user.invited-again', objectType: 'user', objectId: found.id, objectName: found.name }
      await recordAudit(tx, inCompanyOf(actor, found), entry, now, request.id)
      return { user: found, link: await writeInvitation(tx, found, now) }
    })
    return sendInvitation(deps, { ...user, by: actor.name }, link)
  })

  register(updateUser, ({ actor, params, body, request }) =>
    inSystem(db, async (tx) => {
      const now = clock.now()
      const before = await getOne(tx, params.id)
      await changeUser(tx, actor, before, body, now)
      const after = await getOne(tx, params.id)
      await sumForUser(queue, tx, after)
      const told = (user: User) => ({ ...auditedUser(user), suspended: user.status === 'suspended' })
      const entry = { action: 'user.changed', objectType: 'user', objectId: after.id, objectName: after.name }
      const sides = { before: told(before), after: told(after) }
      await recordAudit(tx, inCompanyOf(actor, after), { ...entry, ...sides }, now, request.id)
      return after
    }),
  )

  register(deleteUser, ({ actor, params, request }) =>
    inSystem(db, async (tx) => {
      const now = clock.now()
      const user = await getOne(tx, params.id)
      requireOther(actor, user.id)
      requireManageable(actor, user)
      await requireAnotherAdmin(tx, user)
      await endSessions(tx, { userId: user.id }, now)
      // Sessions go with the user, also those in which somebody acted for them or they for others: this is the last look at these.
      await endOverdueImpersonations(tx, now)
      await tx.deleteFrom('app_user').where('id', '=', user.id).execute()
      const entry = { action: 'user.deleted', objectType: 'user', objectId: user.id, objectName: user.name }
      await recordAudit(tx, inCompanyOf(actor, user), { ...entry, before: auditedUser(user) }, now, request.id)
      return { success: true as const }
    }),
  )

  register(endUserSessions, ({ actor, params, request }) =>
    inSystem(db, async (tx) => {
      const now = clock.now()
      const user = await getOne(tx, params.id)
      // One's own are ended in the settings, where it is seen which.
      requireOther(actor, user.id)
      requireManageable(actor, user)
      const ended = await endSessions(tx, { userId: user.id }, now)
      const entry = { action: 'session.ended', objectType: 'user', objectId: user.id, objectName: user.name }
      await recordAudit(tx, inCompanyOf(actor, user), { ...entry, after: { ended } }, now, request.id)
      return { ended }
    }),
  )

  register(saveSceneChange, ({ actor, params, body }) => {
    if (params.id !== actor.userId) throw new AppError('FORBIDDEN', 'Only the user themselves may do this')
    return inTenant(db, actor.companyId, async (tx) => {
      await tx
        .updateTable('app_user')
        .set({ scene_change_mode: body.sceneChangeMode, scene_change_opacity: body.sceneChangeOpacity })
        .where('id', '=', params.id)
        .execute()
      return body
    })
  })
}
