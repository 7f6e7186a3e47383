import { ConnectionError, isAbort, RequestError, UnauthorisedError } from '../api/api-errors.ts'

/** The severity of an error. `critical` and `error` show as errors, `warning` as a warning. */
export type ErrorLevel = 'critical' | 'error' | 'warning'

/** The content of an error message. */
export interface ErrorNotice {
  type: 'error' | 'warning'
  /** `connection`: no reply came. Otherwise the error to describe. */
  kind: 'connection' | 'request' | 'unexpected'
  error: unknown
  /** Notices with the same id replace each other. */
  id?: string
}

/** The id of the one message about the connection. */
export const CONNECTION_NOTICE = 'connection'

type Sink = (notice: ErrorNotice) => void

let sink: Sink = () => undefined
const handled = new WeakSet<object>()

/** Sets where messages go: the toasts of the console. */
export function setErrorSink(next: Sink): void {
  sink = next
}

/** Whether this error object was already handled. */
function claim(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  if (handled.has(error)) return false
  handled.add(error)
  return true
}

/**
 * Handles all failed calls. Each error is handled once, even if several callers report it. A 401 is left to the login, aborted calls are
 * ignored, and a lost connection is shown as one warning until it returns.
 */
export function handleError(error: unknown, options: { level?: ErrorLevel; id?: string; shown?: 'inline' } = {}): void {
  if (isAbort(error) || error instanceof UnauthorisedError || !claim(error)) return
  // A form that shows what the server refused works as intended; no log entry is needed.
  const expected = options.shown === 'inline' && error instanceof RequestError && error.status < 500
  // oxlint-disable-next-line no-console -- an error that a user reports must be found in the browser's log
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
