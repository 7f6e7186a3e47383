import { act, fireEvent, render, screen } from '@testing-library/react'
import { createI18n } from '@winnow/i18n'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestError } from '../../lib/api/api-errors.ts'
import { ThemeProvider } from '../../theme/theme-provider.tsx'
import type { ErrorTexts } from '../error-text.ts'
import { toastOfError } from './error-toast.ts'
import { dismissToast, showToast, toastsStore, type ToastType } from './toast-store.ts'
import { Offers, Toaster } from './toaster.tsx'

const i18n = await createI18n('en', [initReactI18next])

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <Toaster />
        <Offers />
      </ThemeProvider>
    </I18nextProvider>,
  )
  return () => vi.useRealTimers()
})

function show(toast: Parameters<typeof showToast>[0]) {
  act(() => void showToast(toast))
}

function pass(ms: number) {
  act(() => void vi.advanceTimersByTime(ms))
}

test('toasts are at the top centre · TOASTS-001', () => {
  show({ message: 'Saved' })
  expect(screen.getByText('Saved').closest('[data-position="top-center"]')).not.toBeNull()
})

test('toasts that do not result from a user’s action are in a strip below the page', () => {
  show({ message: 'Saved' })
  show({ message: 'There is more', isOffer: true })
  expect(screen.getByText('There is more').closest('[data-position]')?.getAttribute('data-position')).toBe('below')
  expect(screen.getByText('Saved').closest('[data-position]')?.getAttribute('data-position')).toBe('top-center')
})

describe('without a duration', () => {
  test.each<[string, ToastType | undefined]>([
    ['success', 'success'],
    ['no type', undefined],
  ])('a toast of %s closes after 5 s · TOASTS-002', (_name, type) => {
    show({ type, message: 'Saved' })
    pass(4999)
    expect(screen.queryByText('Saved')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test.each<ToastType>(['error', 'warning', 'info'])(
    'a toast of type %s stays until it is dismissed · TOASTS-003',
    (type) => {
      show({ type, message: 'Look here' })
      pass(3_600_000)
      expect(screen.queryByText('Look here')).not.toBeNull()
      fireEvent.click(screen.getByRole('button', { name: 'Close' }))
      expect(screen.queryByText('Look here')).toBeNull()
    },
  )
})

test('a toast of any type uses the duration that it is given', () => {
  show({ type: 'error', message: 'Short', duration: 100 })
  show({ type: 'success', message: 'Long', duration: null })
  pass(100)
  expect(screen.queryByText('Short')).toBeNull()
  pass(60_000)
  expect(screen.queryByText('Long')).not.toBeNull()
})

test('a toast that is being read stays, and then has its full time again', () => {
  show({ message: 'Saved' })
  pass(4000)
  fireEvent.mouseEnter(screen.getByRole('status'))
  pass(60_000)
  expect(screen.queryByText('Saved')).not.toBeNull()
  fireEvent.mouseLeave(screen.getByRole('status'))
  pass(5000)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a toast with a known id replaces the old one', () => {
  show({ id: 'a', message: 'One' })
  show({ id: 'a', message: 'Two' })
  expect(toastsStore.get().map((toast) => toast.message)).toEqual(['Two'])
  act(() => dismissToast('a'))
  expect(toastsStore.get()).toEqual([])
})

test('an action runs once and closes its toast', () => {
  const run = vi.fn<() => void>()
  show({ message: 'Deleted', actions: [{ label: 'Undo', run }] })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Deleted')).toBeNull()
})

describe('errors as toasts', () => {
  const t: ErrorTexts = i18n.getFixedT(null, ['common', 'errors'])
  const error = new RequestError(500, 'x', { code: 'INTERNAL', requestId: 'req-9' })

  test('an error is titled Error and shows its request id · ERRORS-005', () => {
    act(() => toastOfError({ type: 'error', kind: 'request', error }, t))
    const toast = screen.getByRole('alert')
    expect(toast.textContent).toContain('Error')
    expect(toast.textContent).toContain('Request req-9')
    expect(toast.dataset['type']).toBe('error')
  })

  test('a warning is titled Warning · ERRORS-006', () => {
    act(() => toastOfError({ type: 'warning', kind: 'request', error }, t))
    expect(screen.getByRole('alert').querySelector('strong')?.textContent).toBe('Warning')
    expect(screen.getByRole('alert').dataset['type']).toBe('warning')
  })
})
