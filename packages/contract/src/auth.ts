import { z } from 'zod'
import { companyUnlocks, maskConfig } from './company-values.ts'
import { operation } from './operation.ts'
import { EXTRA_ROLES, PERMISSIONS, USER_TYPES } from './permissions.ts'
import { id, success } from './values.ts'

/** How a changed scene is shown beside its reference. */
export const SCENE_CHANGE_MODES = ['images', 'video', 'overlay'] as const

export const companySummary = z.object({
  id,
  name: z.string(),
  theme: z.enum(['default', 'pelco', 'provider']),
  defaultSiteTimezone: z.string(),
  maskConfig,
  unlocks: companyUnlocks,
  /** Changes with the picture, for its address; null without a logo. */
  logoVersion: z.string().nullable(),
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
  roles: z.array(z.enum([...USER_TYPES, ...EXTRA_ROLES])),
  /** What the user may do, by company. The server decides again with every call. */
  permissionsByCompany: z.record(id, z.array(z.enum(PERMISSIONS))),
  /** The provider's own company of supervisors, whose users land in their area. */
  isSpecialCompany: z.boolean(),
  /** The super user who acts in this user's name, if one does. */
  impersonatedBy: z.object({ id, name: z.string() }).nullable(),
  sceneChangeMode: z.enum(SCENE_CHANGE_MODES),
  sceneChangeOpacity: z.number(),
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
