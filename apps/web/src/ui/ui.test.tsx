import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createI18n } from '@winnow/i18n'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionError, RequestError } from '../lib/api/api-errors.ts'
import { sessionStarted } from '../lib/session/session-store.ts'
import { buildUser } from '../testing/build-user.ts'
import { preferring } from '../testing/preferring.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Allowed } from './allowed.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import { DataTable } from './data-table.tsx'
import { ErrorState } from './error-state.tsx'
import { TimeText } from './time-text.tsx'
import { VerdictBadge } from './verdict-badge.tsx'

const i18n = await createI18n('en', [initReactI18next])

function show(children: ReactNode) {
  return render(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>{children}</ThemeProvider>
    </I18nextProvider>,
  )
}

describe('copy button', () => {
  const write = vi.fn<(text: string) => Promise<void>>()
  beforeEach(() => {
    vi.useFakeTimers()
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true })
  })
  afterEach(() => {
    vi.useRealTimers()
    write.mockReset()
    Reflect.deleteProperty(navigator, 'clipboard')
  })

  test('says Copied! for two seconds', async () => {
    write.mockResolvedValue()
    show(<CopyButton value="secret" />)
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    // The clipboard answers asynchronously.
    await act(() => vi.advanceTimersByTimeAsync(0))
    await act(() => vi.advanceTimersByTimeAsync(1999))
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeDefined()
    expect(write).toHaveBeenCalledExactlyOnceWith('secret')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined()
  })

  test('shows nothing when the browser refused', async () => {
    write.mockRejectedValue(new Error('not allowed'))
    document.execCommand = () => false
    show(<CopyButton value="secret" />)
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.queryByRole('button', { name: 'Copied!' })).toBeNull()
    expect(document.querySelector('textarea')).toBeNull()
  })
})

describe('time', () => {
  test('is in the named zone of the site, or in the user’s own', () => {
    sessionStarted(buildUser())
    show(<TimeText at="2026-07-04T21:05:09Z" zone="Asia/Tokyo" />)
    expect(screen.getByText(/05\/07\/2026 06:05:09 GMT\+9/)).toBeDefined()
    show(<TimeText at="2026-07-04T21:05:09Z" />)
    expect(screen.getByText('04/07/2026 22:05:09 BST')).toBeDefined()
  })

  test('follows the user’s choice of format and zone', () => {
    sessionStarted(buildUser())
    show(<TimeText at="2026-07-04T21:05:09Z" />)
    preferring({ dateFormat: 'american', is12h: true, userTimezone: 'America/New_York' })
    expect(screen.getByText(/07\/04\/2026 5:05:09 PM/)).toBeDefined()
  })

  test('has its zone only in the tooltip if a list names the zone in its heading', () => {
    sessionStarted(buildUser())
    show(<TimeText at="2026-07-04T21:05:09Z" zone="Europe/London" show="time" bare />)
    expect(screen.getByText('22:05:09').title).toBe('Saturday 04 July 2026 22:05:09 BST (Europe/London)')
  })
})

describe('what a user may not do', () => {
  test('is hidden, or disabled with the reason', () => {
    sessionStarted(buildUser({ permissions: ['alarm.read'] }))
    show(
      <>
        <Allowed permission="alarm.read">read</Allowed>
        <Allowed permission="node.write">write</Allowed>
        <Allowed permission="users.manage" otherwise="lock" reason="Only administrators">
          <button type="button">manage</button>
        </Allowed>
        <Allowed permission="alarm.read" also={false}>
          this site
        </Allowed>
      </>,
    )
    expect(screen.getByText('read')).toBeDefined()
    expect(screen.queryByText('write')).toBeNull()
    expect(screen.queryByText('this site')).toBeNull()
    const lock = screen.getByRole('note', { name: 'Only administrators' })
    expect(within(lock).getByText('manage').closest('[inert]')).not.toBeNull()
  })
})

describe('error state', () => {
  test.each([
    [
      new RequestError(404, 'x', { code: 'NOT_FOUND', requestId: 'r1' }),
      'Not found',
      'It may have been deleted, or your account may not see it.',
    ],
    [
      new RequestError(403, 'x', { code: 'FORBIDDEN', requestId: 'r1' }),
      'You have no access for this action',
      'Ask an administrator of your company for access.',
    ],
    [
      new ConnectionError(undefined),
      'Connection lost',
      'Check your network. It is fetched by itself when the connection is back.',
    ],
    [
      new Error('bug'),
      'An unexpected error occurred',
      'Try again. If it keeps happening, tell your administrator the request id.',
    ],
  ])('%s shows what happened and what to do', (error, title, hint) => {
    const retry = vi.fn<() => void>()
    show(<ErrorState error={error} onRetry={retry} />)
    expect(screen.getByRole('heading').textContent).toBe(title)
    expect(screen.getByText(hint)).toBeDefined()
    expect(screen.queryByText('Request r1') !== null).toBe(error instanceof RequestError)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })
})

test.each([
  ['true', 'Passed'],
  ['false', 'Filtered'],
  ['unverified', 'Unverified'],
  ['waiting', 'Waiting'],
  ['outside', 'Outside'],
] as const)('the verdict %s is a word and an icon, not only a colour', (verdict, word) => {
  const { container } = show(<VerdictBadge verdict={verdict} iconOnly />)
  expect(screen.getByText(word)).toBeDefined()
  expect(container.querySelector('svg')).not.toBeNull()
})

function confirming(onConfirm: () => Promise<unknown>, onClose: () => void) {
  return show(
    <ConfirmDialog opened title="Delete?" confirm="Delete" danger onConfirm={onConfirm} onClose={onClose}>
      It is gone then.
    </ConfirmDialog>,
  )
}

describe('a confirmation dialog', () => {
  test('stays open until the action is done, then closes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onClose = vi.fn<() => void>()
    confirming(() => promise, onClose)
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
    await act(async () => resolve())
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('stays open when the action failed, so that it can be retried', async () => {
    const onClose = vi.fn<() => void>()
    confirming(() => Promise.reject(new Error('no')), onClose)
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Delete' })))
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false)
  })
})

test('a table has names for its columns and rows for assistive technology', () => {
  show(
    <DataTable
      label="Tokens"
      rows={[{ id: 'a', n: 1 }]}
      rowKey={(row) => row.id}
      columns={[
        { key: 'id', header: 'Id', render: (row) => row.id },
        { key: 'n', header: 'Number', align: 'right', render: (row) => row.n },
      ]}
    />,
  )
  expect(screen.getByRole('region', { name: 'Tokens' })).toBeDefined()
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Id', 'Number'])
  const number = screen.getByRole('cell', { name: '1' })
  expect(number.dataset['align']).toBe('right')
  // The column name that a card shows beside the value.
  expect(number.dataset['label']).toBe('Number')
})
