import {
  checkUserByEmail,
  confirmSsoDomain,
  disconnectSso,
  finishSsoTrial,
  getCurrentUser,
  getHome,
  getSso,
  getSsoUrl,
  listSsoDomains,
  listSsoIdentities,
  login,
  loginWithCode,
  openInvitation,
  saveSso,
  type SsoSettings,
  startSsoConnect,
  trySso,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { exits } from '../../lib/leave-page.ts'
import { onLoggedIn } from '../../lib/session/login-news.ts'
import { ssoShownStore } from '../../lib/session/single-sign-on.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const IDP = 'https://login.example/authorize'
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const nobody = () => frameApi(null)

describe('logging in at a directory', () => {
  test('is offered only after it was used in this browser · LOGIN-009', async () => {
    const first = await renderConsole('/login', { api: nobody() })
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('button', { name: 'Sign in with Azure AD' })).toBeNull()
    first.unmount()

    ssoShownStore.set({ domain: 'contoso.example' })
    const api = nobody().on(getSsoUrl, () => ({ url: IDP }))
    const { pointer } = await renderConsole('/login?redirect=%2Fcams%2Falarms', { api })
    await pointer.click(await screen.findByLabelText('Keep me logged in'))
    await pointer.click(screen.getByRole('button', { name: 'Sign in with Azure AD' }))
    await waitFor(() => expect(exits.leave).toHaveBeenCalledExactlyOnceWith(IDP))
    expect(api.callsOf(getSsoUrl)[0]?.query).toEqual({
      domain: 'contoso.example',
      redirect: '/cams/alarms',
      keepLoggedIn: 'true',
    })
  })

  test('stores only the domain when it redirects the browser · LOGIN-009 LOGIN-017', async () => {
    const api = nobody().on(checkUserByEmail, () => ({ isIDMUser: true, authUrl: IDP }))
    const { pointer } = await renderConsole('/login', { api })
    await pointer.type(await screen.findByLabelText('Email'), 'Ada@Contoso.example{Enter}')
    await waitFor(() => expect(exits.leave).toHaveBeenCalledWith(IDP))
    expect(ssoShownStore.get()).toEqual({ domain: 'contoso.example' })
    expect(JSON.stringify(localStorage)).not.toContain('ada')
  })

  test('is offered beside the password if both are possible', async () => {
    const api = nobody().on(checkUserByEmail, () => ({ isIDMUser: false, authUrl: IDP }))
    const { pointer } = await renderConsole('/login', { api })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@contoso.example{Enter}')
    expect(await screen.findByLabelText('Password')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Sign in with Azure AD' })).toBeDefined()
    expect(exits.leave).not.toHaveBeenCalled()
  })

  test('shows that the directory is unreachable, and offers a retry', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = nobody().on(checkUserByEmail, () => failure('SSO_UNREACHABLE', 'x'))
    const { pointer } = await renderConsole('/login', { api })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@contoso.example{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Your company’s sign-in service cannot be reached at the moment. Try again in a moment.',
      ),
    )
    expect(screen.getByRole('button', { name: 'Next' })).toBeDefined()
    log.mockRestore()
  })

  test('shows the password field for any domain to a user whom the directory sent back without an account', async () => {
    const api = nobody().on(checkUserByEmail, () => ({ isIDMUser: true, authUrl: IDP }))
    const { pointer } = await renderConsole('/login?way=password', { api })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@contoso.example{Enter}')
    expect(await screen.findByLabelText('Password')).toBeDefined()
    expect(exits.leave).not.toHaveBeenCalled()
  })
})

