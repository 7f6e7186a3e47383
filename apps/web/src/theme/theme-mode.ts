import { z } from 'zod'
import { THEME_MODES } from '@winnow/contract'
import { useSyncExternalStore } from 'react'
import { useStore } from '../lib/create-store.ts'
import { changePreferences } from '../lib/preferences/change-preferences.ts'
import { preferencesOf } from '../lib/preferences/user-preferences.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { createStoredStore } from '../lib/stored.ts'

export type ThemeMode = (typeof THEME_MODES)[number]

/**
 * The mode of this browser: the last one that somebody chose here or whose account has one; dark until then, because control rooms are. It
 * applies before a login too. Keep the key in step with `public/theme-boot.js`.
 */
export const themeModeStore = createStoredStore('winnow.theme.mode', z.enum(THEME_MODES), 'dark')

/** Chooses the mode for this browser and for the user's account. */
export function chooseThemeMode(mode: ThemeMode): void {
  themeModeStore.set(mode)
  changePreferences({ themeMode: mode })
}

/**
 * Applies the mode of the user's account. The mode of a user in whose name a super user acts is not applied, since another person looks.
 * @returns a function that ends it
 */
export function followThemeMode(): () => void {
  const apply = () => {
    const { user } = sessionStore.get()
    const { themeMode } = preferencesOf(user)
    if (themeMode !== null && !user?.impersonatedBy) themeModeStore.set(themeMode)
  }
  apply()
  return sessionStore.subscribe(apply)
}

/** Dark applies when the mode is dark, or auto while the system is dark; light otherwise. */
export function isDark(mode: ThemeMode, systemIsDark: boolean): boolean {
  return mode === 'dark' || (mode === 'auto' && systemIsDark)
}

const QUERY = '(prefers-color-scheme: dark)'

function watchSystem(listener: () => void) {
  const list = matchMedia(QUERY)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the system is dark, kept up to date. */
export function useSystemIsDark(): boolean {
  return useSyncExternalStore(watchSystem, () => matchMedia(QUERY).matches)
}

/** The scheme that applies now. */
export function useColorScheme(): 'light' | 'dark' {
  const mode = useStore(themeModeStore)
  return isDark(mode, useSystemIsDark()) ? 'dark' : 'light'
}
