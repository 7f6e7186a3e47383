import { login } from '@winnow/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../testing/build-user.ts'
import { frameApi, renderConsole } from '../testing/render-console.tsx'

test('the login comes first and leads to the landing page · ROUTING-001', async () => {
  const api = frameApi(null).on(login, () => buildUser())
  const { pointer } = await renderConsole('/cams/settings/theme', { api })
  expect(location.pathname).toBe('/login')
  expect(new URLSearchParams(location.search).get('redirect')).toBe('/cams/settings/theme')
  await pointer.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
  await pointer.type(await screen.findByLabelText('Password'), 'a secret{Enter}')
  expect(await screen.findByRole('heading', { name: 'Settings: Theme' })).toBeDefined()
  expect(api.callsOf(login)[0]?.body).toEqual({ email: 'ada@example.com', password: 'a secret', keepLoggedIn: false })
})