describe('returning from the directory', () => {
  test('sends code, state and issuer, and opens the page where the login started · LOGIN-011 LOGIN-012', async () => {
    const api = nobody().on(loginWithCode, () => ({ ...buildUser(), redirectTo: '/cams/settings/theme' }))
    await renderConsole('/auth/redirect?code=c0de&state=st&iss=https%3A%2F%2Flogin.example&session_state=x', { api })
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/theme'))
    expect(api.callsOf(loginWithCode)[0]?.body).toEqual({ code: 'c0de', state: 'st', iss: 'https://login.example' })
  })

  test('does not follow a path to another site', async () => {
    const api = nobody()
      .on(getHome, () => buildHome())
      .on(loginWithCode, () => ({ ...buildUser(), redirectTo: '//evil.example' }))
    await renderConsole('/auth/redirect?code=c0de&state=st', { api })
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test.each([
    ['SSO_NOT_CONNECTED', /no account here is connected/],
    ['SSO_WRONG_TENANT', /directory that is not your company’s/],
    ['SSO_OTHER_ACCOUNT', /someone else than the link was meant for/],
    ['ACCOUNT_DISABLED', /account is suspended/],
    ['SSO_UNREACHABLE', /cannot be reached/],
    ['SSO_MISCONFIGURED', /not set up right/],
  ] as const)('with %s shows what to do', async (code, text) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await renderConsole('/auth/redirect?code=c&state=s', { api: nobody().on(loginWithCode, () => failure(code, 'x')) })
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeDefined()
    const other = screen.queryByRole('link', { name: 'Log in with a password' })
    expect(other?.getAttribute('href')).toBe('/login?way=password')
    log.mockRestore()
  })

  test.each([
    ['access_denied', /did not finish signing in/],
    ['server_error', /did not let you in/],
  ])('with the error %s of the directory shows this error, and sends no code', async (error, text) => {
    const api = nobody()
    await renderConsole(`/auth/redirect?error=${error}&error_description=x&state=s`, { api })
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    expect(api.callsOf(loginWithCode)).toEqual([])
    expect(screen.getByRole('link', { name: 'Log in with a password' }).getAttribute('href')).toBe(
      '/login?way=password',
    )
  })

  test('in a separate window, the user can log in with a password instead, and the window closes', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
    window.name = 'winnow-login'
    let alive = false
    const api = nobody()
      .on(getCurrentUser, () => (alive ? buildUser() : failure('NOT_AUTHORISED', 'x')))
      .on(login, () => {
        alive = true
        return buildUser()
      })
    const { pointer } = await renderConsole('/auth/redirect?error=access_denied&state=s', { api })
    const heard = vi.fn<() => void>()
    const deaf = onLoggedIn(heard)
    await pointer.click(await screen.findByRole('link', { name: 'Log in with a password' }))
    await pointer.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    await pointer.type(await screen.findByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/auth/done'))
    await waitFor(() => expect(heard).toHaveBeenCalled())
    expect(close).toHaveBeenCalled()
    expect(api.callsOf(checkUserByEmail)).toEqual([])
    deaf()
    window.name = ''
    close.mockRestore()
  })
})

describe('connecting an account', () => {
  test('starts only with the button, because programs also open the links in mails', async () => {
    const reply = { url: IDP, email: 'ada@contoso.example', companyName: 'Contoso' }
    const api = nobody().on(startSsoConnect, () => reply)
    const { pointer } = await renderConsole('/auth/connect?token=t0ken', { api })
    expect(await screen.findByRole('heading', { name: 'Connect your account' })).toBeDefined()
    expect(api.callsOf(startSsoConnect)).toEqual([])
    await pointer.click(screen.getByRole('button', { name: 'Sign in with Azure AD' }))
    await waitFor(() => expect(exits.leave).toHaveBeenCalledExactlyOnceWith(IDP))
    expect(api.callsOf(startSsoConnect)[0]?.body).toEqual({ token: 't0ken' })
  })

  test('shows that the link is expired or truncated', async () => {
    const api = nobody().on(startSsoConnect, () => failure('LINK_INVALID', 'x'))
    const { pointer, unmount } = await renderConsole('/auth/connect?token=old', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Sign in with Azure AD' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/too old or was used already/)
    unmount()
    await renderConsole('/auth/connect', { api: nobody() })
    expect((await screen.findByRole('alert')).textContent).toMatch(/not complete/)
  })

  test.each([
    ['required', false],
    ['offered', true],
  ] as const)('works for an invitation where it is %s', async (singleSignOn, hasPassword) => {
    const invited = { email: 'ada@contoso.example', name: 'Ada', companyName: 'Contoso', singleSignOn }
    await renderConsole('/accept-invitation?token=t', { api: nobody().on(openInvitation, () => invited) })
    expect(await screen.findByRole('button', { name: 'Sign in with Azure AD' })).toBeDefined()
    expect(screen.queryAllByRole('textbox').length > 0).toBe(hasPassword)
  })
})

const SETTINGS: SsoSettings = {
  enabled: true,
  allowPassword: false,
  clientId: 'the-client',
  hasClientSecret: true,
  domains: [
    { domain: 'contoso.example', tenantId: TENANT, confirmed: true },
    { domain: 'fabrikam.example', tenantId: TENANT, confirmed: false },
  ],
  redirectUri: 'https://console.example/auth/redirect',
  connectedCount: 1,
}
const EMPTY: SsoSettings = {
  ...SETTINGS,
  enabled: false,
  clientId: '',
  hasClientSecret: false,
  domains: [],
  connectedCount: 0,
}
const person = {
  userId: '01900000-0000-7000-8000-000000000009',
  name: 'Grace',
  email: 'grace@contoso.example',
  connectedAt: '2026-11-01T00:00:00Z',
  lastUsedAt: null,
}
const admin = (settings: SsoSettings) =>
  frameApi(buildUser({ permissions: ['company.write', 'users.manage'] }))
    .on(getSso, () => settings)
    .on(listSsoIdentities, () => ({ rows: [person], count: 1, countIsExact: true, page: 1, limit: 20 }))

describe('the configuration', () => {
  test('shows the redirect URI, lists what is missing, and saves the input', async () => {
    const api = admin(EMPTY).on(saveSso, () => ({ ...SETTINGS, domains: SETTINGS.domains.slice(0, 1) }))
    const { pointer } = await renderConsole('/cams/settings/single-sign-on', { api })
    expect(await screen.findByText('https://console.example/auth/redirect')).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    for (const text of ['Enter the application’s ID', 'Enter the client secret', 'Enter a domain like example.com'])
      expect(screen.getByText(text)).toBeDefined()
    expect(api.callsOf(saveSso)).toEqual([])

    await pointer.type(screen.getByLabelText('Application (client) ID'), ' the-client ')
    await pointer.type(screen.getByLabelText('Client secret'), 's3cret')
    await pointer.type(screen.getByLabelText('Email domain'), 'Contoso.example')
    await pointer.type(screen.getByLabelText('Directory (tenant) ID'), TENANT.toUpperCase())
    await pointer.click(screen.getByRole('switch', { name: /Single sign-on/ }))
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.callsOf(saveSso)).toHaveLength(1))
    expect(api.callsOf(saveSso)[0]?.body).toEqual({
      enabled: true,
      allowPassword: false,
      clientId: 'the-client',
      clientSecret: 's3cret',
      domains: [{ domain: 'contoso.example', tenantId: TENANT }],
    })
    // The secret does not stay in the page.
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Client secret').value).toBe(''))
  })

  test('shows the unconfirmed domains, keeps the stored secret, and adds and removes domains', async () => {
    const api = admin(SETTINGS).on(saveSso, () => SETTINGS)
    const { pointer } = await renderConsole('/cams/settings/single-sign-on', { api })
    expect(await screen.findByText('Waiting for confirmation')).toBeDefined()
    expect(screen.getByText('Confirmed')).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'Remove fabrikam.example' }))
    await pointer.click(screen.getByRole('button', { name: 'Add domain' }))
    const added = screen.getAllByLabelText('Email domain').at(-1)
    if (!added) throw new Error('no row was added')
    expect(screen.getAllByLabelText<HTMLInputElement>('Directory (tenant) ID')[1]?.value).toBe(TENANT)
    expect(screen.getByText('Not saved yet')).toBeDefined()
    await pointer.type(added, 'third.example')
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.callsOf(saveSso)).toHaveLength(1))
    const body = api.callsOf(saveSso)[0]?.body
    expect(body).not.toHaveProperty('clientSecret')
    expect(body).toMatchObject({ domains: [{ domain: 'contoso.example' }, { domain: 'third.example' }] })
  })

  test('shows the reason if the server refuses the input', async () => {
    const api = admin(SETTINGS).on(saveSso, () => failure('VALIDATION', 'At gmail.com anybody can have an address'))
    const { pointer } = await renderConsole('/cams/settings/single-sign-on', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/Something in the form is not right|anybody can have an address/)).toBeDefined()
  })

  test('is tested by a complete login, whose result is explained', async () => {
    const api = admin(SETTINGS).on(trySso, () => ({ url: IDP }))
    const { pointer, unmount } = await renderConsole('/cams/settings/single-sign-on', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Try it for fabrikam.example' }))
    await waitFor(() => expect(exits.leave).toHaveBeenCalledExactlyOnceWith(IDP))
    expect(api.callsOf(trySso)[0]?.body).toEqual({ domain: 'fabrikam.example' })
    unmount()

    const back = admin(SETTINGS).on(finishSsoTrial, () => ({
      result: 'ok' as const,
      domain: 'fabrikam.example',
      emails: ['ada@fabrikam.example'],
    }))
    await renderConsole('/auth/redirect?code=c&state=try.abc', { api: back })
    expect((await screen.findByRole('status')).textContent).toBe(
      'It works. People with an address at fabrikam.example can log in this way.The directory knows you as ada@fabrikam.example.',
    )
    expect(back.callsOf(loginWithCode)).toEqual([])
    expect(screen.getByRole('link', { name: 'Back to the settings' })).toBeDefined()
  })

  test.each([
    ['secret-refused', /does not accept the client ID or the client secret/],
    ['wrong-tenant', /not the one entered/],
    ['other-domain', /gave no email address at contoso.example/],
    ['unreachable', /cannot be reached from this server/],
    ['answer-refused', /could not be accepted/],
    ['expired', /Start another one/],
  ] as const)('shows what to do after a trial that ends with %s', async (result, text) => {
    const api = admin(SETTINGS).on(finishSsoTrial, () => ({ result, domain: 'contoso.example', emails: [] }))
    await renderConsole('/auth/redirect?code=c&state=try.abc', { api })
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
  })

  test('shows that a trial was cancelled', async () => {
    await renderConsole('/auth/redirect?error=access_denied&state=try.abc', { api: admin(SETTINGS) })
    expect((await screen.findByRole('alert')).textContent).toMatch(/did not finish signing in/)
  })

  test('lists connected users, and disconnects a user after a confirmation', async () => {
    const api = admin(SETTINGS).on(disconnectSso, () => ({ success: true as const }))
    const { pointer } = await renderConsole('/cams/settings/single-sign-on', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Disconnect Grace' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect Grace?' })
    await pointer.click(within(dialog).getByRole('button', { name: 'Disconnect' }))
    await waitFor(() => expect(api.callsOf(disconnectSso)[0]?.params).toEqual({ id: person.userId }))
  })

  test('each domain is confirmed by a user of the provider company', async () => {
    const domain = {
      domain: 'contoso.example',
      tenantId: TENANT,
      confirmed: false,
      companyId: '01900000-0000-7000-8000-00000000000c',
      companyName: 'Contoso',
    }
    const user = buildUser({
      roles: ['SUPER_USER'],
      permissions: ['company.write', 'companies.manage', 'users.manage'],
    })
    const api = frameApi(user)
      .on(getSso, () => EMPTY)
      .on(listSsoDomains, () => [domain])
      .on(confirmSsoDomain, () => ({ domain: domain.domain, tenantId: TENANT, confirmed: true }))
    const { pointer } = await renderConsole('/cams/settings/single-sign-on', { api, user })
    await pointer.click(await screen.findByRole('button', { name: 'Confirm contoso.example for Contoso' }))
    await waitFor(() => expect(api.callsOf(confirmSsoDomain)).toHaveLength(1))
    expect(api.callsOf(confirmSsoDomain)[0]).toMatchObject({
      params: { id: domain.companyId },
      body: { domain: 'contoso.example', confirmed: true },
    })
  })
})
