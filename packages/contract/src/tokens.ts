import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, name, success } from './values.ts'

export const TOKEN_TYPES = ['ingest', 'api', 'calendar'] as const

/** A client or site that a token is held to. */
export const tokenNode = z.object({
  kind: z.enum(['project', 'site']),
  id,
  /** Names from the client down; null when it was deleted. */
  path: z.string().nullable(),
})
export type TokenNode = z.output<typeof tokenNode>

export const token = z.object({
  id,
  tokenType: z.enum(TOKEN_TYPES),
  name: z.string(),
  /** What it sees, with everything below; null: the whole company. */
  nodes: z.array(tokenNode).nullable(),
  createdAt: isoTime,
  /** Name of the user who made it; null: they were deleted, or it came with the demo. */
  madeBy: z.string().nullable(),
  lastUsedAt: isoTime.nullable(),
  /** From when on it opens nothing; null: it works until it is revoked. */
  expiresAt: isoTime.nullable(),
})
export type Token = z.output<typeof token>

export const listTokens = operation({
  id: 'tokens.list',
  method: 'GET',
  path: '/v1/token',
  summary: 'API tokens of the company',
  tag: 'Tokens',
  scope: 'self',
  permission: 'token.create',
  query: z.object({ tokenType: z.enum(TOKEN_TYPES).optional() }),
  reply: z.array(token),
})

/** An empty list is refused: it must never be taken for the whole company. */
const nodeIds = z.array(id).min(1).max(100).optional()

export const createToken = operation({
  id: 'tokens.create',
  method: 'POST',
  path: '/v1/token',
  summary:
    'Make an API token, for the whole company or held to some clients and sites, with or without an end; its secret is in this reply and shown once',
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
    /** In the future; left out: it works until it is revoked. */
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
