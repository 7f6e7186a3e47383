import { getHome, listAlarms } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { brandStore } from '../theme/brands.ts'
import { buildHome } from '../testing/build-home.ts'
import { buildUser } from '../testing/build-user.ts'
import { sidebarFoldedStore } from './shell/sidebar-width.ts'
import { frameApi, renderConsole } from '../testing/render-console.tsx'

const user = buildUser()
const partner = buildUser({ company: { ...user.company, theme: 'pelco' } })
const api = () =>
  frameApi(partner)
    .on(getHome, () => buildHome())
    .on(listAlarms, () => ({ rows: [], count: 0, countIsExact: true, page: 1, limit: 50, more: false }))

test('the brand follows the company: colours and name everywhere, and the logo in the header except on the page of alarms · BRANDING-003 BRANDING-008', async () => {
  sidebarFoldedStore.set({ alarms: null, elsewhere: false })
  const { console } = await renderConsole('/cams/dashboard', { api: api() })
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
  expect(menu.getByText('Pelco')).toBeDefined()
  expect(document.documentElement.dataset['brand']).toBe('pelco')
  await waitFor(() => expect(document.title).toBe('Home · Pelco'))
  await console.router.navigate({ to: '/cams/alarms/{-$id}' })
  await waitFor(() => expect(menu.queryByText('Pelco')).toBeNull())
  sidebarFoldedStore.set({ alarms: null, elsewhere: null })
  brandStore.set('default')
})

test('while nobody is logged in, the login shows the brand of the company that was used last', async () => {
  brandStore.set('pelco')
  await renderConsole('/login', { api: frameApi(null) })
  expect(await screen.findByText('Pelco')).toBeDefined()
  expect(screen.getByText('False Alarm Filtering Platform')).toBeDefined()
  brandStore.set('default')
})
