import type { Grant, listUsers as listOperation, QueryOf, User, UserRow } from '@winnow/contract'
import { GRANTED_TYPES } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { listOrder } from '../../platform/db/list-order.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { extraRolesOf } from '../identity/index.ts'
import { accessVersion } from './access-version.ts'
import { userConditions, type UserFilter } from './user-filter.ts'

interface Row {
  id: string
  company_id: string
  company_name: string
  name: string
  email: string
  user_type: string
  extra_roles: string[]
  account_type: string
  disabled: boolean
  invited_until: Date | null
  second_factor: boolean
  two_factor_required: boolean
  last_login_at: Date | null
  created_at: Date
  grant_count: string
  access_version: string
}

export interface UserContext {
  now: Date
  specialCompanyId: string | undefined
}

function presentRow(row: Row, { now, specialCompanyId }: UserContext): UserRow {
  const waiting = row.invited_until && (row.invited_until > now ? ('invited' as const) : ('expired' as const))
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    email: row.email,
    userType: row.user_type as UserRow['userType'],
    extraRoles: extraRolesOf({ ...row, suspended: false }, specialCompanyId),
    status: row.disabled ? 'suspended' : (waiting ?? 'active'),
    twoFactor: row.second_factor ? 'on' : row.two_factor_required ? 'required' : 'off',
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    grantCount: GRANTED_TYPES.has(row.user_type) ? Number(row.grant_count) : null,
  }
}

/**
 * Reads all columns of the users whose ids a query selects, in the order of that query. So a query over many users reads only their ids,
 * and the other columns are read only for the users of one page.
 */
async function select(tx: Tx, ids: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select u.id, u.company_id, c.name as company_name, u.name, u.email, u.user_type, u.extra_roles, u.account_type,
      u.disabled_at is not null as disabled, i.expires_at as invited_until,
      f.confirmed_at is not null as second_factor, u.two_factor_required, u.last_login_at, u.created_at,
      (select count(*) from user_grant g where g.user_id = u.id) as grant_count,
      ${accessVersion('u')} as access_version
    from unnest(array(${ids})) with ordinality as page (id, place)
      join app_user u on u.id = page.id join company c on c.id = u.company_id
      left join invitation i on i.user_id = u.id left join second_factor f on f.id = u.id
    order by page.place`.execute(tx)
  return rows
}

async function count(tx: Tx, conditions: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from app_user u where ${conditions}`.execute(tx)
  return Number(rows[0]?.n ?? 0)
}

const SORTS = {
  name: { by: sql`lower(u.name)` },
  email: { by: sql`lower(u.email)` },
  role: { by: sql`u.user_type` },
  login: { by: sql`u.last_login_at`, nullable: true },
}

/** One page of a company's users, sorted by name unless the query asks for another order. */
export async function listUsers(
  tx: Tx,
  companyId: string,
  query: UserFilter & Pick<QueryOf<typeof listOperation>, 'page' | 'limit' | 'sort'>,
  context: UserContext,
): Promise<{ rows: UserRow[]; count: number }> {
  const conditions = userConditions(companyId, query, context)
  const order = listOrder(query.sort ?? 'name', SORTS, sql`u.id`)
  const rows = await select(
    tx,
    sql`select u.id from app_user u where ${conditions} order by ${order}
      limit ${query.limit} offset ${(query.page - 1) * query.limit}`,
  )
  return { rows: rows.map((row) => presentRow(row, context)), count: await count(tx, conditions) }
}

/** Finds users whose e-mail begins with a text, in one company or in all companies. */
export async function searchUsers(
  tx: Tx,
  query: { email: string; page: number; limit: number; companyId: string | undefined },
  context: UserContext,
) {
  const prefix = `${query.email.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const company = query.companyId === undefined ? sql`` : sql`and u.company_id = ${query.companyId}`
  const conditions = sql<SqlBool>`lower(u.email) like ${prefix} ${company}`
  const rows = await select(
    tx,
    sql`select u.id from app_user u where ${conditions} order by lower(u.email)
      limit ${query.limit} offset ${(query.page - 1) * query.limit}`,
  )
  return {
    rows: rows.map((row) => {
      const { id, name, email, companyId, userType, status } = presentRow(row, context)
      return { id, name, email, companyId, companyName: row.company_name, userType, status }
    }),
    count: await count(tx, conditions),
  }
}

/** Whether a user has ever set a password, and so accepted the invitation. */
export async function hasPassword(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('app_user').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash != null
}

async function grantsOf(tx: Tx, userId: string): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    select g.node_type as kind, g.node_id as id, g.permission,
      case g.node_type
        when 'project' then (select p.name from project p where p.id = g.node_id and p.deleted_at is null)
        when 'site' then (select p.name || ' / ' || s.name from site s join project p on p.id = s.project_id
          where s.id = g.node_id and s.deleted_at is null)
        else (select p.name || ' / ' || s.name || ' / ' || v.name from view v join site s on s.id = v.site_id
          join project p on p.id = v.project_id where v.id = g.node_id and v.deleted_at is null)
      end as path
    from user_grant g where g.user_id = ${userId} order by path nulls last, g.node_id`.execute(tx)
  return rows
}

/** The number of valid API tokens that a user has created. */
async function countLiveTokens(tx: Tx, userId: string, now: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('api_token')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function findUser(tx: Tx, id: string, context: UserContext): Promise<User | undefined> {
  const [row] = await select(tx, sql`select ${id}::uuid as id`)
  if (!row) return undefined
  return {
    ...presentRow(row, context),
    companyName: row.company_name,
    grants: await grantsOf(tx, id),
    invitedUntil: row.invited_until?.toISOString() ?? null,
    accessVersion: row.access_version,
    liveTokens: await countLiveTokens(tx, id, context.now),
  }
}
