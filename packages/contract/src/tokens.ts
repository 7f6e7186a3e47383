import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, name, success } from './values.ts'

export const TOKEN_TYPES = ['ingest', 'api', 'calendar'] as const

export const token = z.object({
  id,
  tokenType: z.enum(TOKEN_TYPES),
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
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

export const createToken = operation({
  id: 'tokens.create',
  method: 'POST',
  path: '/v1/token',
  summary: 'Make an API token; its secret is in this reply and shown once',
  tag: 'Tokens',
  scope: 'self',
  permission: 'token.create',
  body: z.object({ tokenType: z.enum(TOKEN_TYPES), name }),
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
