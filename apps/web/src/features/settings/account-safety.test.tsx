import { changePassword, endOtherSessions, endSession, getCaptcha, listSessions, type Session } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const OLD = 'Correct-Horse-9'
const GOOD = 'Wheat&Chaff-2026'
const DESK = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe('the password tab', () => {
  const api = () => frameApi().on(changePassword, () => ({ success: true as const }))
  const open = async (served = api()) => {
    const rendered = await renderConsole('/cams/settings/password', { api: served })
    const type = async (label: string, text: string) => rendered.pointer.type(await screen.findByLabelText(label), text)
    return { ...rendered, type }
  }

  test('changes the password and clears the input', async () => {
    const { api: seen, type } = await open()
    await type('Old password', OLD)
    await type('New password', GOOD)
    await type('Confirm', `${GOOD}{Enter}`)
    expect(await screen.findByText('Password changed. All other logins have ended.')).toBeDefined()
    expect(seen.callsOf(changePassword)[0]?.body).toEqual({
      userId: '01900000-0000-7000-8000-0000000000aa',
      oldPassword: OLD,
      newPassword: GOOD,
    })
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
  })

  test('sends nothing before all fields match · PASSWORD-004 VALIDATION-011 VALIDATION-012', async () => {
    const { type } = await open()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change password' })
    await type('Old password', GOOD)
    await type('New password', GOOD)
    expect(await screen.findByText('New password should not match Old password')).toBeDefined()
    await type('Confirm', 'x')
    expect(screen.getByText('does not match')).toBeDefined()
    expect(button.disabled).toBe(true)
  })

  test('shows a wrong old password at its field · VALIDATION-035', async () => {
    const { type } = await open(api().on(changePassword, () => failure('OLD_PASSWORD_INVALID', 'x')))
    await type('Old password', 'wrong')
    await type('New password', GOOD)
    await type('Confirm', `${GOOD}{Enter}`)
    expect(await screen.findByText('Invalid old password')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Old password')))
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(GOOD)
  })

  test('shows a captcha if required · SESSION-011', async () => {
    const guarded = api()
      .on(getCaptcha, () => new Response('picture', { headers: { 'x-captcha-nonce': 'n1' } }))
      .on(changePassword, ({ headers }) =>
        headers.get('x-captcha-answer') === 'KWX479'
          ? { success: true as const }
          : failure('CAPTCHA_REQUIRED', 'Captcha required'),
      )
    const { api: seen, pointer, type } = await open(guarded)
    await type('Old password', OLD)
    await type('New password', GOOD)
    await type('Confirm', `${GOOD}{Enter}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Type the text below' }))
    await dialog.findByRole('img')
    await pointer.type(dialog.getByLabelText('Text'), 'KWX479{Enter}')
    expect(await screen.findByText('Password changed. All other logins have ended.')).toBeDefined()
    expect(seen.callsOf(changePassword)[1]?.headers.get('x-captcha-nonce')).toBe('n1')
  })
})

describe('the sessions tab', () => {
  const session = (more: Partial<Session>): Session => ({
    id: '01900000-0000-7000-8000-000000000001',
    current: false,
    createdAt: '2026-11-20T08:00:00Z',
    lastUsedAt: '2026-11-21T02:00:00Z',
    expiresAt: '2026-12-20T08:00:00Z',
    keepLoggedIn: false,
    address: '192.0.2.7',
    userAgent: DESK,
    actedBy: null,
    ...more,
  })
  const here = session({ id: '01900000-0000-7000-8000-000000000002', current: true })
  const phone = session({ userAgent: PHONE, address: '198.51.100.9' })

  test('shows who acts for the user', async () => {
    const helper = session({ actedBy: 'Sue Support' })
    await renderConsole('/cams/settings/sessions', { api: frameApi().on(listSessions, () => [here, helper]) })
    expect(await screen.findByText('Sue Support of your provider, acting in your name')).toBeDefined()
  })

  test('shows device, address and last use, and marks the current one', async () => {
    await renderConsole('/cams/settings/sessions', { api: frameApi().on(listSessions, () => [here, phone]) })
    const [mine, other] = (await screen.findAllByRole('row')).slice(1)
    expect(mine?.textContent).toContain('Firefox on Linux')
    expect(mine?.textContent).toContain('this one')
    expect(mine?.textContent).not.toContain('acting')
    expect(other?.textContent).toContain('Safari on iPhone')
    expect(other?.textContent).toContain('198.51.100.9')
    expect(other?.textContent).not.toContain('this one')
    expect(within(mine ?? document.body).queryByRole('button')).toBeNull()
  })

  test('ends a session after a confirmation', async () => {
    let open = [here, phone]
    const api = frameApi()
      .on(listSessions, () => open)
      .on(endSession, () => {
        open = [here]
        return { success: true as const }
      })
    const { pointer } = await renderConsole('/cams/settings/sessions', { api })
    await pointer.click(await screen.findByRole('button', { name: 'End the session on Safari on iPhone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'End the session on Safari on iPhone?' }))
    expect(api.callsOf(endSession)).toEqual([])
    await pointer.click(dialog.getByRole('button', { name: 'End' }))
    expect(await screen.findByText('You are logged in nowhere else.')).toBeDefined()
    expect(api.callsOf(endSession)[0]?.params).toEqual({ id: phone.id })
  })

  test('ends all other sessions at once', async () => {
    let open = [here, phone]
    const api = frameApi()
      .on(listSessions, () => open)
      .on(endOtherSessions, () => {
        open = [here]
        return { ended: 1 }
      })
    const { pointer } = await renderConsole('/cams/settings/sessions', { api })
    await pointer.click(await screen.findByRole('button', { name: 'End all others' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }))
    await pointer.click(dialog.getByRole('button', { name: 'End all others' }))
    expect(await screen.findByText('1 session ended')).toBeDefined()
    expect(await screen.findByText('You are logged in nowhere else.')).toBeDefined()
  })

  test('ends the selected sessions, never the current one, and lists the sessions that could not be ended', async () => {
    const desk = session({ id: '01900000-0000-7000-8000-000000000003', address: '203.0.113.5' })
    let open = [here, phone, desk]
    let refuses = true
    const api = frameApi()
      .on(listSessions, () => open)
      .on(endSession, ({ params }) => {
        if (params.id === desk.id && refuses) return failure('UNAVAILABLE', 'x')
        open = open.filter(({ id }) => id !== params.id)
        return { success: true as const }
      })
    const { pointer } = await renderConsole('/cams/settings/sessions', { api })
    await pointer.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const bar = within(screen.getByRole('region', { name: 'What is selected' }))
    expect(bar.getByRole('status').textContent).toBe('2 selected')
    await pointer.click(bar.getByRole('button', { name: 'End' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'End 2 sessions?' }))
    await pointer.click(dialog.getByRole('button', { name: 'End' }))
    const result = await dialog.findByRole('alert')
    expect(result.textContent).toContain('1 of 2 done. Not done:')
    expect(within(result).getByRole('listitem').textContent).toContain('Firefox on Linux:')
    refuses = false
    await pointer.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('2 sessions ended')).toBeDefined()
    expect(api.callsOf(endSession).map(({ params }) => params.id)).toEqual([phone.id, desk.id, desk.id])
    expect(await screen.findByText('You are logged in nowhere else.')).toBeDefined()
  })

  test('shows unknown values as such, and an error when it cannot be loaded', async () => {
    const api = frameApi().on(listSessions, () => [session({ current: true, userAgent: null, address: null })])
    const first = await renderConsole('/cams/settings/sessions', { api })
    expect(await screen.findByText('Unknown device')).toBeDefined()
    first.unmount()
    await renderConsole('/cams/settings/sessions', {
      api: frameApi().on(listSessions, () => failure('FORBIDDEN', 'x')),
    })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  })
})
