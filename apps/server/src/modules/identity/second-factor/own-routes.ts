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
import type { IdentityDeps } from '../identity-deps.ts'
import { completeLogin } from '../complete-login.ts'
import { keepRenewed, renewToken } from '../renew-token.ts'
import { countBackupCodes, makeBackupCodes, replaceBackupCodes } from './backup-codes.ts'
import { drawQr } from './draw-qr.ts'
import { hasPassword, requirePassword } from './require-password.ts'
import { mailSecondFactorChanged } from './second-factor-mails.ts'
import { originOf } from './second-factor-deps.ts'
import { decideSecondStep, loadSecondFactor } from './second-step.ts'
import { confirmSecret, type SetUp, showSecret } from './set-up.ts'
import { otpAddress } from './totp.ts'
import { clearWaitingCookie, endWaitingLogin, findWaitingLogin, noWaitingLogin } from './waiting-login.ts'

/** The person behind a session; undefined for programs. */
export function personOf({ userId, sessionId, companyId, name, email }: Actor) {
  if (userId === null || sessionId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  return { sessionId, owner: { id: userId, companyId, name, email: email ?? '' } }
}

const codeFirst = () => new AppError('FORBIDDEN', 'Finish the login with a code first')

/** The caller's own second factor and backup codes. It can be set up during a login that requires it, or in the settings. */
export function registerOwnSecondFactor(register: Register, deps: IdentityDeps): void {
  const { db, clock, keys, hasher, queue } = deps

  /** Finds out who sets up a second factor. A login that waits for a code must not replace the existing one. */
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
      // A second factor was set up since this request began. A password alone must not replace it.
      if ('waiting' in place) throw codeFirst()
      await requirePassword(deps, owner, body.password, originOf(request))
    }
    const codes = await confirmSecret(deps, setUp, body.code, originOf(request))
    const at = clock.now().toISOString()
    await inSystem(db, (tx) =>
      queue.enqueue(tx, mailSecondFactorChanged, { userId: owner.id, change: 'on', at, address: request.ip }),
    )
    if ('waiting' in place) await completeLogin(deps, place.waiting.account, place.waiting, { request, reply })
    else if (before.confirmed)
      keepRenewed(reply, await inTenant(db, owner.companyId, (tx) => renewToken(tx, place.sessionId)))
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

  register.read(getOwnTwoFactor, async ({ tx, actor }) => {
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
  })

  register.write(renewBackupCodes, {
    async prepare({ actor, body, request }) {
      const { owner, sessionId } = personOf(actor)
      await requirePassword(deps, owner, body.password, originOf(request))
      return { owner, sessionId, made: await makeBackupCodes(keys, hasher) }
    },
    async change({ tx, prepared: { owner, sessionId, made }, audit }) {
      const { confirmed } = await loadSecondFactor(tx, owner.id)
      if (!confirmed) throw new AppError('CONFLICT', 'Set up two-factor first')
      await replaceBackupCodes(tx, owner, made)
      const entry = { objectType: 'user' as const, objectId: owner.id, objectName: owner.name }
      await audit({ action: 'second-factor.codes-renewed', ...entry })
      return renewToken(tx, sessionId)
    },
    async reply({ prepared: { made }, result, reply }) {
      keepRenewed(reply, result)
      return { codes: made.codes }
    },
  })
}
