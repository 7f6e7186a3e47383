import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, name, paged, pageQuery, success } from './values.ts'

export const TOKEN_TYPES = ['ingest', 'api', 'calendar'] as const

/** A client or site to which a token is restricted. */
export const tokenNode = z.object({
  kind: z.enum(['project', 'site']),
  id,
  /** The names on the path from the client to the node; null if the node was deleted. */
  path: z.string().nullable(),
})
export type TokenNode = z.output<typeof tokenNode>

export const token = z.object({
  id,
  tokenType: z.enum(TOKEN_TYPES),
  name: z.string(),
  /** The nodes to which the token has access, with all nodes below them; null means the whole company. */
  nodes: z.array(tokenNode).nullable(),
  createdAt: isoTime,
  /** Name of the user who created it; null if that user was deleted or the token is part of the demo. */
  madeBy: z.string().nullable(),
  lastUsedAt: isoTime.nullable(),
  /** When the token expires; null means that it is valid until it is revoked. */
  expiresAt: isoTime.nullable(),
})
export type Token = z.output<typeof token>

/** The columns by which tokens can be sorted. Tokens that were never used, and tokens without an expiry, come last. */
export const TOKEN_SORTS = ['name', 'type', 'used', 'ends'] as const

/** A token ends soon if it expires in fewer days than this. */
export const TOKEN_WARNING_DAYS = 14

export const listTokens = operation({
  id: 'tokens.list',
  method: 'GET',
  path: '/v1/token',
  summary: 'API tokens of the company, latest first unless `sort` says otherwise',
  tag: 'Tokens',
  scope: 'self',
  permission: 'token.create',
  query: z.object({
    tokenType: z.enum(TOKEN_TYPES).optional(),
    ...pageQuery({ usual: 50, most: 200, sort: TOKEN_SORTS }),
  }),
  reply: paged(token).extend({
    /** The number of all tokens of the company that expire within `TOKEN_WARNING_DAYS`. Tokens that have expired already do not count. */
    endingSoon: z.number().int(),
  }),
})

/**
 * The clients or sites to which a token is restricted. An empty list is refused, because it must never be interpreted as the whole company.
 */
const nodeIds = z.array(id).min(1).max(100).optional()

export const createToken = operation({
  id: 'tokens.create',
  method: 'POST',
  path: '/v1/token',
  summary:
    'Create an API token for the whole company or for some clients and sites, with or without an expiry. Its secret is returned only in this reply',
  tag: 'Tokens',
  scope: [
    { in: 'body', at: 'projectIds', kind: 'project', many: true, optional: true },
    { in: 'body', at: 'siteIds', kind: 'site', many: true, optional: true },
  ],
  permission: 'token.create',
  body: z.object({
    tokenType: z.enum(TOKEN_TYPES),
    name,
    projectIds: nodeIds,
    siteIds: nodeIds,
    /** Must be in the future. If left out, the token is valid until it is revoked. */
    expiresAt: isoTime.optional(),
  }),
  reply: token.extend({ secret: z.string() }),
})

export const deleteToken = operation({
  id: 'tokens.delete',
  method: 'DELETE',
  path: '/v1/token/:id',
  summary: 'Revoke an API token',
  tag: 'Tokens',
  scope: [{ in: 'path', at: 'id', kind: 'token' }],
  permission: 'token.create',
  params: idParams,
  reply: success,
})
