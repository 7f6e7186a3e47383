import { createProject, listTokens, type Token } from '@winnow/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { tokenPage } from '../../testing/build-token.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure, FakeApi } from '../../testing/fake-api.ts'
import { type ErrorNotice, setErrorSink } from '../errors/error-handler.ts'
import { onUnauthorised } from '../api/call.ts'
import { sessionEnded, sessionExpired, sessionStarted, sessionStore } from '../session/session-store.ts'
import { createQueryClient } from './query-client.ts'
import { useOperation, useOperationQuery } from './use-operation.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const project = { id: ID, name: 'Acme', groupIds: [], permission: 'write' as const, siteCount: 0, viewCount: 0 }
const token: Token = {
  id: ID,
  tokenType: 'api',
  name: 'x',
  nodes: null,
  createdAt: '2026-11-21T00:00:00Z',
  madeBy: 'Ada Admin',
  lastUsedAt: null,
  expiresAt: null,
}

let api: FakeApi
let notices: ErrorNotice[]
let queries: ReturnType<typeof createQueryClient>
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
)

beforeEach(() => {
  api = new FakeApi().install()
  queries = createQueryClient()
  notices = []
  setErrorSink((notice) => notices.push(notice))
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  return () => {
    log.mockRestore()
    warn.mockRestore()
  }
})

describe('loading', () => {
  test('a refusal is not retried, and is left to the screen that shows it', async () => {
    api.on(listTokens, () => failure('FORBIDDEN', 'no'))
    const { result } = renderHook(() => useOperationQuery(listTokens, { query: {} }), { wrapper })
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(api.callsOf(listTokens)).toHaveLength(1)
    expect(notices).toEqual([])
  })

  test('a temporary error is retried twice', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    api.on(listTokens, () => failure('UNAVAILABLE', 'starting'))
    const { result } = renderHook(() => useOperationQuery(listTokens, { query: {} }), { wrapper })
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(result.current.isError).toBe(true)
    expect(api.callsOf(listTokens)).toHaveLength(3)
    vi.useRealTimers()
  })

  test('a failed refresh keeps the shown data and warns · ERRORS-006', async () => {
    api.on(listTokens, () => tokenPage([token]))
    const { result } = renderHook(() => useOperationQuery(listTokens, { query: {} }), { wrapper })
    await waitFor(() => expect(result.current.data?.rows).toHaveLength(1))
    api.on(listTokens, () => failure('FORBIDDEN', 'no'))
    await act(() => result.current.refetch())
    expect(result.current.data?.rows).toHaveLength(1)
    expect(notices).toMatchObject([{ type: 'warning' }])
  })
})

describe('changing', () => {
  test('a failure reaches the common error handler · ERRORS-004 ERRORS-007', async () => {
    api.on(createProject, () => failure('NAME_TAKEN', 'x'))
    const { result } = renderHook(() => useOperation(createProject), { wrapper })
    act(() => result.current.mutate({ params: { id: ID }, body: { name: 'Acme' } }))
    await waitFor(() => expect(notices).toMatchObject([{ type: 'error', kind: 'request' }]))
  })

  test('a form that shows its errors gets no toast', async () => {
    api.on(createProject, () => failure('NAME_TAKEN', 'x'))
    const { result } = renderHook(() => useOperation(createProject, { inlineErrors: true }), { wrapper })
    act(() => result.current.mutate({ params: { id: ID }, body: { name: 'Acme' } }))
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'NAME_TAKEN' }))
    expect(notices).toEqual([])
  })

  test('preparatory work is awaited, and the call is pending meanwhile', async () => {
    api.on(createProject, () => project)
    const first = Promise.withResolvers<void>()
    const { result } = renderHook(() => useOperation(createProject, { before: () => first.promise }), { wrapper })
    act(() => result.current.mutate({ params: { id: ID }, body: { name: 'Acme' } }))
    await waitFor(() => expect(result.current.isPending).toBe(true))
    expect(api.callsOf(createProject)).toEqual([])
    first.resolve()
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    expect(api.callsOf(createProject)).toHaveLength(1)
  })

  test('outdated data is loaded again afterwards', async () => {
    api.on(listTokens, () => tokenPage([token])).on(createProject, () => project)
    const { result } = renderHook(
      () => ({
        list: useOperationQuery(listTokens, { query: {} }),
        create: useOperation(createProject, { invalidates: [listTokens] }),
      }),
      { wrapper },
    )
    await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
    act(() => result.current.create.mutate({ params: { id: ID }, body: { name: 'Acme' } }))
    await waitFor(() => expect(api.callsOf(listTokens)).toHaveLength(2))
  })
})

function begin() {
  const stop = onUnauthorised(sessionExpired)
  sessionStarted(buildUser())
  api.on(createProject, () => failure('NOT_AUTHORISED', 'x'))
  const hook = renderHook(() => useOperation(createProject), { wrapper })
  act(() => hook.result.current.mutate({ params: { id: ID }, body: { name: 'Acme' } }))
  return { hook, stop }
}

describe('an ended session', () => {
  test('makes a change wait for the login and then runs it · SESSION-002 SESSION-004 LOGIN-024', async () => {
    const { hook, stop } = begin()
    await waitFor(() => expect(sessionStore.get().expired).toBe(true))
    expect(hook.result.current.isPending).toBe(true)
    api.on(createProject, () => project)
    act(() => sessionStarted(buildUser()))
    await waitFor(() => expect(hook.result.current.data).toMatchObject({ name: 'Acme' }))
    expect(sessionStore.get().expired).toBe(false)
    expect(notices).toEqual([])
    stop()
  })

  test('is not assumed after a late 401 to a call from before the login; that call is repeated · SESSION-002 SESSION-004', async () => {
    const stop = onUnauthorised(sessionExpired)
    sessionStarted(buildUser())
    let refuse: () => void = () => undefined
    api.on(createProject, () =>
      api.callsOf(createProject).length > 1
        ? project
        : new Promise<Response>((resolve) => {
            refuse = () => resolve(failure('NOT_AUTHORISED', 'x'))
          }),
    )
    const hook = renderHook(() => useOperation(createProject), { wrapper })
    act(() => hook.result.current.mutate({ params: { id: ID }, body: { name: 'Acme' } }))
    await waitFor(() => expect(api.callsOf(createProject)).toHaveLength(1))
    sessionExpired()
    act(() => sessionStarted(buildUser()))
    refuse()
    await waitFor(() => expect(hook.result.current.data).toMatchObject({ name: 'Acme' }))
    expect(sessionStore.get().expired).toBe(false)
    expect(notices).toEqual([])
    stop()
  })

  test('cancels the waiting change when the user logs out instead', async () => {
    const { hook, stop } = begin()
    await waitFor(() => expect(sessionStore.get().expired).toBe(true))
    act(() => sessionEnded())
    await waitFor(() => expect(hook.result.current.isError).toBe(true))
    expect(api.callsOf(createProject)).toHaveLength(1)
    stop()
  })

  test('is logged once for any number of calls · ERRORS-002', () => {
    sessionStarted(buildUser())
    sessionExpired()
    sessionExpired()
    // oxlint-disable-next-line no-console -- the test checks the browser's log
    expect(console.warn).toHaveBeenCalledExactlyOnceWith('your session has expired')
  })

  test('is impossible without a user', () => {
    sessionExpired()
    expect(sessionStore.get()).toEqual({ user: null, expired: false })
  })
})
