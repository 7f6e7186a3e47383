import { cancelWaitingLogin, getWaitingLogin, login } from '@winnow/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { secondStepStore } from '../../lib/session/second-step-store.ts'
import { failure } from '../../testing/fake-api.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { step, waitingApi, logIn } from './second-step.fixture.ts'

describe('a login that waits for a code', () => {
  test('goes to the verify screen, and with the code to where it led · LOGIN-020 LOGIN-019 2FA-013 2FA-026', async () => {
    const api = waitingApi(step({}))
    const { pointer } = await logIn(api, '/login?email=ada@example.com&redirect=%2Fcams%2Fsettings%2Ftheme')
    expect(await screen.findByRole('heading', { name: 'Two-Step Authentication' })).toBeDefined()
    expect(location.pathname).toBe('/verify-2fa')
    expect(api.openStreams).toBe(0)
    const code = screen.getByLabelText('Code')
    expect(document.activeElement).toBe(code)
    expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
    await pointer.type(code, '111111{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/theme'))
    expect(api.callsOf(login).map(({ body }) => body.authenticationCode)).toEqual([undefined, '111111'])
  })

  test('has Cancel and Verify, and Verify wants six digits · 2FA-015 VALIDATION-033', async () => {
    const { pointer } = await logIn(waitingApi(step({})))
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    const verify = screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' })
    await pointer.type(code, '12a34')
    expect([code.value, verify.disabled]).toEqual(['1234', true])
    await pointer.clear(code)
    await pointer.click(code)
    await pointer.paste(' 123 456 7')
    expect([code.value, verify.disabled]).toEqual(['123456', false])
  })

  test('says under the field that a code is wrong, ready to be typed over · 2FA-025 VALIDATION-034', async () => {
    const { pointer } = await logIn(waitingApi(step({})))
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    await pointer.type(code, '999999{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect verification code')
    expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6])
    await pointer.keyboard('111111{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test('takes a backup code on a screen of its own · 2FA-013 2FA-014 2FA-026', async () => {
    const api = waitingApi(step({}))
    const { pointer } = await logIn(api)
    await pointer.click(await screen.findByRole('link', { name: 'Use a backup code' }))
    expect(await screen.findByRole('heading', { name: 'Backup code' })).toBeDefined()
    expect(location.pathname).toBe('/verify-backup')
    for (const name of ['Cancel', 'Verify']) expect(screen.getByRole('button', { name })).toBeDefined()
    const code = screen.getByLabelText('Backup code')
    await pointer.type(code, '000000{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect verification code')
    await pointer.clear(code)
    await pointer.type(code, '222 222{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    expect(api.callsOf(login).at(-1)?.body).toMatchObject({ backupCode: '222222' })
  })

  test('can be cancelled, which ends it on the server · 2FA-015', async () => {
    const api = waitingApi(step({}))
    const { pointer } = await logIn(api)
    await pointer.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(api.callsOf(cancelWaitingLogin)).toHaveLength(1)
  })

  test('goes on after its page was loaded again, and leads back to the login once it has ended', async () => {
    const api = waitingApi(step({}))
    await renderConsole('/verify-2fa', { api })
    expect(await screen.findByLabelText('Code')).toBeDefined()
    secondStepStore.set(null)
    await renderConsole('/verify-2fa', { api: api.on(getWaitingLogin, () => failure('NOT_AUTHORISED', 'x')) })
    await waitFor(() => expect(location.pathname).toBe('/login'))
  })
})
