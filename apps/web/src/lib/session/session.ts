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

/** The user is logged in: opens the live stream and resumes waiting calls. */
function begin(user: CurrentUser): void {
  secondStepStore.set(null)
  sessionStarted(user)
  startLive(user.id)
}

/** A login with a password is complete. Other windows whose session has ended continue with it. */
export function finish(user: CurrentUser): void {
  begin(user)
  tellLoggedIn()
}

/**
 * Loads the logged-in user. A failure leaves the user logged out.
 * @throws RequestError or ConnectionError when the request fails; the reply "nobody is logged in" is not an error
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
 * Continues with a session that was opened in another window, if it is the same user's, since unsaved input belongs to that user.
 * @returns whether it continued
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
 * Logs in. If a second factor is required, nobody is logged in yet, and the step is returned.
 * @param headers a solved captcha, if required
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
 * Logs in with the answer of a single sign-on.
 * @returns the path with which the login was started
 */
export async function logInWithCode(answer: BodyInput<typeof loginWithCode>): Promise<string | null> {
  const { redirectTo, ...user } = await call(loginWithCode, { body: answer })
  begin(user)
  return redirectTo
}

/** The longest time that a logout waits for the forensic service, in case that service does not reply. */
const FORENSIC_MS = 3_000

async function leaveForensic(): Promise<void> {
  try {
    await call(forensicLogout, { signal: AbortSignal.timeout(FORENSIC_MS) })
  } catch (error) {
    handleError(error, { shown: 'inline' })
  }
}

/** Logs out, closes the live stream and clears all fetched data, whether or not the server can be reached. */
export async function logOut(queries: QueryClient): Promise<void> {
  // Leaves the stream first: its message about the end of this session is not needed here.
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

/** Continues as another user (impersonation). Clears all data of the previous one. */
export function switchUser(queries: QueryClient, user: CurrentUser): void {
  leaveLive()
  stopLive()
  queries.clear()
  begin(user)
}
