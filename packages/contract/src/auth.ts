import { z } from 'zod'
import { companyUnlocks, maskConfig } from './company-values.ts'
import { operation } from './operation.ts'
import { EXTRA_ROLES, PERMISSIONS, USER_TYPES } from './permissions.ts'
import { userPreferences } from './preferences.ts'
import { id, oneTimeCode, queryFlag, success } from './values.ts'

/** How a changed scene is shown beside its reference. */
export const SCENE_CHANGE_MODES = ['images', 'video', 'overlay'] as const

/** The state of a user's second factor during login. */
export const LOGIN_2FA_FLOWS = ['totp_pending_strict', 'totp_pending_allow_skip', 'totp_accepted'] as const

export const companySummary = z.object({
  id,
  name: z.string(),
  theme: z.enum(['default', 'pelco', 'provider']),
  defaultSiteTimezone: z.string(),
  maskConfig,
  unlocks: companyUnlocks,
  /** Changes when the logo changes; part of the address of the logo. Null if there is no logo. */
  logoVersion: z.string().nullable(),
})

/** The logged-in user, with the fields that the console needs. */
export const currentUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  companyId: id,
  companyName: z.string(),
  companySuspended: z.boolean(),
  accountType: z.string(),
  roles: z.array(z.enum([...USER_TYPES, ...EXTRA_ROLES])),
  /** The user's permissions by company. The server checks them again on every call. */
  permissionsByCompany: z.record(id, z.array(z.enum(PERMISSIONS))),
  /** Whether this is the provider's own company of supervisors. Its users start in the supervisors' area. */
  isSpecialCompany: z.boolean(),
  /** The super user who acts in this user's name; null if there is none. */
  impersonatedBy: z.object({ id, name: z.string() }).nullable(),
  /** False for users who have only logged in with single sign-on. They cannot use functions that require the password. */
  hasPassword: z.boolean(),
  /** Null if the user has no second factor and none is required. */
  login2FaFlow: z.enum(LOGIN_2FA_FLOWS).nullable(),
  /** How often the user may still postpone the set-up. */
  login2FaSetupSkipsRemaining: z.number().int(),
  sceneChangeMode: z.enum(SCENE_CHANGE_MODES),
  sceneChangeOpacity: z.number(),
  company: companySummary,
  preferences: userPreferences,
})
export type CurrentUser = z.output<typeof currentUser>

/**
 * The step that a login with the right password still needs: a code of the second factor (`totp`) or the set-up of one (`totp_pending`).
 */
export const secondStep = z.object({
  result: z.enum(['totp', 'totp_pending']),
  login2FaFlow: z.enum(LOGIN_2FA_FLOWS),
  login2FaSetupSkipsRemaining: z.number().int(),
  userId: id,
  email: z.string(),
})
export type SecondStep = z.output<typeof secondStep>

/** Headers with the solution of a captcha. The login also accepts the solution in its body. */
export const CAPTCHA_NONCE_HEADER = 'x-captcha-nonce'
export const CAPTCHA_ANSWER_HEADER = 'x-captcha-answer'

const emailText = z.string().trim().min(1).max(318)
const passwordText = z.string().min(1).max(1024)

/** Errors of calls that may require a captcha. */
export const CAPTCHA_ERRORS = ['CAPTCHA_REQUIRED', 'CAPTCHA_EXPIRED', 'CAPTCHA_INCORRECT'] as const

interface Credentials {
  email?: string | undefined
  password?: string | undefined
  authenticationCode?: string | undefined
  backupCode?: string | undefined
}

/** Either e-mail and password are both present, or both are absent and a code completes the pending login. */
const hasCredentials = ({ email, password, authenticationCode, backupCode }: Credentials): boolean =>
  email === undefined
    ? password === undefined && (authenticationCode ?? backupCode) !== undefined
    : password !== undefined

/** The path of the console to open after a login. A text that a browser could interpret as another origin is refused. */
export const ssoRedirect = z
  .string()
  .max(2000)
  // oxlint-disable-next-line no-control-regex -- browsers skip control characters, so that `/<tab>/host` would be another origin
  .regex(/^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/, { message: 'must be a path of this console' })
export const keepLoggedInFlag = queryFlag

/** Parameters that start a login at a provider. */
const ssoStart = { redirect: ssoRedirect.optional(), keepLoggedIn: keepLoggedInFlag.optional() }

/**
 * How a user with this e-mail address logs in. Only the domain of the address decides. If `isIDMUser` is true, the user logs in at the
 * provider, at `authUrl`. If `authUrl` is null, the user logs in with a password. If there is an `authUrl` but `isIDMUser` is false, the
 * user may choose. The reply is the same whether or not an account exists for the address.
 */
export const wayIn = z.object({ isIDMUser: z.boolean(), authUrl: z.string().nullable() })
export type WayIn = z.output<typeof wayIn>

export const checkUserByEmail = operation({
  id: 'auth.checkUserByEmail',
  method: 'GET',
  path: '/auth/check-user-by-email',
  summary: 'The login method of an e-mail. Does not reveal whether it has an account',
  tag: 'Auth',
  scope: 'public',
  query: z.object({ email: emailText, ...ssoStart }),
  reply: wayIn,
  errors: ['SSO_MISCONFIGURED', 'SSO_UNREACHABLE', ...CAPTCHA_ERRORS, 'RATE_LIMITED'],
})

