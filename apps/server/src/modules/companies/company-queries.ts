import type { Company, CompanyRow, listCompanies as listOperation, QueryOf } from '@winnow/contract'
import { sql } from 'kysely'
import { listOrder } from '../../platform/db/list-order.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { containsPattern } from '../access/index.ts'
import { logoVersion, presentUnlocks } from '../identity/index.ts'

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
    // Stored as a `real`, which adds digits that the user did not enter.
    maskConfig: { maskColor: [red, green, blue], maskOpacity: Math.round(row.mask_opacity * 1000) / 1000 },
    maskConfigDefault: MASK_DEFAULT,
    siteIdleHours: row.site_idle_hours,
    rtspCameras: row.rtsp_cameras,
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

const USERS = sql`(select count(*) from app_user u where u.company_id = c.id)`
const SITES = sql`(select count(*) from site s where s.company_id = c.id and s.deleted_at is null)`
const VIEWS = sql`(select count(*) from view v where v.company_id = c.id and v.deleted_at is null)`

const SORTS = {
  name: { by: sql`lower(c.name)` },
  status: { by: sql`(c.suspended_at is not null)` },
  subdomain: { by: sql`c.subdomain`, nullable: true },
  users: { by: USERS },
  sites: { by: SITES },
  cameras: { by: VIEWS },
}

/**
 * One page of all companies, by name unless the query says otherwise. Counts are computed only for the rows of the page, unless the order
 * needs one of all companies.
 */
export async function listCompanies(
  tx: Tx,
  query: QueryOf<typeof listOperation>,
): Promise<{ rows: CompanyRow[]; count: number }> {
  const matches = sql`where c.kind <> 'installation' and ${query.search ? sql`c.name ilike ${containsPattern(query.search)}` : sql`true`}`
  const order = listOrder(query.sort ?? 'name', SORTS, sql`c.id`)
  const { rows } = await sql<Row>`
    select c.id, c.name, c.kind, c.theme, c.subdomain, c.suspended_at is not null as suspended, c.created_at,
      ${USERS} as users, ${SITES} as sites, ${VIEWS} as views
    from unnest(array(select c.id from company c ${matches} order by ${order}
      limit ${query.limit} offset ${(query.page - 1) * query.limit})) with ordinality as page (id, place)
    join company c on c.id = page.id order by page.place`.execute(tx)
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
