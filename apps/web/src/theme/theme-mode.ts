import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { useStore } from '../lib/create-store.ts'
import { createStoredStore } from '../lib/stored.ts'

export const THEME_MODES = ['light', 'dark', 'auto'] as const
export type ThemeMode = (typeof THEME_MODES)[number]

/** The user's choice; dark until they choose, because control rooms are. Keep the key in step with `public/theme-boot.js`. */
export const themeModeStore = createStoredStore('winnow.theme.mode', z.enum(THEME_MODES), 'dark')

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
