import { act, fireEvent, render, screen } from '@testing-library/react'
import { getSystemStatus } from '@winnow/contract'
import { createI18n } from '@winnow/i18n'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { connectionStore } from '../lib/connection/connection.ts'
import { FakeApi } from '../testing/fake-api.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { FileImage } from './file-image.tsx'

const i18n = await createI18n('en', [initReactI18next])
const page = (src: string) => (
  <I18nextProvider i18n={i18n}>
    <ThemeProvider>
      <FileImage src={src} alt="Gate" />
    </ThemeProvider>
  </I18nextProvider>
)
const reachable = () => new FakeApi().on(getSystemStatus, () => ({ status: 'ok' as const })).install()
const image = () => screen.getByRole('img', { name: 'Gate' })

test('a picture that cannot be loaded shows an error, and is requested again · ERRORS-009', () => {
  reachable()
  render(page('/a?x=1'))
  fireEvent.error(image())
  expect(screen.getByText('Error whilst fetching object')).toBeDefined()
  expect(screen.queryByRole('img', { name: 'Gate' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(image().getAttribute('src')).toBe('/a?x=1&retry=1')
})

test('another picture in place of a failed one is loaded independently', () => {
  reachable()
  const { rerender } = render(page('/a'))
  fireEvent.error(image())
  rerender(page('/b'))
  expect(image().getAttribute('src')).toBe('/b')
})

test('a picture that the server failed to send is retried automatically, after two seconds and then less often', async () => {
  vi.useFakeTimers()
  try {
    reachable()
    render(page('/d'))
    const asked = []
    for (let seconds = 0; seconds <= 120; seconds += 1) {
      const found = screen.queryByRole('img', { name: 'Gate' })
      if (found) {
        asked.push(`${seconds} ${found.getAttribute('src')}`)
        fireEvent.error(found)
      }
      // oxlint-disable-next-line no-await-in-loop -- one second after the other
      await act(() => vi.advanceTimersByTimeAsync(1000))
    }
    expect(asked).toEqual(['0 /d', '2 /d?retry=1', '6 /d?retry=2', '14 /d?retry=3', '30 /d?retry=4', '62 /d?retry=5'])
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  } finally {
    vi.useRealTimers()
  }
})

test('a picture that failed without a connection is loaded automatically when the connection is back', async () => {
  reachable().disconnect()
  render(page('/c'))
  fireEvent.error(image())
  expect(await screen.findByText('It is fetched by itself when the connection is back.')).toBeDefined()
  expect(connectionStore.get()).toBe('lost')
  act(() => connectionStore.set('ok'))
  expect(image().getAttribute('src')).toBe('/c?retry=1')
})
