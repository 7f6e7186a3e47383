import { getCurrentUser } from '@winnow/contract'
import { call } from '../lib/api/call.ts'
import { handleError } from '../lib/errors/error-handler.ts'
import { startLive } from '../lib/live/live.ts'
import { sessionStarted, sessionStore } from '../lib/session/session-store.ts'

/** The server closed the stream. Either the session ended (a 401 then shows the login), or a right changed and the stream reconnects. */
export async function checkSession(): Promise<void> {
  const known = sessionStore.get().user
  if (!known) return
  try {
    const user = await call(getCurrentUser, {})
    // Another user has logged in in this browser. The reload drops the data that was fetched for the previous user.
    if (user.id !== known.id) return location.assign('/')
    sessionStarted(user)
    startLive(user.id)
  } catch (error) {
    handleError(error, { level: 'warning' })
  }
}
