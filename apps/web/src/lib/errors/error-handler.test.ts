import { beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { ConnectionError, RequestError, UnauthorisedError } from '../api/api-errors.ts'
import { type ErrorNotice, handleError, setErrorSink } from './error-handler.ts'

let notices: ErrorNotice[] = []
let log: MockInstance<typeof globalThis.console.error>
beforeEach(() => {
  notices = []
  setErrorSink((notice) => notices.push(notice))
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return () => log.mockRestore()
})

describe('the common error handler · ERRORS-004', () => {
  test('shows a critical error as an error · ERRORS-005', () => {
    handleError(new RequestError(500, 'x'), { level: 'critical' })
    expect(notices).toMatchObject([{ type: 'error', kind: 'request' }])
  })

  test('shows a warning as a warning · ERRORS-006', () => {
    handleError(new RequestError(409, 'x'), { level: 'warning' })
    expect(notices).toMatchObject([{ type: 'warning' }])
  })

  test('uses error as the default level · ERRORS-007', () => {
    handleError(new Error('a bug'))
    expect(notices).toMatchObject([{ type: 'error', kind: 'unexpected' }])
  })

  test('shows an error once for all its callers', () => {
    const error = new RequestError(500, 'x')
    handleError(error)
    handleError(error, { level: 'warning' })
    expect(notices).toHaveLength(1)
    expect(log).toHaveBeenCalledTimes(1)
  })

  test('logs an error that its caller shows, and does not show it again', () => {
    const error = new RequestError(500, 'x')
    handleError(error, { shown: 'inline' })
    handleError(error)
    expect(notices).toEqual([])
    expect(log).toHaveBeenCalledExactlyOnceWith(error)
  })

  test('ignores a 401, which the login handles, and a cancelled call', () => {
    handleError(new UnauthorisedError())
    handleError(new DOMException('gone', 'AbortError'))
    expect(notices).toEqual([])
    expect(log).not.toHaveBeenCalled()
  })

  test('shows a lost connection as a warning, and several errors of it as one notice', () => {
    handleError(new ConnectionError(new TypeError()))
    handleError(new ConnectionError(new TypeError()), { level: 'critical' })
    expect(notices.map(({ type, id }) => [type, id])).toEqual([
      ['warning', 'connection'],
      ['warning', 'connection'],
    ])
  })
})
