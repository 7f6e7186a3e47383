import {
  type CompanyTwoFactor,
  confirmOtp,
  disableCompanyOtp,
  enableCompanyOtp,
  generateOtp,
  getCompanyOtp,
  getOwnTwoFactor,
  OTP_SECRET_HEADER,
  type OwnTwoFactor,
  renewBackupCodes,
  updateUserOtp,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const CODES = ['123456', '234567']
const OFF: OwnTwoFactor = { enabled: false, enabledAt: null, codesLeft: 0, required: false }
const ON: OwnTwoFactor = { enabled: true, enabledAt: '2026-11-20T10:00:00Z', codesLeft: 10, required: false }
const operator = buildUser({ roles: ['OPERATOR_USER'], permissions: ['alarm.read'] })

async function open(
  own: OwnTwoFactor,
  { user = operator, company }: { user?: typeof operator; company?: CompanyTwoFactor } = {},
) {
  let [mine, theirs] = [own, company ?? { mode: 'off' as const, skips: 3, users: 12, protectedUsers: 5 }]
  const api = frameApi(user)
    .on(getOwnTwoFactor, () => mine)
    .on(getCompanyOtp, () => theirs)
    .on(
      generateOtp,
      () =>
        new Response(new Blob(['png'], { type: 'image/png' }), {
          headers: { 'content-type': 'image/png', [OTP_SECRET_HEADER]: 'ABCDEFGH' },
        }),
    )
    .on(confirmOtp, ({ body }) => {
      if (body.code !== '111111') return failure('CODE_INVALID', 'x')
      if (mine.enabled && body.password !== 'secret') return failure('PASSWORD_INVALID', 'x')
      mine = ON
      return { success: true as const, codes: CODES }
    })
    .on(updateUserOtp, ({ body }) => {
      if (!('password' in body) || body.password !== 'secret') return failure('PASSWORD_INVALID', 'x')
      mine = OFF
      return { success: true as const }
    })
    .on(renewBackupCodes, ({ body }) =>
      body.password === 'secret' ? { codes: CODES } : failure('PASSWORD_INVALID', 'x'),
    )
    .on(enableCompanyOtp, ({ query }) => {
      if (query['strict'] === 'true' && !mine.enabled) return failure('TWO_FACTOR_FIRST', 'x')
      theirs = {
        ...theirs,
        mode: query['strict'] === 'true' ? 'strict' : 'optional',
        skips: Number(query['skips'] ?? 3),
      }
      return theirs
    })
    .on(disableCompanyOtp, () => (theirs = { ...theirs, mode: 'off' }))
  const rendered = await renderConsole('/cams/settings/2fa', { api })
  await screen.findByRole('heading', { name: 'Your account' })
  return { ...rendered, api }
}

describe('the user’s own second factor', () => {
  test.each([OFF, ON])('requires a password, and the reason is shown without one', async (own) => {
    await open(own, { user: buildUser({ roles: ['OPERATOR_USER'], hasPassword: false }) })
    expect(await screen.findByText(/Your account has no password/)).toBeDefined()
    for (const name of ['Set up', 'Set up on another device', 'New backup codes', 'Switch off'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('is set up in a dialog with Close, and Done returns to the settings · 2FA-005 2FA-008 2FA-021', async () => {
    const { pointer } = await open(OFF)
    await pointer.click(await screen.findByRole('button', { name: 'Set up' }))
    const dialog = await screen.findByRole('dialog', { name: 'Set up two-factor authentication' })
    // Both the dialog and the step have a button with this name.
    expect(within(dialog).getAllByRole('button', { name: 'Close' })).toHaveLength(2)
    for (const name of ['Skip', 'Logout']) expect(within(dialog).queryByRole('button', { name })).toBeNull()
    await pointer.type(within(dialog).getByLabelText('Code'), '111111')
    expect(await within(dialog).findByRole('heading', { name: 'Successfully enabled' })).toBeDefined()
    // The codes are shown only once, so Escape does not close the dialog.
    await pointer.keyboard('{Escape}')
    expect(within(dialog).getByText('123 456')).toBeDefined()
    await pointer.click(within(dialog).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname).toBe('/cams/settings/2fa')
    expect(await screen.findByText(/On since/)).toBeDefined()
  })

  test('stays unchanged after Close · 2FA-005', async () => {
    const { pointer, api } = await open(OFF)
    await pointer.click(await screen.findByRole('button', { name: 'Set up' }))
    const dialog = await screen.findByRole('dialog')
    await pointer.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(confirmOtp)).toEqual([])
  })

  test('is switched off with the password', async () => {
    const { pointer, api } = await open(ON)
    await pointer.click(await screen.findByRole('button', { name: 'Switch off' }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Your password')))
    await pointer.keyboard('wrong{Enter}')
    expect(await within(dialog).findByText('Incorrect password')).toBeDefined()
    await pointer.keyboard('secret{Enter}')
    expect(await screen.findByText('Two-factor authentication is off')).toBeDefined()
    expect(api.callsOf(updateUserOtp).at(-1)).toMatchObject({
      params: { id: operator.id },
      body: { field: 'enabled', value: false, password: 'secret' },
    })
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeDefined()
  })

  test('cannot be switched off if it is required, and the reason is shown', async () => {
    await open({ ...ON, required: true })
    expect(await screen.findByText('Your company asks for it, so it cannot be switched off.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull()
  })

  test('moves to another device with the password', async () => {
    const { pointer, api } = await open(ON)
    await pointer.click(await screen.findByRole('button', { name: 'Set up on another device' }))
    await pointer.type(await screen.findByLabelText('Your password'), 'secret{Enter}')
    await pointer.type(await screen.findByLabelText('Code'), '111111')
    expect(await screen.findByText('123 456')).toBeDefined()
    expect(api.callsOf(confirmOtp)[0]?.body).toEqual({ code: '111111', password: 'secret' })
  })

  test('gets new backup codes with the password, shown once', async () => {
    const { pointer } = await open({ ...ON, codesLeft: 1 })
    expect(await screen.findByText('1 backup code left')).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'New backup codes' }))
    await pointer.type(await screen.findByLabelText('Your password'), 'secret{Enter}')
    const list = await screen.findByRole('list', { name: 'Emergency backup codes' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(CODES.length)
    await pointer.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByText('123 456')).toBeNull())
  })

  test('cannot be changed by a user who acts for another user', async () => {
    const acting = { ...operator, impersonatedBy: { id: operator.id, name: 'Sue Super' } }
    await open(ON, { user: acting })
    expect(await screen.findByText('Only the user themselves may change this.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull()
  })
})

describe('the company’s policy', () => {
  const admin = buildUser()

  test('is hidden from users who may not change it', async () => {
    await open(OFF)
    expect(screen.queryByRole('heading', { name: 'Your company' })).toBeNull()
  })

  test('can ask for a second factor and allow a number of skips · 2FA-024', async () => {
    const { pointer, api } = await open(OFF, { user: admin })
    expect(await screen.findByText('5 of 12 people have set it up.')).toBeDefined()
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save.disabled).toBe(true)
    await pointer.click(screen.getByLabelText('Ask at login, may be skipped a few times'))
    const skips = screen.getByLabelText(/How often it may be skipped/)
    await pointer.clear(skips)
    await pointer.type(skips, '5')
    await pointer.click(save)
    expect(await screen.findByText('Two-factor settings saved')).toBeDefined()
    expect(api.callsOf(enableCompanyOtp)[0]?.query).toEqual({ strict: 'false', skips: '5' })
  })

  test('can require a second factor from everyone, after showing how many users will be logged out · 2FA-016 2FA-024', async () => {
    const { pointer, api } = await open(ON, { user: admin })
    await pointer.click(await screen.findByLabelText('Required for everyone'))
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog', { name: 'Require two-factor authentication from everyone?' })
    expect(dialog.textContent).toContain('7 people')
    expect(api.callsOf(enableCompanyOtp)).toEqual([])
    await pointer.click(within(dialog).getByRole('button', { name: 'Require it' }))
    await waitFor(() => expect(api.callsOf(enableCompanyOtp)[0]?.query).toMatchObject({ strict: 'true' }))
  })

  test('cannot be made strict by a user without a second factor, who sees what to do first', async () => {
    const { pointer } = await open(OFF, { user: admin })
    await pointer.click(await screen.findByLabelText('Required for everyone'))
    expect(screen.getByText(/Set it up for your own account first/)).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    await pointer.click(await screen.findByRole('button', { name: 'Require it' }))
    expect(await screen.findByText(/Set up two-factor for yourself first/)).toBeDefined()
  })

  test('can be switched off · 2FA-024', async () => {
    const company = { mode: 'strict' as const, skips: 3, users: 12, protectedUsers: 12 }
    const { pointer, api } = await open(ON, { user: admin, company })
    await pointer.click(await screen.findByLabelText('Everyone decides for themselves'))
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.callsOf(disableCompanyOtp)).toHaveLength(1))
  })
})
