import { ConnectionError, isAbort, RequestError, UnauthorisedError } from '../api/api-errors.ts'

/** How loud an error is. `critical` and `error` are errors to the user, `warning` a warning. */
export type ErrorLevel = 'critical' | 'error' | 'warning'

/** What is shown of an error. */
export interface ErrorNotice {
  type: 'error' | 'warning'
  /** `connection`: no reply came; else the error to put into words. */
  kind: 'connection' | 'request' | 'unexpected'
  error: unknown
  /** Notices with the same id replace each other. */
  id?: string
}

/** Id of the one notice about the connection. */
export const CONNECTION_NOTICE = 'connection'

type Sink = (notice: ErrorNotice) => void

let sink: Sink = () => undefined
const handled = new WeakSet<object>()

/** Where notices go: the toasts of the console. */
export function setErrorSink(next: Sink): void {
  sink = next
}

/** Whether this very error was dealt with before. */
function claim(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  if (handled.has(error)) return false
  handled.add(error)
  return true
}

/**
 * The one place failed calls end up: once per error, however many callers saw it. A 401 is shown by the login, a given-up call not
 * at all, a lost connection as one warning until it is back.
 */
export function handleError(error: unknown, options: { level?: ErrorLevel; id?: string; shown?: 'inline' } = {}): void {
  if (isAbort(error) || error instanceof UnauthorisedError || !claim(error)) return
  // A form that says what the server refuses does its work; nobody needs to look into that.
  const expected = options.shown === 'inline' && error instanceof RequestError && error.status < 500
  // oxlint-disable-next-line no-console -- what users report must be findable in their browser
  if (!expected) console.error(error)
  if (options.shown === 'inline') return
  if (error instanceof ConnectionError) {
    sink({ type: 'warning', kind: 'connection', error, id: CONNECTION_NOTICE })
    return
  }
  sink({
    type: options.level === 'warning' ? 'warning' : 'error',
    kind: error instanceof RequestError ? 'request' : 'unexpected',
    error,
    ...(options.id ? { id: options.id } : {}),
  })
}
