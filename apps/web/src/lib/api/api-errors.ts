import type { ErrorBody, ErrorCode, LabelConflict } from '@winnow/contract'

/** A field that the server refused. */
export interface FieldError {
  field: string
  message: string
}

/** The session is missing or has ended (401). */
export class UnauthorisedError extends Error {
  override readonly name = 'UnauthorisedError'
  readonly status = 401
  readonly requestId: string | undefined

  constructor(requestId?: string) {
    super('Not authorised')
    this.requestId = requestId
  }
}

/** The server replied with an error. `message` is the server's text, from its JSON if it is JSON. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  /** Undefined when the reply did not come from our server but, for example, from a proxy. */
  readonly code: ErrorCode | undefined
  readonly fields: readonly FieldError[]
  readonly requestId: string | undefined
  /** The text that the company must agree to before the call is repeated. */
  readonly consentCode: string | undefined
  /** The two labels of an alarm that somebody else has labelled differently. */
  readonly labels: LabelConflict | undefined

  constructor(
    status: number,
    message: string,
    details: Partial<Pick<ErrorBody, 'code' | 'errors' | 'requestId' | 'consentCode' | 'labels'>> = {},
  ) {
    super(message)
    this.status = status
    this.code = details.code
    this.fields = details.errors ?? []
    this.requestId = details.requestId
    this.consentCode = details.consentCode
    this.labels = details.labels
  }
}

/** No reply came: the network or the server is unavailable. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'

  constructor(cause: unknown) {
    super('Connection lost', { cause })
  }
}

/** Statuses with which a proxy says that it cannot reach the server. */
const BETWEEN: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether the reply came from a proxy that cannot reach the server. Errors of our own server always have a code. */
export function isFromBetween(error: unknown): boolean {
  return error instanceof RequestError && error.code === undefined && BETWEEN.has(error.status)
}

/** Whether we aborted the call, for example because its screen was left. */
export function isAbort(error: unknown): boolean {
  // By name: exceptions of workers come from another realm, where `instanceof` fails.
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}

function asErrorBody(text: string): Partial<ErrorBody> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Converts an unsuccessful reply into its error. */
export async function errorOfResponse(response: Response): Promise<UnauthorisedError | RequestError> {
  const text = await response.text()
  const body = asErrorBody(text)
  const requestId = body?.requestId ?? response.headers.get('x-request-id') ?? undefined
  if (response.status === 401) return new UnauthorisedError(requestId)
  const message = body?.message ?? (text.trim().slice(0, 500) || `HTTP ${response.status}`)
  return new RequestError(response.status, message, {
    ...(body?.code ? { code: body.code } : {}),
    ...(Array.isArray(body?.errors) ? { errors: body.errors } : {}),
    ...(requestId ? { requestId } : {}),
    ...(body?.consentCode ? { consentCode: body.consentCode } : {}),
    ...(body?.labels ? { labels: body.labels } : {}),
  })
}
