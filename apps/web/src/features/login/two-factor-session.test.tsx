import {
  cancelWaitingLogin,
  confirmOtp,
  createToken,
  getCurrentUser,
  getSession,
  listTokens,
  login,
  type SecondStep,
} from '@winnow/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildToken, tokenPage } from '../../testing/build-token.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { CODES, step, skippable, waitingApi } from './second-step.fixture.ts'

describe('a login over another screen', () => {
  async function expire(waiting: SecondStep) {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let alive = false
    const finished = buildUser({ login2FaFlow: 'totp_accepted' })
    const api = waitingApi(waiting, finished)
      .on(getCurrentUser, () => finished)
      .on(getSession, () => ({ user: finished, waiting: null }))
      .on(listTokens, () => tokenPage())
      .on(createToken, () => (alive ? { ...buildToken(), secret: 'wn_secret' } : failure('NOT_AUTHORISED', 'x')))
      .on(login, ({ body }) => {
        if (body.password !== undefined) return waiting
        if (body.authenticationCode !== '111111' && body.backupCode !== '222222')
          return failure('CODE_INVALID', 'Incorrect verification code')
        alive = true
        return finished
      })
      .on(confirmOtp, () => {
        alive = true
        return { success: true as const, codes: CODES }
      })
    const rendered = await renderConsole('/cams/settings/integrations', { api })
    const { pointer } = rendered
    await pointer.click(await screen.findByRole('button', { name: 'New token' }))
    await pointer.type(await screen.findByRole('textbox', { name: /Name/ }), 'Gate{Enter}')
    const modal = await screen.findByRole('dialog', { name: 'Your session has expired' })
    await pointer.type(await within(modal).findByLabelText('Password'), 'secret{Enter}')
    return rendered
  }

  test('asks for the code in the dialog, and then repeats the failed call · LOGIN-019', async () => {
    const { pointer } = await expire(step({}))
    const modal = await screen.findByRole('dialog', { name: 'Two-Step Authentication' })
    await pointer.type(within(modal).getByLabelText('Code'), '999999')
    expect((await within(modal).findByRole('alert')).textContent).toBe('Incorrect verification code')
    expect(screen.getByDisplayValue('Gate')).toBeDefined()
    await pointer.click(within(modal).getByRole('button', { name: 'Use a backup code' }))
    await pointer.type(within(modal).getByLabelText('Backup code'), '222222')
    expect(await screen.findByText('wn_secret')).toBeDefined()
    expect(location.pathname).toBe('/cams/settings/integrations')
  })

  test('returns to the password when the code is cancelled', async () => {
    const { pointer, api } = await expire(step({}))
    const modal = await screen.findByRole('dialog', { name: 'Two-Step Authentication' })
    await pointer.click(within(modal).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('dialog', { name: 'Your session has expired' })).toBeDefined()
    expect(api.callsOf(cancelWaitingLogin)).toHaveLength(1)
  })

  test('offers the set-up in the dialog with Close only, and continues after the backup codes · 2FA-002 2FA-004 2FA-005', async () => {
    const { pointer } = await expire(skippable)
    const modal = await screen.findByRole('dialog', { name: 'Set up two-factor authentication' })
    expect(within(modal).getByRole('button', { name: 'Close' })).toBeDefined()
    for (const name of ['Skip', 'Logout']) expect(within(modal).queryByRole('button', { name })).toBeNull()
    await pointer.type(within(modal).getByLabelText('Code'), '111111')
    expect(await within(modal).findByText('123 456')).toBeDefined()
    expect(screen.queryByText('wn_secret')).toBeNull()
    await pointer.click(within(modal).getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('wn_secret')).toBeDefined()
  })
})
