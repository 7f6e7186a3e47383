import {
  cancelWaitingLogin,
  confirmOtp,
  type CurrentUser,
  createToken,
  generateOtp,
  getCurrentUser,
  getHome,
  getWaitingLogin,
  listTokens,
  login,
  logout,
  forensicLogout,
  OTP_SECRET_HEADER,
  checkUserByEmail,
  type SecondStep,
  updateUserOtp,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { secondStepStore } from '../../lib/session/second-step-store.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure, type FakeApi } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const CODES = ['123456', '234567', '345678', '456789', '567890', '678901', '789012', '890123', '901234', '012345']

const step = (given: Partial<SecondStep>): SecondStep => ({
  result: 'totp',
  login2FaFlow: 'totp_accepted',
  login2FaSetupSkipsRemaining: 0,
  userId: '01900000-0000-7000-8000-0000000000aa',
  email: 'ada@example.com',
  ...given,
})
const strict = step({ result: 'totp_pending', login2FaFlow: 'totp_pending_strict' })
const skippable = step({
  result: 'totp_pending',
  login2FaFlow: 'totp_pending_allow_skip',
  login2FaSetupSkipsRemaining: 3,
})

const picture = () =>
  new Response(new Blob(['png'], { type: 'image/png' }), {
    headers: { 'content-type': 'image/png', [OTP_SECRET_HEADER]: 'ABCDEFGHIJKLMNOP' },
  })

/** What a file says; this environment's files cannot tell by themselves. */
const textOf = (file: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.readAsText(file)
  })

/** A server whose login waits for a second factor, and is finished by the right code, a set-up or a skip. */
function waitingApi(
  waiting: SecondStep,
  finished: CurrentUser = buildUser({ login2FaFlow: 'totp_accepted' }),
): FakeApi {
  let user: CurrentUser | undefined
  onTestFinished(() => secondStepStore.set(null))
  return frameApi(null)
    .on(getCurrentUser, () => user ?? failure('NOT_AUTHORISED', 'x'))
    .on(getHome, () => buildHome())
    .on(checkUserByEmail, () => ({ isIDMUser: false, authUrl: null }))
    .on(getWaitingLogin, () => waiting)
    .on(cancelWaitingLogin, () => ({ success: true as const }))
    .on(generateOtp, picture)
    .on(login, ({ body }) => {
      if (body.password !== undefined) return waiting
      if (body.authenticationCode !== '111111' && body.backupCode !== '222222')
        return failure('CODE_INVALID', 'Incorrect verification code')
      user = finished
      return user
    })
    .on(confirmOtp, ({ body }) => {
      if (body.code !== '111111') return failure('CODE_INVALID', 'Incorrect verification code')
      user = finished
      return { success: true as const, codes: CODES }
    })
    .on(updateUserOtp, () => {
      user = finished
      return { success: true as const }
    })
}

async function logIn(api: FakeApi, path = '/login?email=ada@example.com') {
  const rendered = await renderConsole(path, { api })
  await rendered.pointer.type(await screen.findByLabelText('Password'), 'secret{Enter}')
  return rendered
}

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

