import type { Company, CompanyRow } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { logoVersion, presentUnlocks } from '../identity/index.ts'
import { containsPattern } from '../tree/index.ts'

const MASK_DEFAULT: Company['maskConfigDefault'] = { maskColor: [255, 0, 0], maskOpacity: 0.3 }

/** The address of a company's logo. It contains a version, so that a new logo shows at once. */
export function logoOf(company: { id: string; logo_key: string | null }): Company['logo'] {
  const version = logoVersion(company.logo_key)
  return version === null ? null : { 512: `/api/company/${company.id}/logo?size=512&v=${version}` }
}

export async function findCompany(tx: Tx, id: string): Promise<Company | undefined> {
  const row = await tx.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const [red = 255, green = 0, blue = 0] = row.mask_color ?? []
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as Company['kind'],
    theme: row.theme as Company['theme'],
    subdomain: row.subdomain,
    logo: logoOf(row),
    unlocks: presentUnlocks(row.unlocks),
    defaultSiteTimezone: row.default_site_timezone,
    // Stored as a `real`, which adds digits that nobody typed.
    maskConfig: { maskColor: [red, green, blue], maskOpacity: Math.round(row.mask_opacity * 1000) / 1000 },
    maskConfigDefault: MASK_DEFAULT,
    siteIdleHours: row.site_idle_hours,
    suspended: row.suspended_at !== null,
    createdAt: row.created_at.toISOString(),
  }
}

interface Row {
  id: string
  name: string
  kind: string
  theme: string
  subdomain: string | null
  suspended: boolean
  created_at: Date
  users: string
  sites: string
  views: string
}

/** One page of all companies by name. Counts are computed only for the rows of the page. */
export async function listCompanies(
  tx: Tx,
  query: { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: CompanyRow[]; count: number }> {
  const matches = query.search ? sql`where c.name ilike ${containsPattern(query.search)}` : sql``
  const { rows } = await sql<Row>`
    with page as materialized (select c.id from company c ${matches} order by lower(c.name), c.id
      limit ${query.limit} offset ${(query.page - 1) * query.limit})
    select c.id, c.name, c.kind, c.theme, c.subdomain, c.suspended_at is not null as suspended, c.created_at,
      (select count(*) from app_user u where u.company_id = c.id) as users,
      (select count(*) from site s where s.company_id = c.id and s.deleted_at is null) as sites,
      (select count(*) from view v where v.company_id = c.id and v.deleted_at is null) as views
    from page join company c on c.id = page.id order by lower(c.name), c.id`.execute(tx)
  const counted = await sql<{ n: string }>`select count(*) as n from company c ${matches}`.execute(tx)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      kind: row.kind as CompanyRow['kind'],
      theme: row.theme as CompanyRow['theme'],
      subdomain: row.subdomain,
      suspended: row.suspended,
      createdAt: row.created_at.toISOString(),
      userCount: Number(row.users),
      siteCount: Number(row.sites),
      viewCount: Number(row.views),
    })),
    count: Number(counted.rows[0]?.n ?? 0),
  }
}

/** The company of a subdomain, for the login page. */
export async function findBySubdomain(tx: Tx, subdomain: string) {
  return tx
    .selectFrom('company')
    .select(['id', 'name', 'theme', 'logo_key'])
    .where('subdomain', '=', subdomain.toLowerCase())
    .executeTakeFirst()
}
