import { getHome } from '@winnow/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { connectionStore } from '../../lib/api/connection.ts'
import { buildHome } from '../../testing/build-home.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

test('a lost connection is a banner and one warning; both end when it is back', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const api = frameApi().on(getHome, () => buildHome())
  const { console: running } = await renderConsole('/cams/dashboard', { api })
  await screen.findByText('1,210')
  api.disconnect()
  await act(() => running.queries.refetchQueries())
  expect(await screen.findByText(/What you see may be out of date/)).toBeDefined()
  expect(connectionStore.get()).toBe('lost')
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['WarningConnection lost'])
  // What was there stays.
  expect(screen.getByText('1,210')).toBeDefined()
  api.install()
  await act(() => running.queries.refetchQueries())
  await waitFor(() => expect(screen.queryByText(/What you see may be out of date/)).toBeNull())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  log.mockRestore()
}, 60_000)
