import { getCountry } from '@winnow/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure } from '../testing/fake-api.ts'
import { frameApi, renderConsole } from '../testing/render-console.tsx'

const landOn = (container: HTMLElement) =>
  container.querySelector('svg[data-land]')?.getAttribute('data-land') ?? undefined

test.each([
  ['US', 'US'],
  ['GB', 'GB'],
  ['ES', 'GB'],
])('the picture for a visitor from %s is that of %s · ROUTING-003 ROUTING-004', async (countryCode, land) => {
  const api = frameApi(null).on(getCountry, () => ({ countryCode }))
  const { container } = await renderConsole('/nowhere/at/all', { api })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  await waitFor(() => expect(landOn(container)).toBe(land))
})

test.each([() => ({ countryCode: null }), () => failure('RATE_LIMITED', 'x')])(
  'without a known country the page is complete except for the picture · ROUTING-004 ROUTING-006',
  async (answer) => {
    const api = frameApi(null).on(getCountry, answer)
    const { container } = await renderConsole('/nowhere', { api })
    expect((await screen.findByRole('link', { name: 'Go back to login' })).getAttribute('href')).toBe('/login')
    expect(landOn(container)).toBeUndefined()
  },
)

test('a user who is logged in gets a link to the dashboard · ROUTING-005', async () => {
  await renderConsole('/nowhere')
  const back = await screen.findByRole('link', { name: 'Go back to the Dashboard' })
  expect(back.getAttribute('href')).toBe('/cams/dashboard')
})
