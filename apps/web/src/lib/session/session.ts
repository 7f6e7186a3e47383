import {
  type BodyInput,
  type CurrentUser,
  forensicLogout,
  getSession,
  login,
  loginWithCode,
  logout,
} from '@winnow/contract'
import type { QueryClient } from '@tanstack/react-query'
import { UnauthorisedError } from '../api/api-errors.ts'
import { call } from '../api/call.ts'
import { useStore } from '../create-store.ts'
import { handleError } from '../errors/error-handler.ts'
import { leaveLive, startLive, stopLive } from '../live/live.ts'
import { sendBeforeLeaving } from './before-leaving.ts'
import { tellLoggedIn } from './login-news.ts'
import { isSecondStep, type SecondStep, secondStepStore } from './second-step-store.ts'
import { sessionEnded, sessionStarted, sessionStore } from './session-store.ts'

/** The user is logged in: the live stream opens and waiting actions go on. */
function begin(user: CurrentUser): void {
  secondStepStore.set(null)
  sessionStarted(user)
  startLive(user.id)
}

/** A login with a password is through. Windows whose session has ended, this one beneath another among them, go on with it. */
export function finish(user: CurrentUser): void {
  begin(user)
  tellLoggedIn()
}

/**
 * Finds out who is logged in. A failure leaves the user logged out.
 * @throws RequestError, ConnectionError when the server did not say; that nobody is logged in is an answer
 */
export async function restoreSession(): Promise<void> {
  try {
    const { user } = await call(getSession, {})
    if (user) begin(user)
    else sessionEnded()
  } catch (error) {
    sessionEnded()
    throw error
  }
}

/**
 * Goes on with a session that was opened in another window, if it is the same user's: what was typed here is nobody else's.
 * @returns whether it went on
 */
export async function resumeSession(): Promise<boolean> {
  const { user, expired } = sessionStore.get()
  if (!user || !expired) return false
  try {
    const { user: found } = await call(getSession, {})
    if (found?.id !== user.id) return false
    begin(found)
    return true
  } catch (error) {
    handleError(error, { shown: 'inline' })
    return false
  }
}

/**
 * Logs in. Where a second factor is asked for, nobody is logged in yet, and the step is given back to who asked.
 * @param headers a solved captcha, where one was asked for
 */
export async function logIn(
  credentials: { email: string; password: string; keepLoggedIn: boolean },
  headers: Readonly<Record<string, string>> = {},
): Promise<CurrentUser | SecondStep> {
  const reply = await call(login, { body: credentials, headers })
  if (!isSecondStep(reply)) finish(reply)
  return reply
}

/**
 * Logs in with what a single sign-on sent the browser back with.
 * @returns the path that the login was started with
 */
export async function logInWithCode(answer: BodyInput<typeof loginWithCode>): Promise<string | null> {
  const { redirectTo, ...user } = await call(loginWithCode, { body: answer })
  begin(user)
  return redirectTo
}

/** A forensic service that does not answer must not hold up a logout. */
const FORENSIC_MS = 3_000

async function leaveForensic(): Promise<void> {
  try {
    await call(forensicLogout, { signal: AbortSignal.timeout(FORENSIC_MS) })
  } catch (error) {
    handleError(error, { shown: 'inline' })
  }
}

/** Logs out: the live stream closes and everything that was fetched is forgotten, whether or not the server can be reached. */
export async function logOut(queries: QueryClient): Promise<void> {
  // Off the stream first: what the server says on it about the end of this session is no news here.
  leaveLive()
  try {
    await Promise.all([leaveForensic(), sendBeforeLeaving()])
    await call(logout, {})
  } catch (error) {
    if (!(error instanceof UnauthorisedError)) throw error
  } finally {
    sessionEnded()
    queries.clear()
    stopLive()
  }
}

/** The logged-in user. Only for screens behind the login; throws elsewhere. */
export function useUser(): CurrentUser {
  const user = useStore(sessionStore, (session) => session.user)
  if (!user) throw new Error('No one is logged in')
  return user
}

/** Goes on as another user, as a super user who acts for someone does: nothing that was fetched for the one before is kept. */
export function switchUser(queries: QueryClient, user: CurrentUser): void {
  leaveLive()
  stopLive()
  queries.clear()
  begin(user)
}
