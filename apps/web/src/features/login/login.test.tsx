import {
  checkUserByEmail,
  forensicLogout,
  getAppConfig,
  getCurrentUser,
  getHome,
  login,
  loginWithCode,
  logout,
  type ReplyOf,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { exits } from '../../lib/leave-page.ts'
import { onLoggedIn } from '../../lib/session/login-news.ts'
import { buildAppConfig, buildMobileAppConfig } from '../../testing/build-app-config.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const anonymous = () => frameApi(null).on(getHome, () => buildHome())

describe('the login screen', () => {
  test('asks only for the e-mail first, then for the password · LOGIN-016 LOGIN-018 LOGIN-010', async () => {
    const { pointer } = await renderConsole('/login', { api: anonymous() })
    const email = await screen.findByPlaceholderText('name@company.com')
    expect(screen.queryByLabelText('Password')).toBeNull()
    await pointer.type(email, 'ada@example.com{Enter}')
    expect(await screen.findByLabelText('Password')).toBe(document.activeElement)
  })

  test.each([
    ['ada', 'missing the "@" character'],
    ['ada@a@b', 'missing the "@" character'],
    ['ada+x@example.com', 'Email aliases with + characters are not supported'],
    ['ada@example', 'invalid email'],
  ])('shows an error for %s · VALIDATION-022 VALIDATION-023 VALIDATION-024', async (text, message) => {
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

  test('locks an e-mail that comes from the address · LOGIN-006', async () => {
    await renderConsole('/login?email=ada@example.com', { api: anonymous() })
    const email = await screen.findByLabelText<HTMLInputElement>('Email')
    expect([email.value, email.readOnly]).toEqual(['ada@example.com', true])
  })

  test('sends keepLoggedIn as chosen and opens the redirect · LOGIN-002 LOGIN-007 LOGIN-022', async () => {
    const api = anonymous().on(login, () => buildUser())
    const { pointer } = await renderConsole('/login?email=ada@example.com&redirect=%2Fcams%2Fsettings%2Flanguage', {
      api,
    })
    await pointer.click(await screen.findByLabelText('Keep me logged in'))
    await pointer.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/language'))
    expect(api.callsOf(login)[0]?.body).toMatchObject({ keepLoggedIn: true })
  })

  test('does not follow a redirect to another site · LOGIN-007', async () => {
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

  test('opens the dialog of Help and the page of Forgot password · LOGIN-003 LOGIN-004 HELP-001', async () => {
    const { pointer } = await renderConsole('/login', { api: anonymous() })
    await pointer.click(await screen.findByRole('button', { name: 'Help' }))
    const help = await screen.findByRole('dialog', { name: 'What do you need help with?' })
    const docs = within(help).getByRole('link', { name: 'guides and documentation' })
    expect([docs.getAttribute('href'), docs.getAttribute('target')]).toEqual(['/api/docs', '_blank'])
    expect(await within(help).findByText('Ask an administrator of your company.')).toBeDefined()
    await pointer.keyboard('{Escape}')
    await pointer.click(screen.getByRole('link', { name: 'Forgot password' }))
    await waitFor(() => expect(location.pathname).toBe('/reset-password'))
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeDefined()
  })

  test('Help leads to the documentation and the contact of the installation · HELP-001', async () => {
    const documentationUrl = 'https://docs.example/'
    const api = anonymous().on(getAppConfig, () =>
      buildAppConfig({ documentationUrl, contactUrl: 'mailto:help@guards.example?subject=Winnow' }),
    )
    const { pointer } = await renderConsole('/login', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Help' }))
    const help = await screen.findByRole('dialog', { name: 'What do you need help with?' })
    await waitFor(() =>
      expect(
        within(help)
          .getAllByRole('link')
          .map((card) => [card.textContent, card.getAttribute('href'), card.getAttribute('target')]),
      ).toEqual([
        ['guides and documentation', documentationUrl, '_blank'],
        ['contact the customer success teamhelp@guards.example', 'mailto:help@guards.example?subject=Winnow', '_blank'],
      ]),
    )
  })

  test('redirects the browser to the provider of an account with single sign-on · LOGIN-017', async () => {
    const api = anonymous().on(checkUserByEmail, () => ({ isIDMUser: true, authUrl: 'https://idp.example/authorize' }))
    const { pointer } = await renderConsole('/login', { api })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    await waitFor(() => expect(exits.leave).toHaveBeenCalledExactlyOnceWith('https://idp.example/authorize'))
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(api.callsOf(checkUserByEmail)[0]?.query).toEqual({ email: 'ada@example.com' })
  })

  test('asks for the password right away if the address requires it, for any domain', async () => {
    const api = anonymous().on(checkUserByEmail, () => ({ isIDMUser: true, authUrl: 'https://idp.example/authorize' }))
    await renderConsole('/login?email=ada@example.com&way=password', { api })
    expect(await screen.findByLabelText('Password')).toBe(document.activeElement)
    expect(api.callsOf(checkUserByEmail)).toEqual([])
  })

  test('notifies other windows of a login by password, because they may wait for it', async () => {
    const heard = vi.fn<() => void>()
    const deaf = onLoggedIn(heard)
    const { pointer } = await renderConsole('/login?email=ada@example.com', {
      api: anonymous().on(login, () => buildUser()),
    })
    await pointer.type(await screen.findByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(heard).toHaveBeenCalled())
    deaf()
  })

  test('does not redirect automatically for an e-mail from the address · LOGIN-017', async () => {
    const api = anonymous().on(checkUserByEmail, () => ({ isIDMUser: true, authUrl: 'https://idp.example/authorize' }))
    const { pointer } = await renderConsole('/login?email=ada@example.com', { api })
    await waitFor(() => expect(api.callsOf(checkUserByEmail)).toHaveLength(1))
    expect(exits.leave).not.toHaveBeenCalled()
    await pointer.click(await screen.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(exits.leave).toHaveBeenCalledTimes(1))
  })

  test('shows an error when the e-mail cannot be checked, and retries · LOGIN-030', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = anonymous().on(checkUserByEmail, () => failure('INTERNAL', 'broken'))
    const { pointer } = await renderConsole('/login', { api })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Something went wrong'))
    expect(screen.queryByLabelText('Password')).toBeNull()
    api.on(checkUserByEmail, () => ({ isIDMUser: false, authUrl: null }))
    await pointer.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByLabelText('Password')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe('')
    log.mockRestore()
  })

  test('goes back to the step of the e-mail when the user changes the e-mail · LOGIN-016', async () => {
    const { pointer } = await renderConsole('/login', { api: anonymous() })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    await screen.findByLabelText('Password')
    await pointer.type(screen.getByLabelText('Email'), '.uk')
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  test('links to the mobile apps in its footer · BRANDING-006', async () => {
    await renderConsole('/login', { api: anonymous().on(getAppConfig, buildMobileAppConfig) })
    const store = await screen.findByRole('link', { name: 'App Store' })
    expect(store.getAttribute('href')).toBe('https://apps.example/ios')
    expect(screen.getByRole('link', { name: 'Google Play' }).getAttribute('href')).toBe('https://apps.example/android')
  })

  test('redirects a user who is already logged in · ROUTING-002', async () => {
    await renderConsole('/login', { api: frameApi().on(getHome, () => buildHome()) })
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test('shows the login if a session cannot be restored · SESSION-009', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await renderConsole('/', { api: anonymous().on(getCurrentUser, () => failure('INTERNAL', 'broken')) })
    expect(location.pathname).toBe('/login')
    log.mockRestore()
  })
})

test('the live stream is opened after the login, and not before · SESSION-007', async () => {
  const api = anonymous().on(login, () => buildUser())
  const { pointer } = await renderConsole('/login?email=ada@example.com', { api })
  await pointer.type(await screen.findByLabelText('Password'), 'secret')
  expect(api.openStreams).toBe(0)
  await pointer.type(screen.getByLabelText('Password'), '{Enter}')
  await screen.findByText('Live')
  expect(api.openStreams).toBe(1)
})

test('clears all loaded data at the logout and shows the login · LOGIN-013 SESSION-005 SESSION-006 SESSION-008', async () => {
  const api = frameApi()
    .on(getHome, () => buildHome())
    .on(logout, () => ({ success: true as const }))
  const { pointer, console } = await renderConsole('/cams/dashboard', { api })
  await screen.findByText('Live')
  expect(api.openStreams).toBe(1)
  await pointer.click(await screen.findByRole('link', { name: 'Log out' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(api.callsOf(logout)).toHaveLength(1)
  const kept = console.queries
    .getQueryCache()
    .getAll()
    // The login screen requests public data.
    .filter((query) => query.state.data !== undefined && query.queryKey[0] !== getAppConfig.id)
  expect(kept).toEqual([])
  expect(api.openStreams).toBe(0)
})

describe('logging out', () => {
  const leaving = () =>
    frameApi()
      .on(getHome, () => buildHome())
      .on(logout, () => ({ success: true as const }))

  test('notifies the forensic service before the server · SESSION-010', async () => {
    const api = leaving()
    await renderConsole('/logout', { api })
    await waitFor(() => expect(location.pathname).toBe('/login'))
    const order = api.calls.map(({ operation }) => operation.id)
    expect(order.indexOf(forensicLogout.id)).toBeGreaterThan(-1)
    expect(order.indexOf(forensicLogout.id)).toBeLessThan(order.indexOf(logout.id))
  })

  test('continues when the forensic service fails · SESSION-010', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = leaving().on(forensicLogout, () => failure('INTERNAL', 'broken'))
    await renderConsole('/logout', { api })
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(api.callsOf(logout)).toHaveLength(1)
    log.mockRestore()
  })
})

describe('returning from a single sign-on', () => {
  test('logs in with the code and opens the redirect · LOGIN-011 LOGIN-012', async () => {
    let answer: (user: ReplyOf<typeof loginWithCode>) => void = () => undefined
    const api = anonymous().on(loginWithCode, () => new Promise((resolve) => (answer = resolve)))
    const rendered = renderConsole('/auth/redirect?code=abc-1&redirect=%2Fcams%2Fsettings%2Ftheme', { api })
    expect(await screen.findByText('Logging in...')).toBeDefined()
    expect(api.callsOf(loginWithCode)[0]?.body).toEqual({ code: 'abc-1' })
    act(() => answer({ ...buildUser(), redirectTo: null }))
    await rendered
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/theme'))
    expect(api.callsOf(loginWithCode)).toHaveLength(1)
  })

  test.each(['', '&redirect=https%3A%2F%2Fevil.example%2F'])(
    'opens the landing page if the redirect is not ours (%j) · LOGIN-012',
    async (redirect) => {
      await renderConsole(`/auth/redirect?code=4711${redirect}`, {
        api: anonymous().on(loginWithCode, () => ({ ...buildUser(), redirectTo: null })),
      })
      await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    },
  )

  test('reports a missing code · LOGIN-027', async () => {
    const api = anonymous()
    await renderConsole('/auth/redirect', { api })
    expect((await screen.findByRole('alert')).textContent).toBe('No code provided')
    expect(api.callsOf(loginWithCode)).toEqual([])
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeDefined()
  })

  test('reports a refused code · LOGIN-028', async () => {
    const api = anonymous().on(loginWithCode, () => failure('LOGIN_CODE_INVALID', 'x'))
    await renderConsole('/auth/redirect?code=old', { api })
    expect((await screen.findByRole('alert')).textContent).toBe('An error occurred while logging in')
    expect(location.pathname).toBe('/auth/redirect')
  })
})

describe('returning from the logout of the mobile app', () => {
  const api = () => anonymous().on(getAppConfig, buildMobileAppConfig)

  test('opens its login link · LOGIN-014', async () => {
    await renderConsole('/app-logout/ios', { api: api() })
    expect(exits.leave).toHaveBeenCalledWith('winnow://login')
    expect((await screen.findByRole('link', { name: 'Open the app' })).getAttribute('href')).toBe('winnow://login')
  })

  test.each(['android', 'windows', 'constructor'])(
    'shows the login for %s, which has no app · LOGIN-015',
    async (client) => {
      await renderConsole(`/app-logout/${client}`, { api: api() })
      await waitFor(() => expect(location.pathname).toBe('/login'))
      expect(exits.leave).not.toHaveBeenCalled()
    },
  )
})
