import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, success } from './values.ts'

/** A place where the user is logged in. */
export const session = z.object({
  id,
  /** Whether this is the session that sent the request. */
  current: z.boolean(),
  createdAt: isoTime,
  lastUsedAt: isoTime,
  /** The time at which the session ends, even if it is in use. */
  expiresAt: isoTime,
  keepLoggedIn: z.boolean(),
  address: z.string().nullable(),
  /** The browser's User-Agent header, cut at 300 characters. */
  userAgent: z.string().nullable(),
  /** The super user who acts in the name of the user in this session; null if the user acts. */
  actedBy: z.string().nullable(),
})
export type Session = z.output<typeof session>

export const listSessions = operation({
  id: 'sessions.list',
  method: 'GET',
  path: '/v1/sessions',
  summary: "The caller's open sessions, the last used first",
  tag: 'Sessions',
  scope: 'self',
  reply: z.array(session),
})

export const endSession = operation({
  id: 'sessions.end',
  method: 'DELETE',
  path: '/v1/sessions/:id',
  summary: "End one of the caller's sessions",
  tag: 'Sessions',
  scope: 'self',
  personal: true,
  params: idParams,
  reply: success,
  errors: ['NOT_FOUND'],
})

export const endOtherSessions = operation({
  id: 'sessions.endOthers',
  method: 'DELETE',
  path: '/v1/sessions',
  summary: "End all of the caller's sessions except the current one",
  tag: 'Sessions',
  scope: 'self',
  personal: true,
  reply: z.object({ ended: z.number().int() }),
})
