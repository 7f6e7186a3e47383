import {
  createCompany,
  endImpersonation,
  getCompany,
  getCompanyOtp,
  getCurrentUser,
  getOwnTwoFactor,
  getUser,
  listCompanies,
  listUsers,
  logout,
  provisionCompany,
  updateCompany,
  updateUser,
} from '@winnow/contract'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { sessionExpired } from '../lib/session/session-store.ts'
import { buildCompany } from '../testing/build-company.ts'
import { buildUser } from '../testing/build-user.ts'
import { failure, type FakeApi } from '../testing/fake-api.ts'
import { frameApi, renderConsole } from '../testing/render-console.tsx'

const user = buildUser({
  roles: ['SUPER_USER'],
  permissions: ['company.read', 'company.write', 'users.manage', 'companies.manage', 'alarm.read'],
})
const company = buildCompany()
const api = () => frameApi(user).on(getCompany, () => company)
const question = (name = 'Discard what is not saved?') => screen.findByRole('dialog', { name })
const LOGOUT = 'Log out and discard what is not saved?'
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Company name' })

/** Reloads everything, and waits until its subscribers are notified. They are notified after earlier events. */
async function lookAgain(queries: QueryClient) {
  await act(() => queries.invalidateQueries())
  await act(() => new Promise<void>((resolve) => notifyManager.schedule(resolve)))
}

/** A page whose form has unsaved changes, opened from another page. */
async function openDirty(server: FakeApi = api()) {
  const opened = await renderConsole('/cams/settings/theme', { api: server })
  await opened.console.router.navigate({ to: '/cams/settings/{-$tab}', params: { tab: 'account' } })
  await opened.pointer.type(await nameField(), ' Ltd')
  return opened
}

