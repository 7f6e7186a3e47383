import { createToken, getCurrentUser, getHome, listTokens, login, logout } from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const anonymous = () => frameApi(null).on(getHome, () => buildHome())

describe('the login screen', () => {
  test('asks for the e-mail alone, then for the password · LOGIN-016 LOGIN-018 LOGIN-010', async () => {
    const { pointer } = await renderConsole('/login', { api: anonymous() })
    const email = await screen.findByPlaceholderText('{email}')
    expect(screen.queryByLabelText('Password')).toBeNull()
    await pointer.type(email, 'ada@example.com{Enter}')
    expect(await screen.findByLabelText('Password')).toBe(document.activeElement)
  })

  test.each([
    ['ada', 'missing the "@" character'],
    ['ada@a@b', 'missing the "@" character'],
    ['ada+x@example.com', 'Email aliases with + characters are not supported'],
    ['ada@example', 'invalid email'],
  ])('says what is wrong with %s · VALIDATION-022 VALIDATION-023 VALIDATION-024', async (text, message) => {
    const { pointer } = await renderConsole('/login', { api: anonymous() })
    await pointer.type(await screen.findByLabelText('Email'), `${text}{Enter}`)
    expect(screen.getByRole('alert').textContent).toBe(message)
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  test('shows and hides the password · LOGIN-001', async () => {
    const { pointer } = await renderConsole('/login?email=ada@example.com', { api: anonymous() })
    const field = await screen.findByLabelText('Password')
    expect(field.getAttribute('type')).toBe('password')
    await pointer.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.getAttribute('type')).toBe('text')
    await pointer.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field.getAttribute('type')).toBe('password')
  })

  test('an e-mail in the address is filled in and locked · LOGIN-006', async () => {
    await renderConsole('/login?email=ada@example.com', { api: anonymous() })
    const email = await screen.findByLabelText<HTMLInputElement>('Email')
    expect([email.value, email.readOnly]).toEqual(['ada@example.com', true])
  })

  test('sends keepLoggedIn as chosen and goes to the redirect · LOGIN-002 LOGIN-007 LOGIN-022', async () => {
    const api = anonymous().on(login, () => buildUser())
    const { pointer } = await renderConsole('/login?email=ada@example.com&redirect=%2Fcams%2Fsettings%2Flanguage', {
      api,
    })
    await pointer.click(await screen.findByLabelText('Keep me logged in'))
    await pointer.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/language'))
    expect(api.callsOf(login)[0]?.body).toMatchObject({ keepLoggedIn: true })
  })

  test('a redirect to another site is not followed · LOGIN-007', async () => {
    const api = anonymous().on(login, () => buildUser())
    const { pointer } = await renderConsole('/login?email=ada@example.com&redirect=%2F%2Fevil.example', { api })
    await pointer.type(await screen.findByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test('shows a refusal under the form, keeps the e-mail, and opens no other login · LOGIN-029', async () => {
    const api = anonymous().on(login, () => failure('LOGIN_FAILED', 'x'))
    const { pointer } = await renderConsole('/login?email=ada@example.com', { api })
    await pointer.type(await screen.findByLabelText('Password'), 'wrong{Enter}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Incorrect email or password'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  test('Help opens its dialog and Forgot password leads on · LOGIN-003 LOGIN-004 HELP-001', async () => {
    const { pointer } = await renderConsole('/login', { api: anonymous() })
    await pointer.click(await screen.findByRole('button', { name: 'Help' }))
    const help = await screen.findByRole('dialog', { name: 'What do you need help with?' })
    expect(within(help).getByText('guides and documentation')).toBeDefined()
    await pointer.keyboard('{Escape}')
    await pointer.click(screen.getByRole('link', { name: 'Forgot password' }))
    await waitFor(() => expect(location.pathname).toBe('/reset-password'))
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeDefined()
  })

  test('whoever is logged in already is sent on · ROUTING-002', async () => {
    await renderConsole('/login', { api: frameApi().on(getHome, () => buildHome()) })
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test('a session that cannot be restored leaves the user logged out · SESSION-009', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await renderConsole('/', { api: anonymous().on(getCurrentUser, () => failure('INTERNAL', 'broken')) })
    expect(location.pathname).toBe('/login')
    log.mockRestore()
  })
})

describe('an ended session', () => {
  test('shows the login over the page, keeps what was typed, and does again what failed · SESSION-001 SESSION-002 SESSION-003 SESSION-004 LOGIN-008 LOGIN-023 LOGIN-024 ERRORS-002', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const token = {
      id: '01900000-0000-7000-8000-000000000009',
      tokenType: 'ingest' as const,
      name: 'Gate',
      createdAt: '2026-11-21T00:00:00Z',
      lastUsedAt: null,
    }
    let alive = false
    const api = frameApi()
      .on(listTokens, () => [])
      .on(createToken, () => (alive ? { ...token, secret: 'wn_secret' } : failure('NOT_AUTHORISED', 'x')))
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

    await pointer.type(within(modal).getByLabelText('Password'), 'secret{Enter}')
    expect(await screen.findByText('wn_secret')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has expired' })).toBeNull())
    expect(api.callsOf(createToken)).toHaveLength(2)
    expect(location.pathname).toBe('/cams/settings/integrations')
    warn.mockRestore()
  })

  test('the server ending it over the live stream shows the login too', async () => {
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

test('logging out forgets everything that was fetched and leads to the login · LOGIN-013 SESSION-005 SESSION-006', async () => {
  const api = frameApi()
    .on(getHome, () => buildHome())
    .on(logout, () => ({ success: true as const }))
  const { pointer, console } = await renderConsole('/cams/dashboard', { api })
  await screen.findByText('Live')
  await pointer.click(await screen.findByRole('link', { name: 'Log out' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(api.callsOf(logout)).toHaveLength(1)
  const kept = console.queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.data !== undefined)
  expect(kept).toEqual([])
  expect(api.openStreams).toBe(0)
})
