import { z } from 'zod'
import { operation } from './operation.ts'
import { PERMISSIONS, USER_TYPES } from './permissions.ts'
import { id, success } from './values.ts'

export const companySummary = z.object({
  id,
  name: z.string(),
  theme: z.enum(['default', 'pelco', 'provider']),
  defaultSiteTimezone: z.string(),
  maskConfig: z.object({ maskColor: z.tuple([z.number(), z.number(), z.number()]), maskOpacity: z.number() }),
})

/** The logged-in user as the console needs it. */
export const currentUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  companyId: id,
  companyName: z.string(),
  companySuspended: z.boolean(),
  accountType: z.string(),
  roles: z.array(z.enum(USER_TYPES)),
  permissionsByCompany: z.record(id, z.array(z.enum(PERMISSIONS))),
  company: companySummary,
  preferences: z.object({
    dateFormat: z.enum(['international', 'american']),
    userTimezone: z.string().nullable(),
  }),
})
export type CurrentUser = z.output<typeof currentUser>

export const login = operation({
  id: 'auth.login',
  method: 'POST',
  path: '/auth',
  summary: 'Log in with e-mail and password',
  tag: 'Auth',
  scope: 'public',
  body: z.object({
    email: z.string().trim().min(1).max(318),
    password: z.string().min(1).max(1024),
    keepLoggedIn: z.boolean().default(false),
  }),
  reply: currentUser,
  errors: ['LOGIN_FAILED', 'RATE_LIMITED', 'CROSS_SITE', 'UNAVAILABLE'],
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
