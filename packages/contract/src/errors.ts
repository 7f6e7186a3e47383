import { z } from 'zod'
import { labelConflict, type LabelConflict } from './label-values.ts'

/**
 * Every error code the server can return, with its HTTP status. The console translates the code; the message is for people who read logs
 * and API replies. 401 is used only for a missing or ended session, because the console opens its login on 401.
 */
export const ERRORS = {
  VALIDATION: 400,
  LOGIN_FAILED: 400,
  LOGIN_CODE_INVALID: 400,
  LOGIN_TIMED_OUT: 400,
  SET_UP_TIMED_OUT: 400,
  CODE_INVALID: 400,
  PASSWORD_INVALID: 400,
  CAPTCHA_REQUIRED: 400,
  CAPTCHA_EXPIRED: 400,
  CAPTCHA_INCORRECT: 400,
  OLD_PASSWORD_INVALID: 400,
  PASSWORD_TOO_COMMON: 400,
  LINK_INVALID: 400,
  SSO_MISCONFIGURED: 400,
  SSO_WRONG_TENANT: 400,
  SSO_NOT_CONNECTED: 400,
  SSO_OTHER_ACCOUNT: 400,
  PAUSE_END_INVALID: 400,
  PAUSE_END_SKIPPED: 400,
  PAUSE_END_PAST: 400,
  PAUSE_TOO_LONG: 400,
  UNSUPPORTED_MEDIA: 400,
  EMPTY_ALARM: 400,
  ADDRESS_REFUSED: 400,
  NO_VIEWS_MATCHED: 400,
  NO_VALID_VIEWS: 400,
  NOT_AUTHORISED: 401,
  TOKEN_INVALID: 401,
  TOKEN_EXPIRED: 401,
  CROSS_SITE: 403,
  FORBIDDEN: 403,
  COMPANY_SUSPENDED: 403,
  ACCOUNT_DISABLED: 403,
  PRODUCT_LOCKED: 403,
  RULE_LOCKED: 403,
  VIEW_BY_API: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  CONSENT_OUTDATED: 409,
  CAPACITY_REACHED: 409,
  RTSP_LIMIT: 409,
  CONSENT_NEEDED: 409,
  NAME_TAKEN: 409,
  ACCOUNT_TAKEN: 409,
  SERIAL_TAKEN: 409,
  PANEL_EXISTS: 409,
  RECORDER_EXISTS: 409,
  KEY_TAKEN: 409,
  JOB_RUNNING: 409,
  EMAIL_TAKEN: 409,
  DOMAIN_TAKEN: 409,
  NO_PICTURE: 409,
  SCHEDULE_IN_USE: 409,
  SCHEDULE_KEPT: 409,
  SITE_PAUSED: 409,
  RULE_NEEDS_DETECTOR: 409,
  RULE_NOT_READY: 409,
  LAST_ADMIN: 409,
  OWN_ACCOUNT: 409,
  TWO_FACTOR_FIRST: 409,
  TWO_FACTOR_REQUIRED: 409,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  SSO_UNREACHABLE: 503,
  STORAGE_FULL: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERRORS

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(ERRORS, name)

/**
 * The body of every error reply. `errors` lists the refused fields in order. `consentCode` is set with CONSENT_NEEDED: the text that
 * somebody must agree to for the company before the request is sent again. `labels` is set with CONFLICT if somebody else has labelled the
 * alarm differently.
 */
export const errorBody = z.object({
  code: z.enum(Object.keys(ERRORS).filter(isErrorCode)),
  message: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  consentCode: z.string().optional(),
  labels: labelConflict.optional(),
})

export interface ErrorBody {
  code: ErrorCode
  message: string
  requestId: string
  errors?: { field: string; message: string }[]
  consentCode?: string
  labels?: LabelConflict
}
