import {
  createToken,
  deleteToken,
  listTokens,
  searchNodes,
  setLanguage,
  setPreferences,
  type Token,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { OFFERED } from '@winnow/i18n'
import { describe, expect, test } from 'vitest'
import { localeStore } from '../../lib/preferences/preferences.ts'
import { tokenPage } from '../../testing/build-token.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { preferring } from '../../testing/preferring.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { tabsOf } from './settings-tabs.ts'

const token: Token = {
  id: '01900000-0000-7000-8000-000000000009',
  tokenType: 'ingest',
  name: 'Gate device',
  nodes: null,
  createdAt: '2026-11-21T02:00:00Z',
  madeBy: 'Ada Admin',
  lastUsedAt: null,
  expiresAt: null,
}

describe('tabs', () => {
  const idsOf = (...given: Parameters<typeof tabsOf>) => {
    const { personal, company } = tabsOf(...given)
    return { personal: personal.map(({ id }) => id), company: company.map(({ id }) => id) }
  }

  test('an administrator has all existing sections · SETTINGS-001', () => {
    const { personal, company } = idsOf(buildUser({ permissions: ['company.write', 'token.create'] }), 2)
    expect([...personal, ...company].toSorted()).toEqual(
      [
        '2fa',
        'account',
        'date-time',
        'digital-watchdog',
        'exacq',
        'milestone',
        'videofied',
        'global-config',
        'integrations',
        'language',
        'learning',
        'mail-templates',
        'password',
        'profile',
        'quality-review',
        'sessions',
        'single-sign-on',
        'theme',
      ].toSorted(),
    )
  })

  test('the language can be chosen if there are at least two · SETTINGS-001 I18N-001', () => {
    expect(idsOf(buildUser(), 1).personal).not.toContain('language')
    expect(idsOf(buildUser(), 2).personal).toContain('language')
  })

  test('users without a password cannot change it', () => {
    expect(idsOf(buildUser({ hasPassword: false })).personal).not.toContain('password')
    expect(idsOf(buildUser()).personal).toContain('password')
  })

  test('an operator has the personal sections', () => {
    expect(idsOf(buildUser({ roles: ['OPERATOR_USER'], permissions: ['alarm.read'] })).company).toEqual([])
  })

  test('users of a suspended company have no tabs and see an explanation', async () => {
    const user = buildUser({ roles: ['MEMBER_USER'], permissions: [], companySuspended: true })
    expect(idsOf(user)).toEqual({ personal: [], company: [] })
    await renderConsole('/cams/settings/invoices', { api: frameApi(user) })
    expect(await screen.findByText(/^Alarms are still taken in, filtered and passed on/)).toBeDefined()
  })

  test('an unknown tab opens the profile', async () => {
    await renderConsole('/cams/settings/nonsense')
    expect(await screen.findByText('ada@example.com')).toBeDefined()
  })
})

function scheme() {
  return document.documentElement.dataset['mantineColorScheme']
}

describe('theme and language', () => {
  test('the mode applies at once and is stored · THEME-001 THEME-002 BRANDING-005', async () => {
    const { pointer } = await renderConsole('/cams/settings/theme')
    expect(scheme()).toBe('dark')
    await pointer.click(await screen.findByRole('radio', { name: 'light' }))
    expect(scheme()).toBe('light')
    expect(localStorage.getItem('winnow.theme.mode')).toBe('"light"')
    await pointer.click(screen.getByRole('radio', { name: 'auto' }))
    expect(scheme()).toBe('light')
    expect(screen.getByText('auto follows your system, which is light now')).toBeDefined()
    await pointer.click(screen.getByRole('radio', { name: 'dark' }))
    expect(scheme()).toBe('dark')
  })

  test('the complete languages are offered; the choice sets the page’s language, is stored for mails and survives a reload · I18N-001 I18N-002 I18N-003', async () => {
    const api = frameApi().on(setLanguage, () => ({ success: true as const }))
    const first = await renderConsole('/cams/settings/language', { api })
    const radios = await screen.findAllByRole('radio')
    expect(radios.map((radio) => radio.getAttribute('value'))).toEqual([...OFFERED])
    expect(document.documentElement.lang).toBe('en')
    await first.pointer.click(screen.getByRole('radio', { name: 'Deutsch' }))
    await screen.findByRole('heading', { level: 1, name: 'Einstellungen: Sprache' })
    expect(document.documentElement.lang).toBe('de')
    await waitFor(() => expect(api.calls.map(({ body }) => body)).toContainEqual({ language: 'de' }))
    first.unmount()
    first.console.close()
    document.documentElement.lang = ''
    const again = await renderConsole('/cams/settings/theme')
    expect(again.console.i18n.language).toBe('de')
    expect(document.documentElement.lang).toBe('de')
    localeStore.set('en')
  })
})

describe('dates and times', () => {
  test('the format is chosen by example and stored · DATEFORMAT-001 DATEFORMAT-002', async () => {
    const { pointer, api } = await renderConsole('/cams/settings/date-time')
    expect(await screen.findByText('for example 31/12/2026 21:05:00')).toBeDefined()
    expect(screen.getByText('for example 12/31/2026 9:05:00 PM')).toBeDefined()
    await pointer.click(screen.getByRole('radio', { name: 'American' }))
    expect(screen.getByRole('radio', { name: '12 hours with AM and PM' })).toHaveProperty('checked', true)
    await pointer.click(screen.getByRole('radio', { name: '24 hours' }))
    await waitFor(() =>
      expect(Object.assign({}, ...api.callsOf(setPreferences).map(({ body }) => body))).toEqual({
        dateFormat: 'american',
        is12h: false,
      }),
    )
    expect(screen.getByRole('radio', { name: 'American' })).toHaveProperty('checked', true)
  })

  test('the zone can be searched for, and its change is confirmed · TIMEZONE-003', async () => {
    const { pointer, api } = await renderConsole('/cams/settings/date-time')
    await pointer.click(await screen.findByRole('combobox', { name: 'Your timezone' }))
    await pointer.clear(screen.getByRole('combobox', { name: 'Your timezone' }))
    await pointer.type(screen.getByRole('combobox', { name: 'Your timezone' }), 'tokyo')
    await pointer.click(await screen.findByRole('option', { name: 'Asia/Tokyo', hidden: true }))
    expect(await screen.findByText('User timezone changed to Asia/Tokyo')).toBeDefined()
    await waitFor(() => expect(api.callsOf(setPreferences).at(-1)?.body).toEqual({ userTimezone: 'Asia/Tokyo' }))
  })
})

describe('API tokens', () => {
  test('a new token shows its secret once, in a dialog that only its button closes · TOKENS-001', async () => {
    const tokens: Token[] = []
    const api = frameApi()
      .on(listTokens, () => tokenPage(tokens))
      .on(createToken, ({ body }) => {
        tokens.push({ ...token, name: body.name })
        return { ...token, name: body.name, secret: 'wn_very-secret' }
      })
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    await pointer.click(await screen.findByRole('button', { name: 'New token' }))
    await pointer.type(await screen.findByRole('textbox', { name: /Name/ }), '  Gate device {Enter}')
    expect((await screen.findByLabelText('Secret of “Gate device”')).textContent).toBe('wn_very-secret')
    expect(api.callsOf(createToken)[0]?.body).toEqual({ name: 'Gate device', tokenType: 'ingest' })
    await pointer.keyboard('{Escape}')
    expect(screen.queryByText('wn_very-secret')).not.toBeNull()
    await pointer.click(screen.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(screen.queryByText('wn_very-secret')).toBeNull())
    expect(await screen.findByRole('cell', { name: /^Gate device/ })).toBeDefined()
    expect(document.body.innerHTML).not.toContain('wn_very-secret')
  })

  test('a token can be restricted to chosen sites, which the list shows', async () => {
    const site = {
      kind: 'site' as const,
      id: '01900000-0000-7000-8000-0000000000aa',
      name: 'Yard',
      path: 'Acme / Yard',
    }
    const camera = {
      ...site,
      kind: 'view' as const,
      id: '01900000-0000-7000-8000-0000000000ab',
      path: 'Acme / Yard / Gate',
    }
    const tokens: Token[] = []
    const api = frameApi()
      .on(listTokens, () => tokenPage(tokens))
      .on(searchNodes, () => [site, camera])
      .on(createToken, ({ body }) => {
        const made = { ...token, name: body.name, nodes: [{ kind: site.kind, id: site.id, path: site.path }] }
        tokens.push(made, { ...token, id: site.id, name: 'Old', nodes: [{ kind: 'site', id: camera.id, path: null }] })
        return { ...made, secret: 'wn_very-secret' }
      })
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    await pointer.click(await screen.findByRole('button', { name: 'New token' }))
    const dialog = await screen.findByRole('dialog', { name: 'New token' })
    await pointer.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Gate device')
    await pointer.click(within(dialog).getByRole('combobox', { name: 'Sees' }))
    await pointer.click(await screen.findByRole('option', { name: 'Chosen clients and sites', hidden: true }))
    // An empty choice must not mean everything.
    const create = within(dialog).getByRole('button', { name: 'Create' })
    expect(create).toHaveProperty('disabled', true)
    await pointer.type(within(dialog).getByRole('combobox', { name: /Clients and sites/ }), 'yard')
    await pointer.click(await screen.findByRole('option', { name: 'Acme / Yard · Site', hidden: true }))
    expect(screen.queryByRole('option', { name: /Gate/, hidden: true })).toBeNull()
    await pointer.click(create)
    await pointer.click(await screen.findByRole('button', { name: 'I have copied it' }))
    expect(api.callsOf(createToken)[0]?.body).toEqual({ name: 'Gate device', tokenType: 'ingest', siteIds: [site.id] })
    expect(await screen.findByRole('cell', { name: 'Acme / Yard' })).toBeDefined()
    expect(screen.getByRole('cell', { name: 'deleted meanwhile' })).toBeDefined()
  })

  test('a refusal is shown at the field and keeps the input · ERRORS-008', async () => {
    const api = frameApi()
      .on(listTokens, () => tokenPage())
      .on(createToken, () => failure('VALIDATION', 'x', [{ field: 'name', message: 'No more than 100 characters.' }]))
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    await pointer.click(await screen.findByRole('button', { name: 'New token' }))
    await pointer.type(await screen.findByRole('textbox', { name: /Name/ }), 'Gate{Enter}')
    expect(await screen.findByText('No more than 100 characters.')).toBeDefined()
    expect(screen.getByDisplayValue('Gate')).toBeDefined()
    expect(screen.queryByText('Error')).toBeNull()
  })

  test('a token can have a last day, and expires at the end of that day in its creator’s time zone', async () => {
    const tokens: Token[] = []
    const api = frameApi()
      .on(listTokens, () => tokenPage(tokens))
      .on(createToken, ({ body }) => ({ ...token, name: body.name, secret: 'wn_very-secret' }))
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    preferring({ userTimezone: 'Asia/Tokyo' })
    await pointer.click(await screen.findByRole('button', { name: 'New token' }))
    const dialog = await screen.findByRole('dialog', { name: 'New token' })
    await pointer.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Gate device')
    const lastDay = within(dialog).getByLabelText('Ends on')
    const create = within(dialog).getByRole('button', { name: 'Create' })
    await pointer.type(lastDay, '2020-02-29{Tab}')
    expect(within(dialog).getByText('Choose a day that is not over yet.')).toBeDefined()
    expect(create).toHaveProperty('disabled', true)
    await pointer.clear(lastDay)
    await pointer.type(lastDay, '2099-12-31{Tab}')
    await pointer.click(create)
    await screen.findByText('wn_very-secret')
    expect(api.callsOf(createToken)[0]?.body).toEqual({
      name: 'Gate device',
      tokenType: 'ingest',
      expiresAt: '2099-12-31T14:59:00.000Z',
    })
  })

  test('a token that expires within two weeks has a warning, and an expired token is marked', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString()
    const tokens = [
      { ...token, name: 'Endless' },
      { ...token, id: '01900000-0000-7000-8000-00000000000a', name: 'Ending', expiresAt: inDays(3) },
      { ...token, id: '01900000-0000-7000-8000-00000000000b', name: 'Later', expiresAt: inDays(100) },
      { ...token, id: '01900000-0000-7000-8000-00000000000c', name: 'Over', expiresAt: inDays(-3) },
    ]
    await renderConsole('/cams/settings/integrations', { api: frameApi().on(listTokens, () => tokenPage(tokens, 1)) })
    expect((await screen.findByRole('status')).textContent).toContain('1 token ends within 14 days')
    const rows = screen.getAllByRole('row').map((row) => row.textContent)
    expect(rows.find((row) => row.startsWith('Ending'))).toContain('in 3 days')
    expect(rows.find((row) => row.startsWith('Over'))).toContain('expired')
    for (const name of ['Endless', 'Later'])
      expect(rows.find((row) => row.startsWith(name))).not.toMatch(/in \d+ days|expired/)
  })

  test('each token shows its creator as long as that user exists', async () => {
    const orphan = { ...token, id: '01900000-0000-7000-8000-00000000000a', name: 'Orphan', madeBy: null }
    await renderConsole('/cams/settings/integrations', {
      api: frameApi().on(listTokens, () => tokenPage([token, orphan])),
    })
    const row = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent
    expect(await row(/Gate device/)).toContain('Made by Ada Admin')
    expect(await row(/Orphan/)).toContain('Made by someone who has left, or by the system itself')
  })

  test('a token is revoked only after a confirmation', async () => {
    let tokens = [token]
    const api = frameApi()
      .on(listTokens, () => tokenPage(tokens))
      .on(deleteToken, () => {
        tokens = []
        return { success: true as const }
      })
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Revoke Gate device' }))
    const dialog = await screen.findByRole('dialog', { name: 'Revoke “Gate device”?' })
    expect(api.callsOf(deleteToken)).toEqual([])
    await pointer.click(within(dialog).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Token revoked')).toBeDefined()
    expect(api.callsOf(deleteToken).map(({ params }) => params)).toEqual([{ id: token.id }])
    expect(await screen.findByText('No tokens yet')).toBeDefined()
  })

  test('several tokens can be revoked together after one confirmation', async () => {
    const other = { ...token, id: '01900000-0000-7000-8000-00000000000a', name: 'Old gate' }
    let tokens = [token, other]
    const api = frameApi()
      .on(listTokens, () => tokenPage(tokens))
      .on(deleteToken, ({ params }) => {
        tokens = tokens.filter(({ id }) => id !== params.id)
        return { success: true as const }
      })
    const { pointer } = await renderConsole('/cams/settings/integrations', { api })
    await pointer.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const bar = screen.getByRole('region', { name: 'What is selected' })
    await pointer.click(within(bar).getByRole('button', { name: 'Revoke' }))
    const dialog = await screen.findByRole('dialog', { name: 'Revoke 2 tokens?' })
    await pointer.click(within(dialog).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('2 tokens revoked')).toBeDefined()
    expect(api.callsOf(deleteToken).map(({ params }) => params.id)).toEqual([token.id, other.id])
    expect(await screen.findByText('No tokens yet')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'What is selected' })).toBeNull()
  })

  test('users who may not create tokens see none, and no request is sent', async () => {
    const user = buildUser({ permissions: ['integration.manage'] })
    const { api } = await renderConsole('/cams/settings/integrations', { api: frameApi(user) })
    expect(await screen.findByText('Your account may not do this')).toBeDefined()
    expect(api.callsOf(listTokens)).toEqual([])
  })
})
