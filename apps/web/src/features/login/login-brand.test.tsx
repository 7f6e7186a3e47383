import { findLogo } from '@winnow/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { brandStore } from '../../theme/brands.ts'
import { companyBrandStore, KEEP_MS } from './company-brand.ts'

declare const jsdom: { reconfigure: (options: { url: string }) => void }

const NORTHWATCH = {
  name: 'Northwatch',
  theme: 'default' as const,
  logo: { 512: '/api/company/01900000-0000-7000-8000-000000000001/logo?v=1' },
}

beforeEach(() => jsdom.reconfigure({ url: 'http://northwatch.alarms.example/' }))
afterEach(() => {
  companyBrandStore.set(null)
  brandStore.set('default')
  vi.useRealTimers()
  jsdom.reconfigure({ url: 'http://localhost:3000/' })
})

describe('the login page by host name', () => {
  test('shows the logo and name of the company of that host name · BRANDING-001', async () => {
    const api = frameApi(null).on(findLogo, () => NORTHWATCH)
    const { container } = await renderConsole('/login', { api })
    expect(await screen.findByText('Northwatch')).toBeDefined()
    expect(container.querySelector('img')?.getAttribute('src')).toBe(NORTHWATCH.logo[512])
    expect(screen.queryByText('False Alarm Filtering Platform')).toBeNull()
    expect(api.callsOf(findLogo)[0]?.params).toEqual({ subdomain: 'northwatch' })
  })

  test('shows the name and the theme of a company without a logo', async () => {
    const api = frameApi(null).on(findLogo, () => ({ ...NORTHWATCH, logo: null, theme: 'pelco' as const }))
    const { container } = await renderConsole('/login', { api })
    expect(await screen.findByText('Northwatch')).toBeDefined()
    expect(container.querySelector('img')).toBeNull()
    await waitFor(() => expect(document.documentElement.dataset['brand']).toBe('pelco'))
  })

  test.each([() => failure('NOT_FOUND', 'x'), () => failure('UNAVAILABLE', 'x')])(
    'shows the product for an unknown host name or after an error · BRANDING-002',
    async (answer) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      await renderConsole('/login', { api: frameApi(null).on(findLogo, answer) })
      expect(await screen.findByText('False Alarm Filtering Platform')).toBeDefined()
      expect(screen.getByText('Winnow')).toBeDefined()
      log.mockRestore()
    },
  )

  test('shows a found company for three days without a new request, even after reloads · BRANDING-009', async () => {
    const api = frameApi(null).on(findLogo, () => NORTHWATCH)
    const first = await renderConsole('/login', { api })
    await screen.findByText('Northwatch')
    first.unmount()
    const second = await renderConsole('/login', { api })
    expect(await screen.findByText('Northwatch')).toBeDefined()
    expect(api.callsOf(findLogo)).toHaveLength(1)
    second.unmount()
    companyBrandStore.set((kept) => kept && { ...kept, at: kept.at - KEEP_MS })
    await renderConsole('/login', { api })
    await waitFor(() => expect(api.callsOf(findLogo)).toHaveLength(2))
    expect(KEEP_MS).toBe(3 * 86_400_000)
  })
})

test('no company is requested for a host name without a subdomain · BRANDING-002', async () => {
  jsdom.reconfigure({ url: 'http://localhost:3000/' })
  const api = frameApi(null)
  await renderConsole('/login', { api })
  expect(await screen.findByText('False Alarm Filtering Platform')).toBeDefined()
  expect(api.callsOf(findLogo)).toEqual([])
})
