import { getAppConfig, getHome, getSystemStatus, searchNodes } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildAppConfig } from '../../testing/build-app-config.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { sidebarFoldedStore } from './sidebar-width.ts'
import { paymentWarningsStore } from './payment-warnings.ts'
import { STATUS_POLL_MS } from './service-status.ts'

const homeApi = (user = buildUser()) => frameApi(user).on(getHome, () => buildHome())
const openHome = (user?: Parameters<typeof buildUser>[0]) =>
  renderConsole('/cams/dashboard', { api: homeApi(buildUser(user)) })
const menu = () => screen.findByRole('navigation', { name: 'Main menu' })
const shownStatus = () => screen.getByTestId('service-status').textContent

describe('the side menu', () => {
  test('shows every area that this user may open, Status and Log out last · LAYOUT-001', async () => {
    await openHome()
    const items = within(await menu())
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(items).toEqual([
      'Home',
      'Clients',
      'Schedules',
      'Alarms',
      'Help',
      'Settings',
      'Manage users',
      'Audit log',
      'Statusok',
      'Log out',
    ])
  })

  test('marks Settings while there are payment warnings · LAYOUT-002', async () => {
    await openHome()
    await menu()
    expect(screen.queryByLabelText('payment needs attention')).toBeNull()
    act(() => paymentWarningsStore.set(2))
    expect(screen.getByLabelText('payment needs attention').closest('a')?.textContent).toContain('Settings')
    act(() => paymentWarningsStore.set(0))
    expect(screen.queryByLabelText('payment needs attention')).toBeNull()
  })

  test('Status opens the external page and shows the state of the service · LAYOUT-003', async () => {
    await openHome()
    await waitFor(() => expect(shownStatus()).toBe('ok'))
    const link = screen.getByTestId('service-status').closest('a')
    await waitFor(() => expect(link?.href).toBe('https://status.example/'))
    expect(link?.target).toBe('_blank')
  })

  test('Status has no link if none is configured, and still shows the state of the service · ENV-005', async () => {
    const api = homeApi()
    const asked = vi.fn<() => void>()
    api.on(getAppConfig, () => {
      asked()
      return buildAppConfig({ statusPageUrl: null })
    })
    await renderConsole('/cams/dashboard', { api })
    await waitFor(() => expect(shownStatus()).toBe('ok'))
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(screen.getByTestId('service-status').closest('a')).toBeNull()
  })

  test('is resized by keyboard within its limits, and the width is stored · LAYOUT-004', async () => {
    window.innerWidth = 1440
    sidebarFoldedStore.set({ alarms: null, elsewhere: false })
    await openHome()
    const handle = await screen.findByRole('separator', { name: 'Width of the menu' })
    const width = () => Number(handle.getAttribute('aria-valuenow'))
    expect([width(), handle.getAttribute('aria-valuemin'), handle.getAttribute('aria-valuemax')]).toEqual([
      320,
      '320',
      '576',
    ])
    fireEvent.keyDown(handle, { key: 'ArrowRight' })
    expect(width()).toBe(336)
    fireEvent.keyDown(handle, { key: 'End' })
    expect(width()).toBe(576)
    fireEvent.keyDown(handle, { key: 'ArrowRight' })
    expect(width()).toBe(576)
    expect(handle.closest('aside')?.style.width).toBe('576px')
    expect(localStorage.getItem('winnow.sidebar.width')).toBe('576')
    act(() => {
      window.innerWidth = 900
      dispatchEvent(new Event('resize'))
    })
    expect(width()).toBe(360)
    window.innerWidth = 1024
    sidebarFoldedStore.set({ alarms: null, elsewhere: null })
  })

  test('is folded by its key, and keeps its names for assistive technology', async () => {
    const { pointer } = await openHome()
    const nav = await menu()
    // In a narrow window like this one it starts folded.
    expect(nav.dataset['folded']).toBe('true')
    expect(within(nav).getByRole('link', { name: 'Alarms' })).toBeDefined()
    expect(screen.queryByRole('separator')).toBeNull()
    await pointer.keyboard('[[')
    expect(nav.dataset['folded']).toBeUndefined()
    expect(screen.getByRole('separator')).toBeDefined()
    await pointer.keyboard('[[')
    expect(nav.dataset['folded']).toBe('true')
    sidebarFoldedStore.set({ alarms: null, elsewhere: null })
  })
})

