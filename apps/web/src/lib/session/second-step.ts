import { cancelWaitingLogin, getCurrentUser, getSession, login, updateUserOtp } from '@winnow/contract'
import { call } from '../api/call.ts'
import { handleError } from '../errors/error-handler.ts'
import { isSecondStep, type SecondStep, secondStepStore } from './second-step-store.ts'
import { finish } from './session.ts'

/**
 * Finishes a waiting login with its code.
 * @param headers a solved captcha, if required
 */
export async function finishLogin(
  code: { authenticationCode: string } | { backupCode: string },
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const reply = await call(login, { body: code, headers })
  if (!isSecondStep(reply)) finish(reply)
}

/** Continues with the session that the server has opened after the set-up of the second factor, or after it was skipped. */
export async function continueLogin(): Promise<void> {
  finish(await call(getCurrentUser, {}))
}

/** Postpones the set-up, which finishes the login on the server. Call `continueLogin` afterwards. */
export async function skipSetUp({ userId }: SecondStep): Promise<void> {
  await call(updateUserOtp, { params: { id: userId }, body: { field: 'skip', value: true } })
}

/** The waiting login of this browser, also after a reload; undefined when there is none. */
export async function findWaitingLogin(): Promise<SecondStep | undefined> {
  const known = secondStepStore.get()
  if (known) return known
  const { waiting } = await call(getSession, {})
  secondStepStore.set(waiting)
  return waiting ?? undefined
}

/** Cancels the waiting login. It would soon expire, so failures are ignored. */
export async function cancelLogin(): Promise<void> {
  secondStepStore.set(null)
  await call(cancelWaitingLogin, {}).catch((error: unknown) => handleError(error, { shown: 'inline' }))
}