describe('setting up in a login', () => {
  test('shows the QR code and its key, and Next wants six digits · LOGIN-021 2FA-001 2FA-006 2FA-026', async () => {
    const { pointer } = await logIn(waitingApi(strict))
    const image = await screen.findByRole<HTMLImageElement>('img', { name: 'QR code for your authenticator app' })
    expect(location.pathname).toBe('/setup-2fa')
    expect(image.src).toMatch(/^data:image\/png/)
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeDefined()
    const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
    await pointer.type(screen.getByLabelText('Code'), '11111')
    expect(next.disabled).toBe(true)
    await pointer.type(screen.getByLabelText('Code'), '1')
    expect(next.disabled).toBe(false)
  })

  test('that is strict has Logout and no Skip, and Logout gives the login up · 2FA-002 2FA-004', async () => {
    const api = waitingApi(strict)
    const { pointer } = await logIn(api)
    const leave = await screen.findByRole('button', { name: 'Logout' })
    for (const name of ['Skip', 'Close']) expect(screen.queryByRole('button', { name })).toBeNull()
    await pointer.click(leave)
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(api.callsOf(cancelWaitingLogin)).toHaveLength(1)
  })

  test.each(['/cams/alarms', '/login', '/verify-2fa', '/reset-password'])(
    'that is strict comes before %s · 2FA-016',
    async (to) => {
      const { console } = await logIn(waitingApi(strict))
      await screen.findByLabelText('Code')
      await console.router.navigate({ href: to })
      await waitFor(() => expect(location.pathname).toBe('/setup-2fa'))
    },
  )

  test('a user who is asked for it in a session sees nothing else before either · 2FA-016', async () => {
    const user = buildUser({ login2FaFlow: 'totp_pending_strict' })
    const api = frameApi(user)
      .on(getHome, () => buildHome())
      .on(generateOtp, picture)
      .on(forensicLogout, () => ({ success: true as const }))
      .on(logout, () => ({ success: true as const }))
      .on(checkUserByEmail, () => ({ isIDMUser: false, authUrl: null }))
    const { pointer } = await renderConsole('/cams/dashboard', { api })
    await waitFor(() => expect(location.pathname).toBe('/setup-2fa'))
    await pointer.click(await screen.findByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(api.callsOf(logout)).toHaveLength(1)
  })

  test('that may be put off shows Skip with the number of skips left, and no Logout · 2FA-002 2FA-003 2FA-004 2FA-018', async () => {
    await logIn(waitingApi(skippable))
    expect(await screen.findByRole('button', { name: 'Skip' })).toBeDefined()
    expect(screen.getByText('3 skips left')).toBeDefined()
    for (const name of ['Logout', 'Close']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('put off says how many skips remain and that it is asked again, and Done goes to the dashboard · 2FA-007 2FA-008 2FA-020 2FA-021', async () => {
    const api = waitingApi(
      skippable,
      buildUser({ login2FaFlow: 'totp_pending_allow_skip', login2FaSetupSkipsRemaining: 2 }),
    )
    const { pointer } = await logIn(api)
    await pointer.click(await screen.findByRole('button', { name: 'Skip' }))
    const said = await screen.findByRole('status')
    expect(said.textContent).toBe('You can skip 2 more times. You will be asked to set it up again at your next login.')
    expect(api.callsOf(updateUserOtp)[0]).toMatchObject({
      params: { id: skippable.userId },
      body: { field: 'skip', value: true },
    })
    await pointer.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test('stays where it is, with the reason, when it cannot be put off any more · 2FA-020 2FA-025', async () => {
    const api = waitingApi(skippable).on(updateUserOtp, () => failure('TWO_FACTOR_REQUIRED', 'x'))
    const { pointer } = await logIn(api)
    await pointer.click(await screen.findByRole('button', { name: 'Skip' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your company asks for two-factor authentication')
    expect(screen.getByLabelText('Code')).toBeDefined()
  })

  test('with a wrong code stays; with a right one lists the backup codes in two parts · 2FA-009 2FA-019 2FA-025', async () => {
    const { pointer } = await logIn(waitingApi(strict))
    const code = await screen.findByLabelText('Code')
    await pointer.type(code, '999999{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect verification code')
    await pointer.clear(code)
    await pointer.type(code, '111111{Enter}')
    expect(await screen.findByRole('heading', { name: 'Successfully enabled' })).toBeDefined()
    const list = screen.getByRole('list', { name: 'Emergency backup codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(CODES.map((each) => `${each.slice(0, 3)} ${each.slice(3)}`))
  })

  test('saves the backup codes as a text file · 2FA-010', async () => {
    const names: string[] = []
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    onTestFinished(() => clicked.mockRestore())
    let file = new Blob()
    URL.createObjectURL = (made: Blob) => {
      file = made
      return 'blob:codes'
    }
    const { pointer } = await logIn(waitingApi(strict))
    await pointer.type(await screen.findByLabelText('Code'), '111111{Enter}')
    await pointer.click(await screen.findByRole('button', { name: 'Download' }))
    expect(names).toEqual([expect.stringMatching(/backup codes\.txt$/)])
    expect(file.type).toBe('text/plain')
    const text = await textOf(file)
    expect(text).toContain('ada@example.com')
    for (const code of CODES) expect(text).toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
  })

  test('copies the backup codes and says so for two seconds · 2FA-011', async () => {
    const { pointer } = await logIn(waitingApi(strict))
    await pointer.type(await screen.findByLabelText('Code'), '111111{Enter}')
    const copy = await screen.findByRole('button', { name: 'Copy' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await pointer.click(copy)
    expect(await screen.findByRole('button', { name: 'Copied!' })).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(
      CODES.map((each) => `${each.slice(0, 3)} ${each.slice(3)}`).join('\n'),
    )
    await vi.advanceTimersByTimeAsync(1900)
    expect(screen.queryByRole('button', { name: 'Copied!' })).not.toBeNull()
    await vi.advanceTimersByTimeAsync(200)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Copied!' })).toBeNull())
  })

  test('is left with Done after the backup codes · 2FA-012 2FA-021', async () => {
    const api = waitingApi(strict)
    const { pointer } = await logIn(api)
    await pointer.type(await screen.findByLabelText('Code'), '111111{Enter}')
    await screen.findByRole('heading', { name: 'Successfully enabled' })
    // Still here: the codes are shown this once.
    expect([location.pathname, api.openStreams]).toEqual(['/setup-2fa', 0])
    await pointer.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test('is not for who has set it up · 2FA-017', async () => {
    const api = frameApi(buildUser({ login2FaFlow: 'totp_accepted' })).on(getHome, () => buildHome())
    await renderConsole('/setup-2fa', { api })
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    expect(api.callsOf(generateOtp)).toEqual([])
  })

  test('says what to do when no QR code comes, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = waitingApi(strict).on(generateOtp, () => failure('INTERNAL', 'broken'))
    const { pointer } = await logIn(api)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    api.on(generateOtp, picture)
    await pointer.click(retry)
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
  })
})

describe('a login over another screen', () => {
  const token = {
    id: '01900000-0000-7000-8000-000000000009',
    tokenType: 'ingest' as const,
    nodes: null,
    name: 'Gate',
    createdAt: '2026-11-21T00:00:00Z',
    lastUsedAt: null,
    expiresAt: null,
  }

  async function expire(waiting: SecondStep) {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let alive = false
    const finished = buildUser({ login2FaFlow: 'totp_accepted' })
    const api = waitingApi(waiting, finished)
      .on(getCurrentUser, () => finished)
      .on(listTokens, () => [])
      .on(createToken, () => (alive ? { ...token, secret: 'wn_secret' } : failure('NOT_AUTHORISED', 'x')))
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

  test('asks for the code there, and then does again what failed · LOGIN-019', async () => {
    const { pointer } = await expire(step({}))
    const modal = await screen.findByRole('dialog', { name: 'Two-Step Authentication' })
    await pointer.type(within(modal).getByLabelText('Code'), '999999{Enter}')
    expect((await within(modal).findByRole('alert')).textContent).toBe('Incorrect verification code')
    expect(screen.getByDisplayValue('Gate')).toBeDefined()
    await pointer.click(within(modal).getByRole('button', { name: 'Use a backup code' }))
    await pointer.type(within(modal).getByLabelText('Backup code'), '222222{Enter}')
    expect(await screen.findByText('wn_secret')).toBeDefined()
    expect(location.pathname).toBe('/cams/settings/integrations')
  })

  test('goes back to the password when it is cancelled', async () => {
    const { pointer, api } = await expire(step({}))
    const modal = await screen.findByRole('dialog', { name: 'Two-Step Authentication' })
    await pointer.click(within(modal).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('dialog', { name: 'Your session has expired' })).toBeDefined()
    expect(api.callsOf(cancelWaitingLogin)).toHaveLength(1)
  })

  test('sets up there with Close alone, and goes on after the backup codes · 2FA-002 2FA-004 2FA-005', async () => {
    const { pointer } = await expire(skippable)
    const modal = await screen.findByRole('dialog', { name: 'Set up two-factor authentication' })
    expect(within(modal).getByRole('button', { name: 'Close' })).toBeDefined()
    for (const name of ['Skip', 'Logout']) expect(within(modal).queryByRole('button', { name })).toBeNull()
    await pointer.type(within(modal).getByLabelText('Code'), '111111{Enter}')
    expect(await within(modal).findByText('123 456')).toBeDefined()
    expect(screen.queryByText('wn_secret')).toBeNull()
    await pointer.click(within(modal).getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('wn_secret')).toBeDefined()
  })
})