describe('a page with unsaved changes', () => {
  test('is left by Back only after a confirmation, and keeps its address until then', async () => {
    const { pointer } = await openDirty()
    history.back()
    await question()
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/account'))
    // A second press asks again and does not leave.
    history.back()
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/account'))
    await pointer.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    await noDialog()
    expect(location.pathname).toBe('/cams/settings/account')
    expect((await nameField()).value).toBe('Demo Security Ltd')

    history.back()
    await pointer.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/theme'))
    expect(await screen.findByRole('radio', { name: 'dark' })).toBeDefined()
  })

  test('is left without an answer to the question if the changes are saved while the question is open', async () => {
    const saving = Promise.withResolvers<void>()
    const server = api().on(updateCompany, async ({ body }) => {
      await saving.promise
      return { ...company, ...body }
    })
    const { pointer, console: opened } = await openDirty(server)
    await pointer.keyboard('{Enter}')
    void opened.router.navigate({ to: '/cams/settings/{-$tab}', params: { tab: 'theme' } })
    await question()
    saving.resolve()
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/theme'))
    await noDialog()
  })

  test('keeps the input when a reload fails or finds a change by another user', async () => {
    const server = api()
    const { console: opened } = await openDirty(server)
    server.on(getCompany, () => failure('INTERNAL', 'x'))
    const field = await nameField()
    await lookAgain(opened.queries)
    expect(field.isConnected).toBe(true)
    server.on(getCompany, () => ({ ...company, name: 'Renamed elsewhere' }))
    await lookAgain(opened.queries)
    expect(field.isConnected).toBe(true)
    expect(field.value).toBe('Demo Security Ltd')
  })

  test('asks before its user logs out', async () => {
    const server = api().on(logout, () => ({ success: true as const }))
    const { pointer, console: opened } = await openDirty(server)
    void opened.router.navigate({ to: '/logout' })
    await question(LOGOUT)
    await pointer.keyboard('{Escape}')
    await noDialog()
    expect(server.callsOf(logout)).toEqual([])
    void opened.router.navigate({ to: '/logout' })
    await pointer.click(within(await question(LOGOUT)).getByRole('button', { name: 'Discard and log out' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
  })

  test('asks before another user logs in', async () => {
    const { pointer } = await openDirty()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    act(() => sessionExpired())
    const other = await screen.findByRole('button', { name: 'Log in as someone else' })
    await pointer.click(other)
    await pointer.click(within(await question(LOGOUT)).getByRole('button', { name: 'Stay logged in' }))
    expect(location.pathname).toBe('/cams/settings/account')
    await pointer.click(other)
    await pointer.click(within(await question(LOGOUT)).getByRole('button', { name: 'Discard and log out' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
  })

  test('asks before a super user stops acting for another user', async () => {
    const acting = { ...user, impersonatedBy: { id: user.id, name: 'Sue Super' } }
    const server = frameApi(acting)
      .on(getCompany, () => company)
      .on(endImpersonation, () => user)
    const { pointer } = await openDirty(server)
    await pointer.click(screen.getByRole('button', { name: 'Return to Sue Super' }))
    await pointer.click(within(await question(LOGOUT)).getByRole('button', { name: 'Stay logged in' }))
    expect(server.callsOf(endImpersonation)).toEqual([])
    server.on(getCurrentUser, () => user)
    await pointer.click(screen.getByRole('button', { name: 'Return to Sue Super' }))
    await pointer.click(within(await question(LOGOUT)).getByRole('button', { name: 'Discard and log out' }))
    await waitFor(() => expect(server.callsOf(endImpersonation)).toHaveLength(1))
  })
})

test('keeps the chosen mode of two-factor authentication when another user changes the number of skips', async () => {
  let skips = 3
  const server = api()
    .on(getOwnTwoFactor, () => ({ enabled: true, enabledAt: null, codesLeft: 9, required: false }))
    .on(getCompanyOtp, () => ({ mode: 'off' as const, skips, users: 12, protectedUsers: 5 }))
  const { pointer, console: opened } = await renderConsole('/cams/settings/2fa', { api: server })
  const strict = await screen.findByRole<HTMLInputElement>('radio', { name: 'Required for everyone' })
  await pointer.click(strict)
  skips = 5
  await lookAgain(opened.queries)
  expect(strict.isConnected && strict.checked).toBe(true)
})

describe('a dialog', () => {
  const listed = () =>
    api().on(listCompanies, () => ({
      rows: [{ ...company, userCount: 1, siteCount: 1, viewCount: 1 }],
      count: 1,
      countIsExact: true,
      page: 1,
      limit: 50,
    }))

  test('stays open while it is saved, and shows the answer', async () => {
    const answer = Promise.withResolvers<void>()
    const server = listed().on(createCompany, async () => {
      await answer.promise
      return failure('NAME_TAKEN', 'x')
    })
    const { pointer } = await renderConsole('/provider/companies', { api: server })
    await pointer.click(await screen.findByRole('button', { name: 'New company' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New company' }))
    await pointer.type(dialog.getByRole('textbox', { name: 'Name' }), 'Demo Security{Enter}')
    for (const name of ['Cancel', 'Close'])
      expect(dialog.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
    await pointer.keyboard('{Escape}')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    answer.resolve()
    expect(await dialog.findByRole('alert')).toBeDefined()
    expect(dialog.getByDisplayValue('Demo Security')).toBeDefined()
    await pointer.keyboard('{Escape}')
    await question()
  })

  test('closes without a question after saving', async () => {
    const server = listed()
      .on(updateCompany, ({ body }) => ({ ...company, ...body }))
      .on(provisionCompany, () => company)
    const { pointer } = await renderConsole('/provider/companies', { api: server })
    await pointer.click((await screen.findAllByRole('button', { name: /Demo Security/ }))[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog', { name: 'Demo Security' }))
    await pointer.type(await dialog.findByRole('textbox', { name: 'Name' }), ' Ltd{Enter}')
    await noDialog()
    expect(server.callsOf(updateCompany)[0]?.body).toEqual({ name: 'Demo Security Ltd' })
  })

  test('with input asks before it is closed by a button that first runs an action', async () => {
    const person = {
      id: '01900000-0000-7000-8000-0000000000bb',
      companyId: user.companyId,
      companyName: 'Demo Security',
      name: 'Olly Operator',
      email: 'olly@example.com',
      userType: 'OPERATOR_USER' as const,
      extraRoles: [],
      status: 'suspended' as const,
      twoFactor: 'off' as const,
      lastLoginAt: null,
      createdAt: '2026-11-01T10:00:00Z',
      grantCount: null,
      grants: [],
      invitedUntil: null,
      accessVersion: 'one',
      liveTokens: 0,
    }
    const server = api()
      .on(listUsers, () => ({ rows: [person], count: 1, countIsExact: true, page: 1, limit: 50 }))
      .on(getUser, () => person)
      .on(updateUser, () => ({ ...person, status: 'active' as const }))
    const { pointer } = await renderConsole('/cams/account', { api: server })
    await pointer.click((await screen.findAllByRole('button', { name: /Olly Operator/ }))[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog', { name: 'Olly Operator' }))
    await pointer.type(await dialog.findByRole('textbox', { name: 'Name' }), ' II')
    await pointer.click(dialog.getByRole('button', { name: 'Reactivate' }))
    await pointer.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    expect(dialog.getByDisplayValue('Olly Operator II')).toBeDefined()
  })

  test('with input asks when the user clicks outside', async () => {
    const { pointer } = await renderConsole('/provider/companies', { api: listed() })
    await pointer.click(await screen.findByRole('button', { name: 'New company' }))
    const dialog = await screen.findByRole('dialog', { name: 'New company' })
    const overlay = dialog.closest('.mantine-Modal-root')?.querySelector('.mantine-Modal-overlay')
    await pointer.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'x')
    await pointer.click(overlay ?? document.body)
    await pointer.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    expect(within(dialog).getByDisplayValue('x')).toBeDefined()
  })
})