describe('service status', () => {
  test.each(['ok', 'degraded', 'outage', 'unknown'] as const)('%s is displayed · STATUS-001', async (status) => {
    const api = homeApi().on(getSystemStatus, () => ({ status }))
    await renderConsole('/cams/dashboard', { api })
    await waitFor(() => expect(shownStatus()).toBe(status))
  })

  test('is polled every minute, and is unknown after a failed request · STATUS-002 STATUS-003', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const api = homeApi()
      await renderConsole('/cams/dashboard', { api })
      await waitFor(() => expect(shownStatus()).toBe('ok'))
      api.on(getSystemStatus, () => ({ status: 'outage' as const }))
      await act(() => vi.advanceTimersByTimeAsync(STATUS_POLL_MS))
      await waitFor(() => expect(shownStatus()).toBe('outage'))
      api.on(getSystemStatus, () => failure('INTERNAL', 'broken'))
      await act(() => vi.advanceTimersByTimeAsync(STATUS_POLL_MS))
      await waitFor(() => expect(shownStatus()).toBe('unknown'))
      api.on(getSystemStatus, () => ({ status: 'ok' as const }))
      await act(() => vi.advanceTimersByTimeAsync(STATUS_POLL_MS))
      await waitFor(() => expect(shownStatus()).toBe('ok'))
      // A failing indicator shows no error message.
      expect(screen.queryByRole('alert')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('keys and commands', () => {
  test('? lists the keys that work here, from the registry', async () => {
    const { pointer } = await openHome()
    await menu()
    await pointer.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard' })
    expect(within(sheet).getByText('Open the command palette').parentElement?.textContent).toContain('CtrlK')
    await pointer.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the palette finds commands and places, and opens them by keyboard', async () => {
    const id = '01900000-0000-7000-8000-000000000077'
    const api = homeApi().on(searchNodes, () => [{ kind: 'site' as const, id, name: 'Harbour depot', path: 'Acme' }])
    const { pointer } = await renderConsole('/cams/dashboard', { api })
    await menu()
    await pointer.keyboard('{Control>}k{/Control}')
    await pointer.type(await screen.findByRole('combobox'), 'harb')
    expect(await screen.findByRole('option', { name: /^Harbour depot/ })).toBeDefined()
    await pointer.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname + location.search).toBe(`/cams/clients/u?site=${id}`))
    expect(api.callsOf(searchNodes).at(-1)?.query).toMatchObject({ search: 'harb' })
  })

  test('an operator’s palette finds cameras and opens their alarms', async () => {
    const id = '01900000-0000-7000-8000-000000000078'
    const api = homeApi(buildUser({ roles: ['OPERATOR_USER'], permissions: ['alarm.read'] })).on(searchNodes, () => [
      { kind: 'view' as const, id, name: 'Gate', path: 'Acme / Yard' },
    ])
    const { pointer } = await renderConsole('/cams/dashboard', { api })
    await menu()
    await pointer.keyboard('{Control>}k{/Control}')
    await pointer.type(await screen.findByRole('combobox'), 'gat')
    const found = await screen.findByRole('option', { name: /Alarms: Gate/ })
    expect(screen.getAllByRole('option')).toEqual([found])
    expect(found.textContent).toContain('Acme / Yard')
    await pointer.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname + location.search).toBe(`/cams/alarms?camera=${id}`))
  })

  test('an empty result is shown right below the input', async () => {
    const { pointer } = await renderConsole('/cams/dashboard', { api: homeApi().on(searchNodes, () => []) })
    await menu()
    await pointer.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox')
    await pointer.type(input, 'xyz')
    const message = await screen.findByText('Nothing found for “xyz”')
    expect(input.nextElementSibling).toBe(message)
  })
})

describe('guards', () => {
  test.each(['OPERATOR_USER', 'SHARED_SITE_USER'] as const)(
    'redirect %s from the page of clients to the landing page · PERMISSIONS-008',
    async (role) => {
      await renderConsole('/cams/clients', { api: homeApi(buildUser({ roles: [role] })) })
      await waitFor(() => expect(location.pathname).toBe(role === 'OPERATOR_USER' ? '/cams/dashboard' : '/cams/alarms'))
      expect(await screen.findByText(/^Your account may not open that page\./)).toBeDefined()
    },
  )

  test('redirect everyone except administrators from the page of users · PERMISSIONS-011', async () => {
    await renderConsole('/cams/account', { api: homeApi(buildUser({ roles: ['MEMBER_USER'] })) })
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test.each([
    ['/nowhere', 'Go back to the Dashboard', buildUser()],
    ['/cams/nowhere', 'Go back to the Dashboard', buildUser()],
    ['/provider/companies', 'Go back to the Dashboard', buildUser()],
    ['/nowhere', 'Go back to login', null],
  ])('%s shows Page not found, with the link %s · ROUTING-003 ROUTING-005 ROUTING-006', async (path, button, user) => {
    await renderConsole(path, { api: frameApi(user).on(getHome, () => buildHome()) })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
    expect(screen.getByRole('link', { name: button })).toBeDefined()
    // A logged-in user keeps the menu.
    expect(screen.queryAllByRole('navigation', { name: 'Main menu' })).toHaveLength(user === null ? 0 : 1)
  })
})
