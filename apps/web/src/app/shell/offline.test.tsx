import { getHome } from '@winnow/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { checkConnection } from '../../lib/connection/check-connection.ts'
import { connectionStore } from '../../lib/connection/connection.ts'
import { liveStateStore } from '../../lib/live/live.ts'
import { buildHome } from '../../testing/build-home.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

test('a lost connection shows a banner and one warning, and both disappear when the connection is back', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const api = frameApi().on(getHome, () => buildHome())
  const { console: running } = await renderConsole('/cams/dashboard', { api })
  await screen.findByText('1,220')
  api.disconnect()
  await act(() => running.queries.refetchQueries())
  expect(await screen.findByText(/What you see may be out of date/)).toBeDefined()
  expect(connectionStore.get()).toBe('lost')
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['WarningConnection lost'])
  // The loaded content stays.
  expect(screen.getByText('1,220')).toBeDefined()
  api.install()
  await act(() => running.queries.refetchQueries())
  await waitFor(() => expect(screen.queryByText(/What you see may be out of date/)).toBeNull())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  log.mockRestore()
}, 60_000)

test('no element claims to be live while the connection is lost, although the stream is still open', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const api = frameApi().on(getHome, () => buildHome())
  await renderConsole('/cams/dashboard', { api })
  expect(await screen.findByText('Live')).toBeDefined()
  api.disconnect()
  fireEvent(window, new Event('offline'))
  expect(await screen.findByText(/What you see may be out of date/)).toBeDefined()
  expect(liveStateStore.get()).toBe('open')
  expect(screen.queryByText('Live')).toBeNull()
  api.install()
  fireEvent(window, new Event('online'))
  expect(await screen.findByText('Live')).toBeDefined()
  expect(screen.queryByText(/What you see may be out of date/)).toBeNull()
  log.mockRestore()
})

test('the screen reloads automatically as soon as the connection is back', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const api = frameApi().on(getHome, () => buildHome())
  await renderConsole('/cams/dashboard', { api })
  await screen.findByText('1,220')
  api.disconnect()
  await act(() => checkConnection())
  const before = api.callsOf(getHome).length
  api.install()
  await waitFor(() => expect(api.callsOf(getHome).length).toBeGreaterThan(before))
  await waitFor(() => expect(connectionStore.get()).toBe('ok'))
  log.mockRestore()
})

test('the service status is unknown while the server is unreachable, even if it was known before', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const api = frameApi().on(getHome, () => buildHome())
  await renderConsole('/cams/dashboard', { api })
  const status = () => screen.getByTestId('service-status').dataset['status']
  await waitFor(() => expect(status()).toBe('ok'))
  act(() => connectionStore.set('lost'))
  expect(status()).toBe('unknown')
  act(() => connectionStore.set('ok'))
  expect(status()).toBe('ok')
  log.mockRestore()
})

test('a failed query is repeated automatically', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const api = frameApi().on(getHome, () => failure('INTERNAL', 'broken'))
  await renderConsole('/cams/dashboard', { api })
  await screen.findByText('The server met an unexpected error')
  api.on(getHome, () => buildHome())
  expect(await screen.findByText('1,220', undefined, { timeout: 8000 })).toBeDefined()
  log.mockRestore()
}, 60_000)
