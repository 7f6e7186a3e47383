import type { CurrentUser } from '@winnow/contract'
import { createStore } from '../create-store.ts'

/** The logged-in user. `expired`: the server no longer knows the session. */
export interface Session {
  readonly user: CurrentUser | null
  readonly expired: boolean
}

export const sessionStore = createStore<Session>({ user: null, expired: false })

type Waiter = (outcome: 'again' | 'given-up') => void
let waiters: Waiter[] = []
let sessions = 0

/** The number of the current session of this page. It shows whether a reply belongs to a request of an earlier session. */
export const sessionNumber = (): number => sessions

function settle(outcome: 'again' | 'given-up') {
  const queued = waiters
  waiters = []
  for (const waiter of queued) waiter(outcome)
}

/** The user is logged in. Ends the expired state and resumes waiting calls. */
export function sessionStarted(user: CurrentUser): void {
  sessions += 1
  sessionStore.set({ user, expired: false })
  settle('again')
}

/** The user is logged out. Abandons calls that waited for a login. */
export function sessionEnded(): void {
  sessionStore.set({ user: null, expired: false })
  settle('given-up')
}

/** A call got a 401. Without a user there is no session that could expire. */
export function sessionExpired(): void {
  const { user, expired } = sessionStore.get()
  if (!user || expired) return
  // oxlint-disable-next-line no-console -- the text is specified to be logged
  console.warn('your session has expired')
  sessionStore.set({ user, expired: true })
}

/** Resolves to `again` once the user is logged in again (at once if the session has not expired), to `given-up` after a logout. */
export async function waitForLogin(): Promise<'again' | 'given-up'> {
  const { user, expired } = sessionStore.get()
  if (user && !expired) return 'again'
  return new Promise((resolve) => waiters.push(resolve))
}
