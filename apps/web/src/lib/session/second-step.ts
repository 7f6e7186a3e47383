import { cancelWaitingLogin, getCurrentUser, getSession, login, updateUserOtp } from '@winnow/contract'
import { call } from '../api/call.ts'
import { handleError } from '../errors/error-handler.ts'
import { isSecondStep, type SecondStep, secondStepStore } from './second-step-store.ts'
import { finish } from './session.ts'

/**
 * Finishes the login that waits for a code.
 * @param headers a solved captcha, where one was asked for
 */
export async function finishLogin(
  code: { authenticationCode: string } | { backupCode: string },
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const reply = await call(login, { body: code, headers })
  if (!isSecondStep(reply)) finish(reply)
}

/** Goes on with the session that a set-up, or skipping it, has opened. */
export async function continueLogin(): Promise<void> {
  finish(await call(getCurrentUser, {}))
}

/** Puts the set-up off, which finishes the login on the server; `continueLogin` goes on with it. */
export async function skipSetUp({ userId }: SecondStep): Promise<void> {
  await call(updateUserOtp, { params: { id: userId }, body: { field: 'skip', value: true } })
}

/** The login that waits in this browser, also after its page was loaded again; undefined when there is none. */
export async function findWaitingLogin(): Promise<SecondStep | undefined> {
  const known = secondStepStore.get()
  if (known) return known
  const { waiting } = await call(getSession, {})
  secondStepStore.set(waiting)
  return waiting ?? undefined
}

/** Gives the login up that waits for a second factor. It would end soon by itself, so a failure is nobody's concern. */
export async function cancelLogin(): Promise<void> {
  secondStepStore.set(null)
  await call(cancelWaitingLogin, {}).catch((error: unknown) => handleError(error, { shown: 'inline' }))
}
