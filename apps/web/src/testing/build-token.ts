import type { listTokens, ReplyOf, Token } from '@winnow/contract'

/** An API token as lists show it. */
export const buildToken = (): Token => ({
  id: '01900000-0000-7000-8000-000000000009',
  tokenType: 'ingest',
  nodes: null,
  name: 'Gate',
  createdAt: '2026-11-21T00:00:00Z',
  madeBy: 'Ada Admin',
  lastUsedAt: null,
  expiresAt: null,
})

/** The reply of a list with all of these tokens. */
export const tokenPage = (rows: readonly Token[] = [], endingSoon = 0): ReplyOf<typeof listTokens> => ({
  rows: [...rows],
  count: rows.length,
  countIsExact: true,
  page: 1,
  limit: 50,
  endingSoon,
})
