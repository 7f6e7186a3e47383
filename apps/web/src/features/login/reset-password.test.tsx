import { getCaptcha, getCurrentUser, newPassword, resetPassword } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const GOOD = 'Wheat&Chaff-2026'

describe('the forgotten password', () => {
  const api = () => frameApi(null).on(resetPassword, () => ({ success: true as const }))

  test('requires a valid e-mail · PASSWORD-001 PASSWORD-003', async () => {
    const { pointer } = await renderConsole('/reset-password', { api: api() })
    expect(await screen.findByRole('heading', { name: 'Enter your email address below' })).toBeDefined()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Password' })
    expect(button.disabled).toBe(true)
    await pointer.type(screen.getByLabelText('Email'), 'ada@example')
    expect(button.disabled).toBe(true)
    await pointer.type(screen.getByLabelText('Email'), '.com')
    expect(button.disabled).toBe(false)
    await pointer.click(screen.getByRole('link', { name: 'Back to Login' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
  })

  test('announces the mail, and requests it in the language of the console · PASSWORD-006', async () => {
    const { api: seen, pointer } = await renderConsole('/reset-password', { api: api() })
    await pointer.type(await screen.findByLabelText('Email'), ' ada@example.com {Enter}')
    expect(await screen.findByText('Check your email for a link to reset your password')).toBeDefined()
    expect(seen.callsOf(resetPassword)[0]?.body).toEqual({ email: 'ada@example.com', locale: 'en' })
  })

  test('shows a captcha if the server requires one, and sends the e-mail again with it · CAPTCHA-004', async () => {
    const guarded = api()
      .on(
        getCaptcha,
        () => new Response('picture', { headers: { 'content-type': 'image/png', 'x-captcha-nonce': 'nonce' } }),
      )
      .on(resetPassword, ({ headers }) =>
        headers.get('x-captcha-answer') === 'KWX479'
          ? { success: true as const }
          : failure('CAPTCHA_REQUIRED', 'Captcha required'),
      )
    const { pointer } = await renderConsole('/reset-password', { api: guarded })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Type the text below' }))
    await dialog.findByRole('img')
    await pointer.type(dialog.getByLabelText('Text'), 'KWX479{Enter}')
    expect(await screen.findByText('Check your email for a link to reset your password')).toBeDefined()
    expect(screen.queryByText('Captcha required')).toBeNull()
  })

  test('shows the message of the server when it fails · PASSWORD-005', async () => {
    const refusing = api().on(resetPassword, () => failure('RATE_LIMITED', 'Too many attempts. Wait a moment.'))
    const { pointer } = await renderConsole('/reset-password', { api: refusing })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Wait a moment.'))
    expect(screen.queryByText('Check your email for a link to reset your password')).toBeNull()
  })
})

describe('the mailed link', () => {
  const api = () => frameApi(null).on(newPassword, () => ({ success: true as const }))
  const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save password' })

  test('sets a new password with its token, then shows the login · PASSWORD-002 PASSWORD-004 PASSWORD-007', async () => {
    const { api: seen, pointer } = await renderConsole('/new-password?token=abc123', { api: api() })
    await pointer.type(await screen.findByLabelText('New password'), GOOD)
    expect(saveButton().disabled).toBe(true)
    await pointer.type(screen.getByLabelText('Confirm'), `${GOOD}{Enter}`)
    expect(await screen.findByText('Password reset successfully')).toBeDefined()
    await waitFor(() => expect(location.pathname + location.search).toBe('/login?way=password'))
    expect(seen.callsOf(newPassword)[0]?.body).toEqual({ token: 'abc123', newPassword: GOOD })
  })

  test('with a token that looks like a number sends it unchanged', async () => {
    const { api: seen, pointer } = await renderConsole('/new-password?token=4711', { api: api() })
    await pointer.type(await screen.findByLabelText('New password'), GOOD)
    await pointer.type(screen.getByLabelText('Confirm'), `${GOOD}{Enter}`)
    await waitFor(() => expect(seen.callsOf(newPassword)[0]?.body).toMatchObject({ token: '4711' }))
  })

  test('shows every rule that the password breaks during typing · VALIDATION-006 VALIDATION-008 VALIDATION-009 VALIDATION-010 VALIDATION-012', async () => {
    const { pointer } = await renderConsole('/new-password?token=abc', { api: api() })
    await pointer.type(await screen.findByLabelText('New password'), 'short')
    for (const text of [
      /Please use at least 12 characters\./,
      /Must include uppercase characters/,
      /Must include numbers/,
      /Must include non-alphanumeric characters/,
    ])
      expect(screen.getByText(text)).toBeDefined()
    await pointer.type(screen.getByLabelText('Confirm'), 'other')
    expect(screen.getByText('does not match')).toBeDefined()
    expect(saveButton().disabled).toBe(true)
  })

  test('keeps the input when the server refuses the password', async () => {
    const refusing = api().on(newPassword, () => failure('PASSWORD_TOO_COMMON', 'x'))
    const { pointer } = await renderConsole('/new-password?token=abc', { api: refusing })
    await pointer.type(await screen.findByLabelText('New password'), 'Password123!')
    await pointer.type(screen.getByLabelText('Confirm'), 'Password123!{Enter}')
    expect(await screen.findByText('This password is too easy to guess. Choose another one.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Password123!')
  })

  test.each(['/new-password', '/new-password?token=old'])(
    '%s, which is truncated or already used, leads to a new link',
    async (path) => {
      const refusing = api().on(newPassword, () => failure('LINK_INVALID', 'x'))
      const { pointer } = await renderConsole(path, { api: refusing })
      if (path.includes('token')) {
        await pointer.type(await screen.findByLabelText('New password'), GOOD)
        await pointer.type(screen.getByLabelText('Confirm'), `${GOOD}{Enter}`)
      }
      await pointer.click(await screen.findByRole('link', { name: 'Ask for a new link' }))
      await waitFor(() => expect(location.pathname).toBe('/reset-password'))
    },
  )

  test('also leads a logged-in user to the login, because all sessions have ended', async () => {
    let ended = false
    const logged = frameApi()
      .on(getCurrentUser, () => (ended ? failure('NOT_AUTHORISED', 'x') : buildUser()))
      .on(newPassword, () => {
        ended = true
        return { success: true as const }
      })
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { pointer } = await renderConsole('/new-password?token=abc', { api: logged })
    await pointer.type(await screen.findByLabelText('New password'), GOOD)
    await pointer.type(screen.getByLabelText('Confirm'), `${GOOD}{Enter}`)
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(screen.queryByRole('dialog')).toBeNull()
    warn.mockRestore()
  })
})
