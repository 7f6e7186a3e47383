import type { BodyOf, CurrentUser, login, SecondStep } from '@winnow/contract'
import type { SecondStep as PlannedStep } from '@winnow/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSystem } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { AdmittedAccount } from './admit.ts'
import { captchaOf } from './captcha/require-captcha.ts'
import { checkPassword } from './check-password.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { completeLogin } from './complete-login.ts'
import type { ProviderCompanies } from './present-user.ts'
import { hasCode, requireCode } from './second-factor/check-code.ts'
import { originOf } from './second-factor/second-factor-deps.ts'
import { decideSecondStep } from './second-factor/second-step.ts'
import { endWaitingLogin, findWaitingLogin, letWait } from './second-factor/waiting-login.ts'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const timedOut = (): AppError => new AppError('LOGIN_TIMED_OUT', 'Your login took too long. Log in again.')

/** The second step that a waiting login needs, in the form of the contract. */
export const presentStep = (account: AdmittedAccount, { result, flow, skipsRemaining }: PlannedStep): SecondStep => ({
  result: result === 'totp' ? 'totp' : 'totp_pending',
  login2FaFlow: flow ?? 'totp_pending_strict',
  login2FaSetupSkipsRemaining: skipsRemaining,
  userId: account.id,
  email: account.email,
})

/**
 * Logs in with e-mail and password.
 * @returns the user if no second step is needed or the request contains its code; otherwise the second step that is missing
 * @throws AppError of `checkPassword` and `requireCode`
 */
export async function logIn(
  deps: IdentityDeps,
  body: BodyOf<typeof login>,
  { request, reply }: Exchange,
): Promise<CurrentUser | SecondStep> {
  const { email, password, keepLoggedIn } = body
  if (email === undefined || password === undefined) return finishLogin(deps, body, { request, reply })
  const account = await checkPassword(deps, {
    email,
    password,
    captcha: captchaOf(request, body.captcha),
    address: request.ip,
    requestId: request.id,
  })
  const step = await inSystem(deps.db, (tx) => decideSecondStep(tx, account.id))
  if (step.result !== 'totp' || !hasCode(body))
    return completeLoginOrWait(deps, { account, keepLoggedIn, step }, { request, reply })
  await requireCode(deps, account, body, originOf(request, body.captcha))
  return completeLogin(deps, account, { keepLoggedIn }, { request, reply })
}

type AdmissionDeps = Pick<IdentityDeps, 'db' | 'clock' | 'keys' | keyof ProviderCompanies>

/** Completes the login of an account whose password was just checked or set, unless a second step is still missing. */
export async function enterWithPassword(
  deps: AdmissionDeps,
  account: AdmittedAccount,
  exchange: Exchange,
): Promise<CurrentUser | SecondStep> {
  const step = await inSystem(deps.db, (tx) => decideSecondStep(tx, account.id))
  return completeLoginOrWait(deps, { account, keepLoggedIn: false, step }, exchange)
}

async function completeLoginOrWait(
  deps: AdmissionDeps,
  { account, keepLoggedIn, step }: { account: AdmittedAccount; keepLoggedIn: boolean; step: PlannedStep },
  exchange: Exchange,
): Promise<CurrentUser | SecondStep> {
  if (step.result === 'none') return completeLogin(deps, account, { keepLoggedIn }, exchange)
  await letWait(deps, { account, keepLoggedIn }, exchange)
  return presentStep(account, step)
}

/** Completes a waiting login with its code. The password was checked before and is not sent again. */
async function finishLogin(
  deps: IdentityDeps,
  body: BodyOf<typeof login>,
  { request, reply }: Exchange,
): Promise<CurrentUser> {
  const waiting = await inSystem(deps.db, (tx) => findWaitingLogin(tx, request, deps.clock.now()))
  if (!waiting) throw timedOut()
  await requireCode(deps, waiting.account, body, originOf(request, body.captcha))
  if (!(await inSystem(deps.db, (tx) => endWaitingLogin(tx, waiting.id)))) throw timedOut()
  return completeLogin(deps, waiting.account, waiting, { request, reply })
}
