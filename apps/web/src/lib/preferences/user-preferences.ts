import { shallowEqual } from '@mantine/hooks'
import type { CurrentUser, UserPreferences } from '@winnow/contract'
import { useStore } from '../create-store.ts'
import { sessionStore } from '../session/session-store.ts'

type SceneChange = Pick<CurrentUser, 'sceneChangeMode' | 'sceneChangeOpacity'>

/** What the logged-in user has chosen, on the server. The language is apart: it can be chosen before a login. */
export type Preferences = Omit<UserPreferences, 'language'> & SceneChange

/** The preferences of a page that nobody is logged in to. */
const DEFAULTS: Preferences = {
  dateFormat: 'international',
  is12h: false,
  userTimezone: null,
  themeMode: null,
  interpreterSpeed: 1,
  interpreterStrokeSize: 4,
  interpreterFontSize: 1,
  sceneChangeMode: 'images',
  sceneChangeOpacity: 50,
}

/** The preferences of a user. */
export function preferencesOf(user: CurrentUser | null): Preferences {
  if (!user) return DEFAULTS
  const { sceneChangeMode, sceneChangeOpacity, preferences } = user
  return { ...preferences, sceneChangeMode, sceneChangeOpacity }
}

/** One preference of the logged-in user. Re-renders only when it changes. */
export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return useStore(sessionStore, ({ user }) => preferencesOf(user)[name])
}

/** Shows changed preferences on this page. Stores nothing. */
export function applyPreferences(change: Partial<Preferences>): void {
  const { user } = sessionStore.get()
  if (!user) return
  const now = preferencesOf(user)
  const next = { ...now, ...change }
  if (shallowEqual(next, now)) return
  const { sceneChangeMode, sceneChangeOpacity, ...preferences } = next
  sessionStore.set((session) => ({
    ...session,
    user: { ...user, sceneChangeMode, sceneChangeOpacity, preferences: { ...user.preferences, ...preferences } },
  }))
}
