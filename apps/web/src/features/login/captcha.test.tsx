import { checkUserByEmail, getCaptcha, getHome, login } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

/** A server that accepts the captcha answer `right` and numbers its nonces. */
function guardedApi(right = 'KWX479') {
  let drawn = 0
  return frameApi(null)
    .on(getHome, () => buildHome())
    .on(getCaptcha, () => {
      drawn += 1
      return new Response('picture', { headers: { 'content-type': 'image/png', 'x-captcha-nonce': `nonce-${drawn}` } })
    })
    .on(login, ({ headers }) => {
      const answer = headers.get('x-captcha-answer')
      if (answer === null) return failure('CAPTCHA_REQUIRED', 'Captcha required')
      return answer === right ? buildUser() : failure('CAPTCHA_INCORRECT', 'Incorrect captcha answer')
    })
}

async function open(api = guardedApi()) {
  const rendered = await renderConsole('/login?email=ada@example.com', { api })
  await rendered.pointer.type(await screen.findByLabelText('Password'), 'secret{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Type the text below' }))
  await dialog.findByRole('img')
  return { ...rendered, dialog }
}

describe('the captcha', () => {
  test('shows a picture and a field, and cannot be sent empty · CAPTCHA-001 CAPTCHA-002 CAPTCHA-004', async () => {
    const { dialog, pointer } = await open()
    expect(dialog.getByRole('img').getAttribute('src')).toMatch(/^data:image\/png;base64,/)
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
    expect(submit.disabled).toBe(true)
    await pointer.type(dialog.getByLabelText('Text'), '   ')
    expect(submit.disabled).toBe(true)
    await pointer.type(dialog.getByLabelText('Text'), 'K')
    expect(submit.disabled).toBe(false)
  })

  test('continues the login after the right answer, with nonce and answer · CAPTCHA-003 CAPTCHA-005 CAPTCHA-006', async () => {
    const { api, dialog, pointer } = await open()
    await pointer.type(dialog.getByLabelText('Text'), 'KWX479{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    const [first, second] = api.callsOf(login)
    expect(first?.headers.has('x-captcha-nonce')).toBe(false)
    expect(second?.headers.get('x-captcha-nonce')).toBe('nonce-1')
    expect(second?.headers.get('x-captcha-answer')).toBe('KWX479')
    expect(second?.body).toEqual(first?.body)
  })

  test('reports a wrong answer, and shows another picture · CAPTCHA-004', async () => {
    const { api, dialog, pointer } = await open()
    await pointer.type(dialog.getByLabelText('Text'), 'nonsense{Enter}')
    expect(await dialog.findByText('Incorrect captcha answer')).toBeDefined()
    await waitFor(() => expect(api.callsOf(getCaptcha)).toHaveLength(2))
    expect(dialog.getByLabelText<HTMLInputElement>('Text').value).toBe('')
    await dialog.findByRole('img')
    await pointer.type(dialog.getByLabelText('Text'), 'KWX479{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    expect(api.callsOf(login)[2]?.headers.get('x-captcha-nonce')).toBe('nonce-2')
  })

  test('is requested again after it expired · CAPTCHA-004', async () => {
    const api = guardedApi()
    const { dialog, pointer } = await open(api)
    api.on(login, () => failure('CAPTCHA_EXPIRED', 'Captcha expired'))
    await pointer.type(dialog.getByLabelText('Text'), 'KWX479{Enter}')
    expect(await dialog.findByText('Captcha expired')).toBeDefined()
    await waitFor(() => expect(api.callsOf(getCaptcha)).toHaveLength(2))
  })

  test('can be replaced by another picture, and explains what to do if it is unreadable', async () => {
    const { api, dialog, pointer } = await open()
    await pointer.click(dialog.getByRole('button', { name: 'Another picture' }))
    await waitFor(() => expect(api.callsOf(getCaptcha)).toHaveLength(2))
    expect(dialog.getByText(/If you cannot read pictures/)).toBeDefined()
  })

  test('can be closed, and the login then shows why it stopped', async () => {
    const { pointer } = await open()
    await pointer.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Captcha required'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('closes after a right answer, also if the server then refuses the login', async () => {
    const api = guardedApi()
    const { dialog, pointer } = await open(api)
    api.on(login, () => failure('LOGIN_FAILED', 'x'))
    await pointer.type(dialog.getByLabelText('Text'), 'KWX479{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('alert').textContent).toBe('Incorrect email or password')
  })

  test('shows an error and a retry if its picture cannot be loaded', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = guardedApi().on(getCaptcha, () => failure('INTERNAL', 'broken'))
    const { pointer } = await renderConsole('/login?email=ada@example.com', { api })
    await pointer.type(await screen.findByLabelText('Password'), 'secret{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Type the text below' }))
    const again = await dialog.findByRole('button', { name: 'Try again' })
    api.on(getCaptcha, () => new Response('picture', { headers: { 'x-captcha-nonce': 'nonce-9' } }))
    await pointer.click(again)
    expect(await dialog.findByRole('img')).toBeDefined()
    log.mockRestore()
  })

  test('also protects the request for the login method after too many requests from one network address', async () => {
    const api = guardedApi().on(checkUserByEmail, ({ headers }) =>
      headers.get('x-captcha-answer') === 'KWX479'
        ? { isIDMUser: false, authUrl: null }
        : failure('CAPTCHA_REQUIRED', 'Captcha required'),
    )
    const { pointer } = await renderConsole('/login', { api })
    await pointer.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Type the text below' }))
    await dialog.findByRole('img')
    await pointer.type(dialog.getByLabelText('Text'), 'KWX479{Enter}')
    expect(await screen.findByLabelText('Password')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
