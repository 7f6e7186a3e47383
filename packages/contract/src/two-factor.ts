import { z } from 'zod'
import { CAPTCHA_ERRORS } from './auth.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, oneTimeCode, queryFlag, success } from './values.ts'

export const TWO_FACTOR_MODES = ['off', 'optional', 'strict'] as const
/** Maximum number of times that a user can be allowed to postpone the set-up. */
export const MAX_SKIPS = 20

/** Header of the reply with the QR code picture. It contains the same secret in base32, for users who cannot scan the code. */
export const OTP_SECRET_HEADER = 'x-otp-secret'

const password = z.string().min(1).max(1024)
const backupCodes = z.array(oneTimeCode)

export const ownTwoFactor = z.object({
  enabled: z.boolean(),
  enabledAt: isoTime.nullable(),
  /** Number of backup codes that were not used yet. */
  codesLeft: z.number().int(),
  /** Whether the user may not switch the second factor off, because the company or an administrator requires it. */
  required: z.boolean(),
})
export type OwnTwoFactor = z.output<typeof ownTwoFactor>

export const companyTwoFactor = z.object({
  mode: z.enum(TWO_FACTOR_MODES),
  /** How often a user may postpone the set-up while the second factor is optional. */
  skips: z.number().int(),
  /** Number of users who log in to the console; `protectedUsers` is the number of those who have set up a second factor. */
  users: z.number().int(),
  protectedUsers: z.number().int(),
})
export type CompanyTwoFactor = z.output<typeof companyTwoFactor>

/** The company. Super users may name any company; everyone else may name only their own. */
const companyQuery = { company: id.optional() }
const companyScope = [{ in: 'query', at: 'company', kind: 'company', optional: true, anyCompany: true }] as const
const userScope = [{ in: 'path', at: 'id', kind: 'user', anyCompany: true }] as const

export const generateOtp = operation({
  id: 'twoFactor.generate',
  method: 'GET',
  path: '/v1/2fa/otp-generate',
  summary: `A new secret as a QR code (PNG), and as text in the header ${OTP_SECRET_HEADER}. It becomes valid when one of its codes is confirmed`,
  tag: 'Two-factor',
  scope: 'login',
  personal: true,
  changesState: true,
  replyType: 'binary',
  errors: ['FORBIDDEN', 'LOGIN_TIMED_OUT', 'RATE_LIMITED'],
})

export const confirmOtp = operation({
  id: 'twoFactor.confirm',
  method: 'POST',
  path: '/v1/2fa/otp-confirm-setup',
  summary:
    'Confirm the secret with one of its codes. Returns the backup codes once and finishes a waiting login. Replacing an existing second factor also requires the password',
  tag: 'Two-factor',
  scope: 'login',
  personal: true,
  body: z.object({ code: oneTimeCode, password: password.optional() }),
  reply: z.object({ success: z.literal(true), codes: backupCodes }),
  errors: [
    'FORBIDDEN',
    'CODE_INVALID',
    'LOGIN_FAILED',
    'LOGIN_TIMED_OUT',
    'SET_UP_TIMED_OUT',
    'PASSWORD_INVALID',
    ...CAPTCHA_ERRORS,
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
})

export const cancelWaitingLogin = operation({
  id: 'twoFactor.cancel',
  method: 'DELETE',
  path: '/v1/2fa/pending',
  summary: 'Cancel a login that waits for its second factor',
  tag: 'Two-factor',
  scope: 'login',
  reply: success,
})

/**
 * `skip`: postpones the caller's own set-up during a login. `enabled`: callers can only switch their own second factor off, and need the
 * password.
 */
export const updateUserOtp = operation({
  id: 'twoFactor.updateUser',
  method: 'POST',
  path: '/v1/2fa/user-otp-update/:id',
  summary:
    "`skip`: postpone the caller's set-up and finish the login. `enabled`: switch the caller's second factor off with the password; administrators use it to require one of a user, or to remove the requirement and the second factor. `reset`: administrators remove a lost second factor",
  tag: 'Two-factor',
  scope: 'login',
  personal: true,
  params: idParams,
  body: z.discriminatedUnion('field', [
    z.object({ field: z.literal('skip'), value: z.literal(true) }),
    z.object({ field: z.literal('enabled'), value: z.boolean(), password: password.optional() }),
    z.object({ field: z.literal('reset'), value: z.literal(true) }),
  ]),
  reply: success,
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'LOGIN_FAILED',
    'LOGIN_TIMED_OUT',
    'OWN_ACCOUNT',
    'TWO_FACTOR_REQUIRED',
    'PASSWORD_INVALID',
    ...CAPTCHA_ERRORS,
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
})

export const enableUserOtp = operation({
  id: 'twoFactor.enableUser',
  method: 'GET',
  path: '/v1/2fa/user-otp-enable/:id',
  summary: 'Require a second factor of a user, who must set it up at the next login',
  tag: 'Two-factor',
  scope: userScope,
  permission: 'users.manage',
  personal: true,
  changesState: true,
  params: idParams,
  reply: success,
  errors: ['OWN_ACCOUNT'],
})

export const enableCompanyOtp = operation({
  id: 'twoFactor.enableCompany',
  method: 'GET',
  path: '/v1/2fa/company-otp-enable',
  summary:
    'Ask the users of a company for a second factor. `strict`: it is required at once, and sessions without one end',
  tag: 'Two-factor',
  scope: companyScope,
  permission: 'company.write',
  personal: true,
  changesState: true,
  query: z.object({
    ...companyQuery,
    strict: queryFlag.optional(),
    skips: z.coerce.number().int().min(0).max(MAX_SKIPS).optional(),
  }),
  reply: companyTwoFactor,
  errors: ['TWO_FACTOR_FIRST'],
})

export const disableCompanyOtp = operation({
  id: 'twoFactor.disableCompany',
  method: 'GET',
  path: '/v1/2fa/company-otp-disable',
  summary: 'Stop asking the users of a company for a second factor. Existing ones stay',
  tag: 'Two-factor',
  scope: companyScope,
  permission: 'company.write',
  personal: true,
  changesState: true,
  query: z.object(companyQuery),
  reply: companyTwoFactor,
})

export const getCompanyOtp = operation({
  id: 'twoFactor.company',
  method: 'GET',
  path: '/v1/2fa/company',
  summary: 'The company’s policy for second factors, and how many users have one',
  tag: 'Two-factor',
  scope: companyScope,
  permission: 'company.write',
  query: z.object(companyQuery),
  reply: companyTwoFactor,
})

export const getOwnTwoFactor = operation({
  id: 'twoFactor.own',
  method: 'GET',
  path: '/v1/2fa/status',
  summary: "The caller's own second factor",
  tag: 'Two-factor',
  scope: 'self',
  reply: ownTwoFactor,
})

export const renewBackupCodes = operation({
  id: 'twoFactor.renewCodes',
  method: 'POST',
  path: '/v1/2fa/backup-codes',
  summary: 'New backup codes, returned once. The earlier ones become invalid',
  tag: 'Two-factor',
  scope: 'self',
  personal: true,
  body: z.object({ password }),
  reply: z.object({ codes: backupCodes }),
  errors: ['CONFLICT', 'PASSWORD_INVALID', ...CAPTCHA_ERRORS, 'RATE_LIMITED', 'UNAVAILABLE'],
})
