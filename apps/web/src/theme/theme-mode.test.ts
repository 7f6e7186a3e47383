import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { THEME_MODES } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { sessionStarted } from '../lib/session/session-store.ts'
import { buildUser } from '../testing/build-user.ts'
import { media } from '../testing/setup.ts'
import { BRANDS } from './brands.ts'
import { followThemeMode, isDark, themeModeStore } from './theme-mode.ts'

describe('the colour scheme', () => {
  test.each([true, false])('dark applies when the mode is dark (system dark: %s) · THEME-001', (system) => {
    expect(isDark('dark', system)).toBe(true)
  })

  test('dark applies when the mode is auto and the system is dark · THEME-002', () => {
    expect(isDark('auto', true)).toBe(true)
  })

  test.each([
    ['auto', false],
    ['light', true],
    ['light', false],
  ] as const)('light applies in mode %s with the system dark: %s · THEME-002', (mode, system) => {
    expect(isDark(mode, system)).toBe(false)
  })
})

function shown() {
  return [document.documentElement.dataset['mantineColorScheme'], document.documentElement.dataset['brand']]
}

// The script runs before the modules, so it cannot import them. This test ensures that both give the same result.
describe('the script before the first paint', () => {
  const script = readFileSync(join(import.meta.dirname, '../../public/theme-boot.js'), 'utf8')
  const boot = () => runInNewContext(script, { document, localStorage, matchMedia })

  for (const mode of THEME_MODES)
    for (const system of [true, false])
      test(`agrees with the console in mode ${mode} (system dark: ${system}) · THEME-001 THEME-002`, () => {
        if (system) media.add('(prefers-color-scheme: dark)')
        localStorage.setItem('winnow.theme.mode', JSON.stringify(mode))
        boot()
        expect(shown()[0]).toBe(isDark(mode, system) ? 'dark' : 'light')
      })

  test.each(BRANDS)('applies the brand %s', (brand) => {
    localStorage.setItem('winnow.theme.brand', JSON.stringify(brand))
    boot()
    expect(shown()[1]).toBe(brand)
  })

  test('starts dark with the default brand, also when the storage contains invalid values', () => {
    boot()
    expect(shown()).toEqual(['dark', 'default'])
    localStorage.setItem('winnow.theme.mode', '{')
    localStorage.setItem('winnow.theme.brand', '"other"')
    boot()
    expect(shown()).toEqual(['dark', 'default'])
  })
})

describe('the mode of an account', () => {
  test('applies after a login in another browser; without one, the browser’s stays · PREFS-003', () => {
    const end = followThemeMode()
    const user = buildUser()
    themeModeStore.set('auto')
    sessionStarted(user)
    expect(themeModeStore.get()).toBe('auto')
    sessionStarted({ ...user, preferences: { ...user.preferences, themeMode: 'light' } })
    expect(themeModeStore.get()).toBe('light')
    sessionStarted({
      ...user,
      impersonatedBy: { id: user.id, name: 'Sue' },
      preferences: { ...user.preferences, themeMode: 'dark' },
    })
    expect(themeModeStore.get()).toBe('light')
    end()
    themeModeStore.set('dark')
  })
})
