import {
  cancelWaitingLogin,
  confirmOtp,
  generateOtp,
  getHome,
  logout,
  forensicLogout,
  checkUserByEmail,
  updateUserOtp,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { CODES, strict, skippable, picture, waitingApi, logIn } from './second-step.fixture.ts'

/** The text of a file, which jsdom's files cannot return themselves. */
const textOf = (file: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.readAsText(file)
  })

describe('the set-up during a login', () => {
  test('shows the QR code and its key, and Next requires six digits · LOGIN-021 2FA-001 2FA-006 2FA-026', async () => {
    const api = waitingApi(strict)
    const { pointer } = await logIn(api)
    const image = await screen.findByRole<HTMLImageElement>('img', { name: 'QR code for your authenticator app' })
    expect(location.pathname).toBe('/setup-2fa')
    expect(image.src).toMatch(/^data:image\/png/)
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeDefined()
    const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
    await pointer.type(screen.getByLabelText('Code'), '11111')
    expect(next.disabled).toBe(true)
    expect(api.callsOf(confirmOtp)).toEqual([])
    await pointer.type(screen.getByLabelText('Code'), '1')
    expect(await screen.findByText('Successfully enabled')).toBeDefined()
    expect(api.callsOf(confirmOtp).map(({ body }) => body.code)).toEqual(['111111'])
  })

  test('with the strict policy has Logout and no Skip, and Logout cancels the login · 2FA-002 2FA-004', async () => {
    const api = waitingApi(strict)
    const { pointer } = await logIn(api)
    const leave = await screen.findByRole('button', { name: 'Logout' })
    for (const name of ['Skip', 'Close']) expect(screen.queryByRole('button', { name })).toBeNull()
    await pointer.click(leave)
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(api.callsOf(cancelWaitingLogin)).toHaveLength(1)
  })

  test.each(['/cams/alarms', '/login', '/verify-2fa', '/reset-password'])(
    'with the strict policy comes before %s · 2FA-016',
    async (to) => {
      const { console } = await logIn(waitingApi(strict))
      await screen.findByLabelText('Code')
      await console.router.navigate({ href: to })
      await waitFor(() => expect(location.pathname).toBe('/setup-2fa'))
    },
  )

  test('hides everything else from a user whose existing session requires it · 2FA-016', async () => {
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

  test('that can be postponed shows Skip with the number of skips left, and no Logout · 2FA-002 2FA-003 2FA-004 2FA-018', async () => {
    await logIn(waitingApi(skippable))
    expect(await screen.findByRole('button', { name: 'Skip' })).toBeDefined()
    expect(screen.getByText('3 skips left')).toBeDefined()
    for (const name of ['Logout', 'Close']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('shows the remaining skips when postponed, and Done opens the dashboard · 2FA-007 2FA-008 2FA-020 2FA-021', async () => {
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

  test('stays open with the reason when it cannot be postponed any more · 2FA-020 2FA-025', async () => {
    const api = waitingApi(skippable).on(updateUserOtp, () => failure('TWO_FACTOR_REQUIRED', 'x'))
    const { pointer } = await logIn(api)
    await pointer.click(await screen.findByRole('button', { name: 'Skip' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your company asks for two-factor authentication')
    expect(screen.getByLabelText('Code')).toBeDefined()
  })

  test.each([strict, skippable])(
    'that took too long shows an error and leads back to the login ($login2FaFlow)',
    async (waiting) => {
      const api = waitingApi(waiting).on(confirmOtp, () => failure('LOGIN_TIMED_OUT', 'x'))
      const { pointer } = await logIn(api)
      await pointer.type(await screen.findByLabelText('Code'), '111111')
      expect((await screen.findByRole('alert')).textContent).toBe('Your login took too long. Log in again.')
      expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
      await pointer.click(screen.getByRole('button', { name: 'Back to the login' }))
      await waitFor(() => expect(location.pathname).toBe('/login'))
    },
  )

  test('shows a new QR code and the reason after a code of an expired QR code', async () => {
    const api = waitingApi(strict).on(confirmOtp, () => failure('SET_UP_TIMED_OUT', 'x'))
    const { pointer } = await logIn(api)
    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    await pointer.type(code, '111111')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'That QR code was too old. Scan the new one and enter its code.',
    )
    expect(api.callsOf(generateOtp)).toHaveLength(2)
    expect(code.value).toBe('')
  })

  test('stays open after a wrong code; a right code shows the backup codes in two groups of digits · 2FA-009 2FA-019 2FA-025', async () => {
    const { pointer } = await logIn(waitingApi(strict))
    const code = await screen.findByLabelText('Code')
    await pointer.type(code, '999999')
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect verification code')
    await pointer.clear(code)
    await pointer.type(code, '111111')
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
    await pointer.type(await screen.findByLabelText('Code'), '111111')
    await pointer.click(await screen.findByRole('button', { name: 'Download' }))
    expect(names).toEqual([expect.stringMatching(/backup codes\.txt$/)])
    expect(file.type).toBe('text/plain')
    const text = await textOf(file)
    expect(text).toContain('ada@example.com')
    for (const code of CODES) expect(text).toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
  })

  test('copies the backup codes and shows a confirmation for two seconds · 2FA-011', async () => {
    const { pointer } = await logIn(waitingApi(strict))
    await pointer.type(await screen.findByLabelText('Code'), '111111')
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
    await pointer.type(await screen.findByLabelText('Code'), '111111')
    await screen.findByRole('heading', { name: 'Successfully enabled' })
    // The screen is still open, because the codes are shown only once.
    expect([location.pathname, api.openStreams]).toEqual(['/setup-2fa', 0])
    await pointer.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  })

  test('is not offered to users who have finished it · 2FA-017', async () => {
    const api = frameApi(buildUser({ login2FaFlow: 'totp_accepted' })).on(getHome, () => buildHome())
    await renderConsole('/setup-2fa', { api })
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    expect(api.callsOf(generateOtp)).toEqual([])
  })

  test('explains what to do when the QR code cannot be loaded, and retries', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = waitingApi(strict).on(generateOtp, () => failure('INTERNAL', 'broken'))
    const { pointer } = await logIn(api)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    api.on(generateOtp, picture)
    await pointer.click(retry)
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
  })
})
