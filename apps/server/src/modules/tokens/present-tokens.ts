import type { Token, TokenNode } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

export const TOKEN_COLUMNS = [
  'id',
  'token_type',
  'name',
  'created_at',
  'user_id',
  'last_used_at',
  'project_ids',
  'site_ids',
  'expires_at',
] as const

interface Row {
  id: string
  token_type: string
  name: string
  created_at: Date
  user_id: string | null
  last_used_at: Date | null
  project_ids: readonly string[] | null
  site_ids: readonly string[] | null
  expires_at: Date | null
}

/** The names of the clients and sites of tokens, by id. A site's name includes its client's. Deleted clients and sites are left out. */
async function pathsOf(tx: Tx, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const projectIds = rows.flatMap((row) => row.project_ids ?? [])
  const siteIds = rows.flatMap((row) => row.site_ids ?? [])
  if (projectIds.length + siteIds.length === 0) return new Map()
  const found = await sql<{ id: string; path: string }>`
    select id, name as path from project where id = any(${projectIds}::uuid[]) and deleted_at is null
    union all
    select s.id, p.name || ' / ' || s.name from site s join project p on p.id = s.project_id
    where s.id = any(${siteIds}::uuid[]) and s.deleted_at is null`.execute(tx)
  return new Map(found.rows.map(({ id, path }) => [id, path]))
}

/** The names of the users who created the tokens, by id. Deleted users are left out. */
async function makersOf(tx: Tx, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ user_id: id }) => id ?? []))]
  if (ids.length === 0) return new Map()
  const makers = await tx.selectFrom('app_user').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(makers.map(({ id, name }) => [id, name]))
}

/** The public form of tokens, without the secret, which is stored only hashed. */
export async function presentTokens(tx: Tx, rows: readonly Row[]): Promise<Token[]> {
  const paths = await pathsOf(tx, rows)
  const makers = await makersOf(tx, rows)
  const nodes = (kind: TokenNode['kind'], ids: readonly string[] | null): TokenNode[] =>
    (ids ?? []).map((id) => ({ kind, id, path: paths.get(id) ?? null }))
  return rows.map((row) => ({
    id: row.id,
    tokenType: row.token_type as Token['tokenType'],
    name: row.name,
    nodes:
      row.project_ids === null && row.site_ids === null
        ? null
        : [...nodes('project', row.project_ids), ...nodes('site', row.site_ids)],
    createdAt: row.created_at.toISOString(),
    madeBy: (row.user_id !== null && makers.get(row.user_id)) || null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }))
}