export const checkUser = operation({
  id: 'auth.checkUser',
  method: 'GET',
  path: '/auth/check-user/:id',
  summary: 'The login method of an e-mail, with the e-mail in the path',
  tag: 'Auth',
  scope: 'public',
  params: z.object({ id: emailText }),
  query: z.object(ssoStart),
  reply: wayIn,
  errors: ['SSO_MISCONFIGURED', 'SSO_UNREACHABLE', ...CAPTCHA_ERRORS, 'RATE_LIMITED'],
})

export const getCaptcha = operation({
  id: 'auth.captcha',
  method: 'GET',
  path: '/v1/captcha',
  summary: `A captcha: a picture with letters and digits (PNG), and its nonce in the header ${CAPTCHA_NONCE_HEADER}. Valid once, for five minutes`,
  tag: 'Auth',
  scope: 'public',
  replyType: 'binary',
  errors: ['RATE_LIMITED', 'UNAVAILABLE'],
})

export const login = operation({
  id: 'auth.login',
  method: 'POST',
  path: '/auth',
  summary:
    'Log in with e-mail and password, and with a code if a second factor requires one. The code may come in a second call without e-mail and password. Returns the user, or the next step',
  tag: 'Auth',
  scope: 'public',
  body: z
    .object({
      email: emailText.optional(),
      password: passwordText.optional(),
      keepLoggedIn: z.boolean().default(false),
      authenticationCode: oneTimeCode.optional(),
      backupCode: oneTimeCode.optional(),
      captcha: z.object({ nonce: z.string().max(200), answer: z.string().max(50) }).optional(),
    })
    .refine(hasCredentials, { message: 'e-mail and password, or a code, is missing' }),
  reply: z.union([currentUser, secondStep]),
  errors: [
    'LOGIN_FAILED',
    'LOGIN_TIMED_OUT',
    'CODE_INVALID',
    ...CAPTCHA_ERRORS,
    'RATE_LIMITED',
    'CROSS_SITE',
    'UNAVAILABLE',
  ],
})

export const loginWithCode = operation({
  id: 'auth.loginWithCode',
  method: 'POST',
  path: '/auth/login-with-code',
  summary: 'Log in with the code from a single sign-on',
  tag: 'Auth',
  scope: 'public',
  body: z.object({
    code: z.string().min(1).max(4096),
    /** What the provider returned in addition to the code. A code without a state is refused. */
    state: z.string().max(200).optional(),
    iss: z.string().max(500).optional(),
  }),
  reply: currentUser.extend({
    /** The `redirect` path with which the login was started. */
    redirectTo: z.string().nullable(),
  }),
  errors: [
    'LOGIN_CODE_INVALID',
    'LOGIN_FAILED',
    'LINK_INVALID',
    'SSO_MISCONFIGURED',
    'SSO_WRONG_TENANT',
    'SSO_NOT_CONNECTED',
    'SSO_OTHER_ACCOUNT',
    'ACCOUNT_DISABLED',
    'SSO_UNREACHABLE',
    'RATE_LIMITED',
  ],
})

export const changePassword = operation({
  id: 'auth.changePassword',
  method: 'PUT',
  path: '/auth',
  summary: "Change the caller's password. Ends all other sessions and gives this one a new cookie",
  tag: 'Auth',
  scope: 'self',
  personal: true,
  body: z.object({ userId: id, oldPassword: passwordText, newPassword: passwordText }),
  reply: success,
  errors: [
    'FORBIDDEN',
    'OLD_PASSWORD_INVALID',
    'PASSWORD_TOO_COMMON',
    ...CAPTCHA_ERRORS,
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
})

export const resetPassword = operation({
  id: 'auth.resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Request a mail with a link for a new password. The answer is the same for unknown accounts',
  tag: 'Auth',
  scope: 'public',
  body: z.object({
    email: emailText,
    /** Language of the mail. */
    locale: z.string().max(10).optional(),
  }),
  reply: success,
  errors: [...CAPTCHA_ERRORS, 'RATE_LIMITED'],
})

export const newPassword = operation({
  id: 'auth.newPassword',
  method: 'POST',
  path: '/auth/new-password',
  summary: 'Set a new password with the token of a mailed link. Ends all sessions and opens none',
  tag: 'Auth',
  scope: 'public',
  body: z.object({ token: z.string().min(1).max(200), newPassword: passwordText }),
  reply: success,
  errors: ['LINK_INVALID', 'PASSWORD_TOO_COMMON', 'RATE_LIMITED', 'UNAVAILABLE'],
})

export const logout = operation({
  id: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the session',
  tag: 'Auth',
  scope: 'self',
  reply: success,
})

export const getCurrentUser = operation({
  id: 'auth.user',
  method: 'GET',
  path: '/auth/user',
  summary: 'The logged-in user',
  tag: 'Auth',
  scope: 'self',
  reply: currentUser,
})

export const getSession = operation({
  id: 'auth.session',
  method: 'GET',
  path: '/auth/session',
  summary:
    'The logged-in user, and the next step of a login in progress. Without a session the answer is empty and not an error, because browsers print errors',
  tag: 'Auth',
  scope: 'login',
  reply: z.object({ user: currentUser.nullable(), waiting: secondStep.nullable() }),
})

export const forensicLogout = operation({
  id: 'auth.forensicLogout',
  method: 'POST',
  path: '/forensic/v1/logout',
  summary: 'Called before the logout, so that a forensic service in front of this path can end its own session',
  tag: 'Auth',
  scope: 'self',
  reply: success,
})
