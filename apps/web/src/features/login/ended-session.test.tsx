import {
  checkUserByEmail,
  createToken,
  getAppConfig,
  getCurrentUser,
  getSession,
  getHome,
  listTokens,
  login,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { exits } from '../../lib/leave-page.ts'
import { tellLoggedIn } from '../../lib/session/login-news.ts'
import { buildMobileAppConfig } from '../../testing/build-app-config.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildToken, tokenPage } from '../../testing/build-token.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

describe('an ended session', () => {
  test('shows the login over the page, keeps the input, and repeats the failed call · SESSION-001 SESSION-002 SESSION-003 SESSION-004 LOGIN-008 LOGIN-023 LOGIN-024 ERRORS-002', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let alive = false
    const api = frameApi()
      .on(listTokens, () => tokenPage())
      .on(createToken, () => (alive ? { ...buildToken(), secret: 'wn_secret' } : failure('NOT_AUTHORISED', 'x')))
      .on(login, () => {
        alive = true
        return buildUser()
      })
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    await pointer.click(await screen.findByRole('button', { name: 'New token' }))
    await pointer.type(await screen.findByRole('textbox', { name: /Name/ }), 'Gate{Enter}')

    const modal = await screen.findByRole('dialog', { name: 'Your session has expired' })
    expect(warn).toHaveBeenCalledWith('your session has expired')
    const email = within(modal).getByLabelText<HTMLInputElement>('Email')
    expect([email.value, email.readOnly]).toEqual(['ada@example.com', true])
    expect(screen.getByDisplayValue('Gate')).toBeDefined()

    await pointer.type(await within(modal).findByLabelText('Password'), 'secret{Enter}')
    expect(await screen.findByText('wn_secret')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has expired' })).toBeNull())
    expect(api.callsOf(createToken)).toHaveLength(2)
    expect(location.pathname).toBe('/cams/settings/integrations')
    warn.mockRestore()
  })

  test.each([
    ['continues when the same user has logged in there', buildUser().id, false],
    ['still waits when another user has logged in there', '01900000-0000-7000-8000-0000000000ee', true],
  ])('opens a directory in a separate window, and %s', async (_what, id, isWaiting) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const replace = vi.fn<(url: string) => void>()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only part of a window that the code uses
    const opened = { location: { replace } } as unknown as Window
    const open = vi.spyOn(window, 'open').mockReturnValue(opened)
    let alive = false
    const api = frameApi()
      .on(checkUserByEmail, () => ({ isIDMUser: true, authUrl: 'https://idp.example/authorize' }))
      .on(listTokens, () => (alive ? tokenPage() : failure('NOT_AUTHORISED', 'x')))
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    const modal = await screen.findByRole('dialog', { name: 'Your session has expired' })
    await pointer.click(await within(modal).findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('https://idp.example/authorize'))
    expect(api.callsOf(checkUserByEmail).at(-1)?.query).toMatchObject({ redirect: '/auth/done' })
    expect(exits.leave).not.toHaveBeenCalled()

    alive = true
    const before = api.callsOf(getSession).length
    api.on(getCurrentUser, () => buildUser({ id }))
    tellLoggedIn()
    await waitFor(() => expect(api.callsOf(getSession).length).toBeGreaterThan(before))
    if (!isWaiting) expect(await screen.findByText('No tokens yet')).toBeDefined()
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Your session has expired' }) !== null).toBe(isWaiting),
    )
    open.mockRestore()
    warn.mockRestore()
  })

  test('accepts a password for another company’s account in a directory’s domain', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let alive = false
    const api = frameApi()
      .on(checkUserByEmail, () => ({ isIDMUser: true, authUrl: 'https://idp.example/authorize' }))
      .on(listTokens, () => (alive ? tokenPage() : failure('NOT_AUTHORISED', 'x')))
      .on(login, () => {
        alive = true
        return buildUser()
      })
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    const modal = await screen.findByRole('dialog', { name: 'Your session has expired' })
    await pointer.click(await within(modal).findByRole('button', { name: 'Log in with a password' }))
    await pointer.type(await within(modal).findByLabelText('Password'), 'secret{Enter}')
    expect(await screen.findByText('No tokens yet')).toBeDefined()
    warn.mockRestore()
  })

  test('shows a login without the links to mobile apps · LOGIN-005', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const api = frameApi()
      .on(getAppConfig, buildMobileAppConfig)
      .on(listTokens, () => failure('NOT_AUTHORISED', 'x'))
    await renderConsole('/cams/settings/integrations', { api })
    const modal = await screen.findByRole('dialog', { name: 'Your session has expired' })
    expect(await within(modal).findByLabelText('Password')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'App Store' })).toBeNull()
    warn.mockRestore()
  })

  test('also shows the login when the live stream reports that the session has ended', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const api = frameApi().on(getHome, () => buildHome())
    await renderConsole('/cams/dashboard', { api })
    await screen.findByText('Live')
    api.on(getCurrentUser, () => failure('NOT_AUTHORISED', 'x'))
    act(() => api.emit({ type: 'session.ended' }))
    expect(await screen.findByRole('dialog', { name: 'Your session has expired' })).toBeDefined()
    warn.mockRestore()
  })
})
