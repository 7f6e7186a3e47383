import { cancelWaitingLogin, getCaptcha, getSession, login } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { secondStepStore } from '../../lib/session/second-step-store.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { step, waitingApi, logIn } from './second-step.fixture.ts'

describe('a login that waits for a code', () => {
  test('shows the verify screen, and after the code the requested page · LOGIN-020 LOGIN-019 2FA-013 2FA-026', async () => {
    const api = waitingApi(step({}))
    const { pointer } = await logIn(api, '/login?email=ada@example.com&redirect=%2Fcams%2Fsettings%2Ftheme')
    expect(await screen.findByRole('heading', { name: 'Two-Step Authentication' })).toBeDefined()
    expect(location.pathname).toBe('/verify-2fa')
    expect(api.openStreams).toBe(0)
    const code = screen.getByLabelText('Code')
    expect(document.activeElement).toBe(code)
    expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
    await pointer.type(code, '111111')
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/theme'))
    expect(api.callsOf(login).map(({ body }) => body.authenticationCode)).toEqual([undefined, '111111'])
  })

  test('has Cancel and Verify, and Verify requires six digits · 2FA-015 VALIDATION-033', async () => {
    const held = Promise.withResolvers<undefined>()
    const { pointer } = await logIn(
      waitingApi(step({})).on(login, ({ body }) =>
        body.password === undefined ? held.promise.then(() => buildUser()) : step({}),
      ),
    )
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    const verify = screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' })
    await pointer.type(code, '12a34')
    expect([code.value, verify.disabled]).toEqual(['1234', true])
    await pointer.clear(code)
    await pointer.click(code)
    await pointer.paste(' 123 456 7')
    expect([code.value, verify.disabled]).toEqual(['123456', true])
    expect(verify.dataset['loading']).toBe('true')
    held.resolve(undefined)
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test.each([
    ['typed', (pointer: UserEvent) => pointer.keyboard('111111')],
    ['typed and sent at once', (pointer: UserEvent) => pointer.keyboard('111111{Enter}{Enter}')],
    ['pasted', (pointer: UserEvent) => pointer.paste('111 111')],
  ] as const)('is sent once with its sixth digit, %s · 2FA-015', async (_how, enter) => {
    const api = waitingApi(step({}))
    const { pointer } = await logIn(api)
    await pointer.click(await screen.findByLabelText('Code'))
    await enter(pointer)
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    expect(api.callsOf(login).map(({ body }) => body.authenticationCode)).toEqual([undefined, '111111'])
  })

  test('does not send the code again automatically after a refusal, only with Enter', async () => {
    const api = waitingApi(step({}))
    const { pointer } = await logIn(api)
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    await pointer.type(code, '999999')
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect verification code')
    await pointer.type(code, '{Backspace}9', { initialSelectionStart: 6, initialSelectionEnd: 6 })
    expect([code.value, api.callsOf(login).length]).toEqual(['999999', 2])
    await pointer.keyboard('{Enter}')
    await waitFor(() => expect(api.callsOf(login)).toHaveLength(3))
  })

  test('shows a captcha after wrong codes, and sends the code again with it · CAPTCHA-004', async () => {
    const picture = () =>
      new Response('picture', { headers: { 'content-type': 'image/png', 'x-captcha-nonce': 'nonce' } })
    const api = waitingApi(step({}))
      .on(getCaptcha, picture)
      .on(login, ({ body, headers }) => {
        if (body.password !== undefined) return step({})
        return headers.get('x-captcha-answer') === 'KWX479'
          ? buildUser()
          : failure('CAPTCHA_REQUIRED', 'Captcha required')
      })
    const { pointer } = await logIn(api)
    await pointer.type(await screen.findByLabelText('Code'), '111111')
    const dialog = within(await screen.findByRole('dialog', { name: 'Type the text below' }))
    await dialog.findByRole('img')
    await pointer.type(dialog.getByLabelText('Text'), 'KWX479{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    expect(api.callsOf(login).at(-1)?.body.authenticationCode).toBe('111111')
  })

  test('shows the error of a wrong code under the field, with its text selected · 2FA-025 VALIDATION-034', async () => {
    const { pointer } = await logIn(waitingApi(step({})))
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    await pointer.type(code, '999999')
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect verification code')
    expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6])
    await pointer.keyboard('111111')
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test('accepts a backup code on a separate screen · 2FA-013 2FA-014 2FA-026', async () => {
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
    await pointer.type(code, '222 222')
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

  test('continues after a reload of its page, and shows the login once it has ended', async () => {
    const api = waitingApi(step({}))
    await renderConsole('/verify-2fa', { api })
    expect(await screen.findByLabelText('Code')).toBeDefined()
    secondStepStore.set(null)
    await renderConsole('/verify-2fa', { api: api.on(getSession, () => ({ user: null, waiting: null })) })
    await waitFor(() => expect(location.pathname).toBe('/login'))
  })
})
