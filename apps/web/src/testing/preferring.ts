import { act } from '@testing-library/react'
import { applyPreferences, type Preferences } from '../lib/preferences/user-preferences.ts'
import { sessionStarted, sessionStore } from '../lib/session/session-store.ts'
import { buildUser } from './build-user.ts'

/** The logged-in user, or a usual one, prefers this. Nothing is sent. */
export function preferring(chosen: Partial<Preferences>): void {
  act(() => {
    if (!sessionStore.get().user) sessionStarted(buildUser())
    applyPreferences(chosen)
  })
}
