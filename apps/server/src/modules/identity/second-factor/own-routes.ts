import {
  cancelWaitingLogin,
  confirmOtp,
  generateOtp,
  getOwnTwoFactor,
  OTP_SECRET_HEADER,
  renewBackupCodes,
} from '@winnow/contract'
import { clientKey } from '@winnow/domain'
import type { FastifyRequest } from 'fastify'
import { inSystem, inTenant } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Register } from '../../../platform/http/register.ts'
import { recordAudit } from '../../audit/index.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { letIn } from '../let-in.ts'
import { renewToken } from '../renew-token.ts'
import { countBackupCodes, makeBackupCodes, replaceBackupCodes } from './backup-codes.ts'
import { drawQr } from './draw-qr.ts'
import { hasPassword, requirePassword } from './require-password.ts'
import { mailSecondFactorChanged } from './second-factor-mails.ts'
import { originOf } from './second-factor-deps.ts'
import { decideSecondStep, loadSecondFactor } from './second-step.ts'
import { confirmSecret, type SetUp, showSecret } from './set-up.ts'
import { otpAddress } from './totp.ts'
import { clearWaitingCookie, endWaitingLogin, findWaitingLogin, noWaitingLogin } from './waiting-login.ts'

/** The person behind a session; programs have none. */
export function personOf({ userId, sessionId, companyId, name, email }: Actor) {
  if (userId === null || sessionId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  return { sessionId, owner: { id: userId, companyId, name, email: email ?? '' } }
}

const codeFirst = () => new AppError('FORBIDDEN', 'Finish the login with a code first')

/** One's own second factor: set up in a login that waits for it or from the settings, and backup codes. */
export function registerOwnSecondFactor(register: Register, deps: IdentityDeps): void {
  const { db, clock, keys, hasher, queue } = deps

  /** Whoever sets up. A login that waits for a code of a second factor that is there already may not replace it. */
  const whoSetsUp = async (actor: Actor | undefined, request: FastifyRequest): Promise<SetUp> => {
    if (actor) {
      const { owner, sessionId } = personOf(actor)
      if (!(await inSystem(db, (tx) => hasPassword(tx, owner.id))))
        throw new AppError('FORBIDDEN', 'This account has no password, which two-factor would go with')
      return { owner, place: { sessionId } }
    }
    return inSystem(db, async (tx) => {
      const waiting = await findWaitingLogin(tx, request, clock.now())
      if (!waiting) throw noWaitingLogin(request)
      const { result } = await decideSecondStep(tx, waiting.account.id)
      if (result === 'totp') throw codeFirst()
      return { owner: waiting.account, place: { waiting } }
    })
  }

  register(generateOtp, async ({ actor, request, reply }) => {
    const setUp = await whoSetsUp(actor, request)
    deps.attempts.secrets.require(`${setUp.owner.id} ${clientKey(request.ip)}`, clock.now())
    const secret = await showSecret(deps, setUp)
    const picture = await drawQr(otpAddress(secret, { issuer: deps.productName, account: setUp.owner.email }))
    void reply.header(OTP_SECRET_HEADER, secret).header('content-type', 'image/png')
    return picture
  })

  register(confirmOtp, async ({ actor, body, request, reply }) => {
    const setUp = await whoSetsUp(actor, request)
    const { owner, place } = setUp
    const before = await inSystem(db, (tx) => loadSecondFactor(tx, owner.id))
    if (before.confirmed) {
      // Set up since this request began: a password must not be enough to put another in its place.
      if ('waiting' in place) throw codeFirst()
      await requirePassword(deps, owner, body.password, originOf(request))
    }
    const codes = await confirmSecret(deps, setUp, body.code, originOf(request))
    const at = clock.now().toISOString()
    await inSystem(db, (tx) =>
      queue.enqueue(tx, mailSecondFactorChanged, { userId: owner.id, change: 'on', at, address: request.ip }),
    )
    if ('waiting' in place) await letIn(deps, place.waiting.account, place.waiting, { request, reply })
    else if (before.confirmed) await renewToken(db, place.sessionId, reply)
    return { success: true as const, codes }
  })

  register(cancelWaitingLogin, async ({ actor, request, reply }) =>
    inSystem(db, async (tx) => {
      const waiting = await findWaitingLogin(tx, request, clock.now())
      if (!waiting && !actor) throw new AppError('NOT_AUTHORISED', 'Not authorised')
      if (waiting) await endWaitingLogin(tx, waiting.id)
      clearWaitingCookie(request, reply)
      return { success: true as const }
    }),
  )

  register(getOwnTwoFactor, ({ actor }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const { owner } = personOf(actor)
      const state = await loadSecondFactor(tx, owner.id)
      const row = await tx
        .selectFrom('second_factor')
        .select('confirmed_at')
        .where('id', '=', owner.id)
        .executeTakeFirst()
      return {
        enabled: state.confirmed,
        enabledAt: row?.confirmed_at?.toISOString() ?? null,
        codesLeft: await countBackupCodes(tx, owner.id),
        required: state.mode === 'strict' || state.required,
      }
    }),
  )

  register(renewBackupCodes, async ({ actor, body, request, reply }) => {
    const { owner, sessionId } = personOf(actor)
    await requirePassword(deps, owner, body.password, originOf(request))
    const made = await makeBackupCodes(keys, hasher)
    await inTenant(db, actor.companyId, async (tx) => {
      const { confirmed } = await loadSecondFactor(tx, owner.id)
      if (!confirmed) throw new AppError('CONFLICT', 'Set up two-factor first')
      await replaceBackupCodes(tx, owner, made)
      const entry = { objectType: 'user', objectId: owner.id, objectName: owner.name }
      await recordAudit(tx, actor, { action: 'second-factor.codes-renewed', ...entry }, clock.now(), request.id)
    })
    await renewToken(db, sessionId, reply)
    return { codes: made.codes }
  })
}
