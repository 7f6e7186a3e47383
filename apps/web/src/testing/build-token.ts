import type { listTokens, ReplyOf } from '@winnow/contract'

/** An API token as lists show it. */
export const buildToken = (): ReplyOf<typeof listTokens>[number] => ({
  id: '01900000-0000-7000-8000-000000000009',
  tokenType: 'ingest',
  nodes: null,
  name: 'Gate',
  createdAt: '2026-11-21T00:00:00Z',
  madeBy: 'Ada Admin',
  lastUsedAt: null,
  expiresAt: null,
})
