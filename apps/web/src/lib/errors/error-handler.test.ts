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

  test('takes error as the level when none is given · ERRORS-007', () => {
    handleError(new Error('a bug'))
    expect(notices).toMatchObject([{ type: 'error', kind: 'unexpected' }])
  })

  test('shows an error once, however many callers saw it', () => {
    const error = new RequestError(500, 'x')
    handleError(error)
    handleError(error, { level: 'warning' })
    expect(notices).toHaveLength(1)
    expect(log).toHaveBeenCalledTimes(1)
  })

  test('an error shown in its place is logged and not shown again', () => {
    const error = new RequestError(500, 'x')
    handleError(error, { shown: 'inline' })
    handleError(error)
    expect(notices).toEqual([])
    expect(log).toHaveBeenCalledExactlyOnceWith(error)
  })

  test('leaves a 401 to the login and a given-up call to nobody', () => {
    handleError(new UnauthorisedError())
    handleError(new DOMException('gone', 'AbortError'))
    expect(notices).toEqual([])
    expect(log).not.toHaveBeenCalled()
  })

  test('a lost connection is a warning, and all of them share one notice', () => {
    handleError(new ConnectionError(new TypeError()))
    handleError(new ConnectionError(new TypeError()), { level: 'critical' })
    expect(notices.map(({ type, id }) => [type, id])).toEqual([
      ['warning', 'connection'],
      ['warning', 'connection'],
    ])
  })
})
