import { enableUserOtp, updateUserOtp } from '@winnow/contract'
import { mayManage } from '@winnow/domain'
import type { UserType } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSystem, inTenant, type Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { AppError, notFound } from '../../../platform/http/app-error.ts'
import type { Register } from '../../../platform/http/register.ts'
import { recordAudit } from '../../audit/index.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { completeLogin } from '../complete-login.ts'
import { keepRenewed, renewToken } from '../renew-token.ts'
import { personOf } from './own-routes.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { requirePassword } from './require-password.ts'
import { mailSecondFactorChanged } from './second-factor-mails.ts'
import { originOf } from './second-factor-deps.ts'
import { decideSecondStep, loadSecondFactor } from './second-step.ts'
import { endWaitingLogin, findWaitingLogin, noWaitingLogin } from './waiting-login.ts'

const notYours = () => new AppError('FORBIDDEN', 'You have no access for this action')
const required = (message: string) => new AppError('TWO_FACTOR_REQUIRED', message)

/** What administrators can do with a user's second factor. */
type Wish = 'require' | 'release' | 'reset'
const ACTIONS = {
  require: 'second-factor.required',
  release: 'second-factor.released',
  reset: 'second-factor.reset',
} as const

/** The administrator of another user's second factor, and the transaction of the request. */
interface By {
  tx: Tx
  actor: Actor
  now: Date
  requestId: string
}

/** Operations on users' second factors: postponing or switching off one's own, requiring or resetting those of others. */
export function registerUserSecondFactor(register: Register, deps: IdentityDeps): void {
  const { db, clock, queue } = deps

  /** Postpones the set-up and finishes the waiting login. */
  const skip = async (id: string, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    const waiting = await inSystem(db, async (tx) => {
      const found = await findWaitingLogin(tx, request, clock.now())
      if (!found) throw noWaitingLogin(request)
      if (found.account.id !== id) throw notFound()
      const { flow } = await decideSecondStep(tx, id)
      // Null means that a second factor is no longer required.
      if (flow !== 'totp_pending_allow_skip' && flow !== null) throw required('This cannot be put off any more')
      if (!(await endWaitingLogin(tx, found.id))) throw noWaitingLogin(request)
      await tx
        .updateTable('app_user')
        .set(({ eb }) => ({ two_factor_skips_used: eb('two_factor_skips_used', '+', 1) }))
        .where('id', '=', id)
        .execute()
      const { companyId, name } = found.account
      await recordAudit(
        tx,
        { companyId, name, userId: id, address: request.ip },
        { action: 'second-factor.put-off', objectType: 'user', objectId: id, objectName: name },
        clock.now(),
        request.id,
      )
      return found
    })
    await completeLogin(deps, waiting.account, waiting, { request, reply })
  }

  const switchOwnOff = async (
    actor: Actor,
    password: string | undefined,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) => {
    const { owner, sessionId } = personOf(actor)
    await requirePassword(deps, owner, password, originOf(request))
    await inTenant(db, actor.companyId, async (tx) => {
      const now = clock.now()
      const { mode, required: asked } = await loadSecondFactor(tx, owner.id)
      if (mode === 'strict' || asked) throw required('Your company asks for two-factor authentication')
      await removeSecondFactor(tx, owner.id)
      await endSessions(tx, { userId: owner.id, except: sessionId }, now)
      const entry = { objectType: 'user' as const, objectId: owner.id, objectName: owner.name }
      await recordAudit(tx, actor, { action: 'second-factor.switched-off', ...entry }, now, request.id)
      const mail = { userId: owner.id, change: 'off' as const, at: now.toISOString(), address: request.ip }
      await queue.enqueue(tx, mailSecondFactorChanged, mail)
    })
    keepRenewed(reply, await inTenant(db, actor.companyId, (tx) => renewToken(tx, sessionId)))
  }

  /** Changes the second factor of another user. The caller has checked that the administrator may see this user. */
  const administer = async ({ tx, actor, now, requestId }: By, id: string, wish: Wish) => {
    const user = await tx
      .selectFrom('app_user')
      .select(['id', 'company_id', 'name', 'user_type'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!user) throw notFound()
    if (!mayManage(actor.userType, user.user_type as UserType))
      throw new AppError('FORBIDDEN', 'Only a super user may change a super user')
    if (id === actor.userId)
      throw new AppError('OWN_ACCOUNT', 'Ask another administrator to do this to your own account')
    const before = await loadSecondFactor(tx, id)
    if (wish !== 'reset')
      await tx
        .updateTable('app_user')
        .set({ two_factor_required: wish === 'require' })
        .where('id', '=', id)
        .execute()
    if (wish !== 'require') await removeSecondFactor(tx, id)
    // A new requirement ends sessions that were opened without a second factor. A reset ends sessions that were opened with one, because
    // the phone may be in the hands of somebody else.
    if (wish === 'require' ? !before.confirmed : before.confirmed) await endSessions(tx, { userId: id }, now)
    const entry = { action: ACTIONS[wish], objectType: 'user' as const, objectId: id, objectName: user.name }
    await recordAudit(tx, { ...actor, companyId: user.company_id }, entry, now, requestId)
    if (wish !== 'require' && before.confirmed)
      await queue.enqueue(tx, mailSecondFactorChanged, {
        userId: id,
        change: 'reset',
        at: now.toISOString(),
        address: actor.address,
      })
  }

  register.write(enableUserOtp, async (by) => {
    await administer(by, by.params.id, 'require')
    return { success: true as const }
  })

  register(updateUserOtp, async ({ actor, params, body, request, reply }) => {
    const success = { success: true as const }
    if (!actor) {
      if (body.field === 'skip') await skip(params.id, { request, reply })
      else throw new AppError('NOT_AUTHORISED', 'Not authorised')
      return success
    }
    if (body.field === 'skip') throw params.id === actor.userId ? notYours() : notFound()
    if (params.id === actor.userId && body.field === 'enabled') {
      // Users switch on their own second factor by setting it up, not with this operation.
      if (body.value) throw notYours()
      await switchOwnOff(actor, body.password, { request, reply })
      return success
    }
    await inSystem(db, async (tx) => {
      const everywhere = actor.permissions.has('companies.manage')
      const seen = await tx
        .selectFrom('app_user')
        .select('id')
        .where('id', '=', params.id)
        .$if(!everywhere, (own) => own.where('company_id', '=', actor.companyId))
        .executeTakeFirst()
      if (!seen) throw notFound()
      if (!actor.permissions.has('users.manage')) throw notYours()
      const wish = body.field === 'reset' ? 'reset' : body.value ? 'require' : 'release'
      await administer({ tx, actor, now: clock.now(), requestId: request.id }, params.id, wish)
    })
    return success
  })
}
