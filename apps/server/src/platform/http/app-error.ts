import { ERRORS, type ErrorBody, type ErrorCode, type LabelConflict } from '@winnow/contract'

/** An expected failure of a request: an error code of the contract, a message for the API's user, and the fields concerned. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: NonNullable<ErrorBody['errors']>
  /** Seconds after which a retry makes sense (429, 503). */
  readonly retryAfter: number | undefined
  /** With CONSENT_NEEDED: the text that somebody must agree to first. */
  readonly consentCode: string | undefined
  /** With CONFLICT: the two labels of an alarm. */
  readonly labels: LabelConflict | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: ErrorBody['errors']
      cause?: unknown
      retryAfter?: number
      consentCode?: string
      labels?: LabelConflict
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields ?? []
    this.retryAfter = options.retryAfter
    this.consentCode = options.consentCode
    this.labels = options.labels
  }

  get status(): number {
    return ERRORS[this.code]
  }
}

/** The error for objects that do not exist and for objects of others. Both get the same error, so that nobody can probe ids. */
export const notFound = (): AppError => new AppError('NOT_FOUND', 'Not found')
