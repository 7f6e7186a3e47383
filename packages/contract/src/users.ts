import { z } from 'zod'
import { currentUser, SCENE_CHANGE_MODES, secondStep } from './auth.ts'
import { operation } from './operation.ts'
import { EXTRA_ROLES, PERMISSIONS, USER_TYPES } from './permissions.ts'
import { changedName, id, idParams, isoTime, name, paged, pageQuery, queryList, success } from './values.ts'

/** `invited`: the invitation link has not been used yet. `expired`: it was not used in time. */
export const USER_STATUSES = ['active', 'invited', 'expired', 'suspended'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/** State of a user's second factor. `required`: an administrator requires it, and the user has not set it up yet. */
export const USER_TWO_FACTOR = ['off', 'required', 'on'] as const

export const NODE_KINDS = ['project', 'site', 'view'] as const

/** A client, site or camera that a user of a restricted type may see, together with all nodes below it. */
export const grantBody = z.object({ kind: z.enum(NODE_KINDS), id, permission: z.enum(['read', 'write']) })
/** The names on the path from the client to the node; null if the node was deleted. */
export const grant = grantBody.extend({ path: z.string().nullable() })
export type Grant = z.output<typeof grant>

/** Maximum number of grants of a user. It is enough to grant every site of a large company individually. */
const MAX_GRANTS = 5000
const GRANT_LIST_BYTES = 512 * 1024

export const userRow = z.object({
  id,
  companyId: id,
  name: z.string(),
  email: z.string(),
  userType: z.enum(USER_TYPES),
  extraRoles: z.array(z.enum(EXTRA_ROLES)),
  status: z.enum(USER_STATUSES),
  twoFactor: z.enum(USER_TWO_FACTOR),
  lastLoginAt: isoTime.nullable(),
  createdAt: isoTime,
  /** Number of granted nodes; null for user types that see the whole company. */
  grantCount: z.number().int().nullable(),
})
export type UserRow = z.output<typeof userRow>

export const user = userRow.extend({
  companyName: z.string(),
  grants: z.array(grant),
  /** The time at which the invitation link expires; null if there is no open invitation. */
  invitedUntil: isoTime.nullable(),
  /** Version of the user's role and grants. An update of them sends this value back. */
  accessVersion: z.string(),
  /**
   * Number of still valid API tokens that the user created. The tokens belong to the company and remain valid when the account is deleted.
   */
  liveTokens: z.number().int(),
})
export type User = z.output<typeof user>

const email = z.string().trim().min(1).max(318)
const extraRoles = z.array(z.enum(EXTRA_ROLES)).max(EXTRA_ROLES.length)
const grants = z.array(grantBody).max(MAX_GRANTS)

/** The result of sending the invitation mail. Without a mail server, the reply contains the link so that the caller can pass it on. */
export const invitation = z.object({
  mailed: z.boolean(),
  link: z.string().nullable(),
  expiresAt: isoTime,
})
export type Invitation = z.output<typeof invitation>

/** The columns by which the users of a company can be sorted. Missing values come last. */
export const USER_SORTS = ['name', 'email', 'role', 'login'] as const

export const listUsers = operation({
  id: 'users.list',
  method: 'GET',
  path: '/company/:id/user',
  summary: 'Users of a company, by name unless `sort` says otherwise; `permissions`: those who may do all of these',
  tag: 'Users',
  scope: [{ in: 'path', at: 'id', kind: 'company', anyCompany: true }],
  permission: 'users.manage',
  params: idParams,
  query: z.object({
    search: z.string().trim().max(318).optional(),
    roles: queryList(z.enum([...USER_TYPES, ...EXTRA_ROLES])).optional(),
    permissions: queryList(z.enum(PERMISSIONS)).optional(),
    status: z.enum(USER_STATUSES).optional(),
    ...pageQuery({ usual: 50, most: 200, sort: USER_SORTS }),
  }),
  reply: paged(userRow),
})

export const inviteUser = operation({
  id: 'users.invite',
  method: 'POST',
  path: '/company/:id/user',
  summary: 'Invite a user by e-mail. Programs get no invitation: they act by tokens',
  tag: 'Users',
  scope: [{ in: 'path', at: 'id', kind: 'company', anyCompany: true }],
  permission: 'users.manage',
  maxBytes: GRANT_LIST_BYTES,
  params: idParams,
  body: z.object({
    email,
    name,
    userType: z.enum(USER_TYPES),
    extraRoles: extraRoles.default([]),
    grants: grants.default([]),
  }),
  reply: z.object({ user, invitation: invitation.nullable() }),
  errors: ['EMAIL_TAKEN', 'RATE_LIMITED'],
})

export const getUser = operation({
  id: 'users.get',
  method: 'GET',
  path: '/user/:id',
  summary: 'A user with what they may see',
  tag: 'Users',
  scope: [{ in: 'path', at: 'id', kind: 'user', anyCompany: true }],
  permission: 'users.manage',
  params: idParams,
  reply: user,
})

export const updateUser = operation({
  id: 'users.update',
  method: 'PUT',
  path: '/user/:id',
  summary: 'Change name, role, what is seen, or suspend; fields left out stay',
  tag: 'Users',
  scope: [{ in: 'path', at: 'id', kind: 'user', anyCompany: true }],
  permission: 'users.manage',
  maxBytes: GRANT_LIST_BYTES,
  params: idParams,
  body: z.object({
    name: changedName.optional(),
    userType: z.enum(USER_TYPES).optional(),
    extraRoles: extraRoles.optional(),
    grants: grants.optional(),
    suspended: z.boolean().optional(),
    /** Version of the access that the caller saw. If the access has changed since, the request changes nothing. */
    accessVersion: z.string().max(100).optional(),
  }),
  reply: user,
  errors: ['CONFLICT', 'LAST_ADMIN', 'OWN_ACCOUNT'],
})

export const deleteUser = operation({
  id: 'users.delete',
  method: 'DELETE',
  path: '/user/:id',
  summary: 'Delete a user; what they did stays in the audit under their name',
  tag: 'Users',
  scope: [{ in: 'path', at: 'id', kind: 'user', anyCompany: true }],
  permission: 'users.manage',
  params: idParams,
  reply: success,
  errors: ['LAST_ADMIN', 'OWN_ACCOUNT'],
})

export const endUserSessions = operation({
  id: 'users.endSessions',
  method: 'DELETE',
  path: '/v1/user/:id/sessions',
  summary:
    "End a user's sessions everywhere, their logins that wait for a second factor among them; they may log in again",
  tag: 'Users',
  scope: [{ in: 'path', at: 'id', kind: 'user', anyCompany: true }],
  permission: 'users.manage',
  params: idParams,
  reply: z.object({ ended: z.number().int() }),
  errors: ['OWN_ACCOUNT'],
})

export const resendInvitation = operation({
  id: 'users.resendInvitation',
  method: 'POST',
  path: '/v1/user/:id/invitation',
  summary: 'Invite again; the earlier link ends',
  tag: 'Users',
  scope: [{ in: 'path', at: 'id', kind: 'user', anyCompany: true }],
  permission: 'users.manage',
  params: idParams,
  reply: invitation,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const searchUsers = operation({
  id: 'users.search',
  method: 'GET',
  path: '/v1/users/search',
  summary: 'Find users by e-mail: super users everywhere, others in their company',
  tag: 'Users',
  scope: 'self',
  permission: 'users.search',
  query: z.object({
    email: z.string().trim().max(318).default(''),
    ...pageQuery({ usual: 10, most: 100 }),
  }),
  reply: paged(
    userRow.pick({ id: true, name: true, email: true, companyId: true, userType: true, status: true }).extend({
      companyName: z.string(),
    }),
  ),
})

export const saveSceneChange = operation({
  id: 'users.sceneChange',
  method: 'PUT',
  path: '/v1/user/:id/scene-change',
  summary: "How changed scenes are shown to oneself: mode, and the overlay's opacity in percent",
  tag: 'Users',
  scope: [{ in: 'path', at: 'id', kind: 'user' }],
  unaudited: 'how somebody likes to compare pictures is theirs, and gives nobody a right',
  permission: 'alarm.read',
  personal: true,
  params: idParams,
  body: z.object({
    sceneChangeMode: z.enum(SCENE_CHANGE_MODES),
    sceneChangeOpacity: z.number().int().min(0).max(100),
  }),
  reply: z.object({ sceneChangeMode: z.enum(SCENE_CHANGE_MODES), sceneChangeOpacity: z.number() }),
})

const invitationToken = z.string().min(1).max(200)

/** The token is sent in the body, because addresses are written to logs. */
export const openInvitation = operation({
  id: 'users.openInvitation',
  method: 'POST',
  path: '/v1/invitation',
  summary: 'Who an invitation is for',
  tag: 'Users',
  scope: 'public',
  body: z.object({ token: invitationToken }),
  reply: z.object({
    email: z.string(),
    name: z.string(),
    companyName: z.string(),
    /** Whether the account may, or must, log in with single sign-on of its company. */
    singleSignOn: z.enum(['none', 'offered', 'required']),
  }),
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})

export const acceptInvitation = operation({
  id: 'users.acceptInvitation',
  method: 'POST',
  path: '/v1/invitation/accept',
  summary:
    'Set name and password, and log in; the link works once. Answers with the user, or with what the login still waits for',
  tag: 'Users',
  scope: 'public',
  body: z.object({ token: invitationToken, name: changedName, password: z.string().min(1).max(1024) }),
  reply: z.union([currentUser, secondStep]),
  errors: [
    'LINK_INVALID',
    'PASSWORD_TOO_COMMON',
    'FORBIDDEN',
    'LOGIN_FAILED',
    'CROSS_SITE',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
})
