import type { getStatsOfSite, QueryOf, ReplyOf } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { inGrants, viewInGrants } from '../access/index.ts'
import {
  askedWindow,
  countNode,
  countSource,
  presentSeries,
  presentTotals,
  sumOf,
  usualStep,
  writtenWindow,
} from '../home/index.ts'
import type { Asker } from './node-stats.ts'

interface Site {
  name: string
  timezone: string
  projectId: string
  projectName: string
  views: string
  lastAlarmAt: Date | null
}

/** Figures of a site. Without a zone in the request, days and hours are those of the site. */
export async function readSite(
  tx: Tx,
  { companyId, grants }: Asker,
  { id, query, now }: { id: string; query: QueryOf<typeof getStatsOfSite>; now: Date },
): Promise<ReplyOf<typeof getStatsOfSite>> {
  const window = askedWindow(query, now)
  const { rows } = await sql<Site>`
    select s.name, coalesce(s.timezone, c.default_site_timezone) as timezone, p.id as "projectId", p.name as "projectName",
      (select count(*) from view v where v.site_id = s.id and v.deleted_at is null and ${viewInGrants(grants, 'v')}) as views,
      (select app.time_from_uuid(a.id) from alarm a where a.site_id = s.id and a.company_id = ${companyId} and not a.is_test
        and ${inGrants(grants, 'a')} order by a.id desc limit 1) as "lastAlarmAt"
    from site s join project p on p.id = s.project_id join company c on c.id = s.company_id
    where s.id = ${id} and s.company_id = ${companyId}`.execute(tx)
  const [site] = rows
  if (!site) throw notFound()
  const { views, lastAlarmAt, timezone: ownZone, ...names } = site
  const timezone = query.timezone ?? ownZone
  const source = await countSource(tx, companyId, grants, 'site')
  const found = await countNode(tx, companyId, source, { window, id })
  const step = query.step ?? usualStep(window)
  return {
    ...writtenWindow(window),
    timezone,
    step,
    total: presentTotals(sumOf(found, window)),
    series: presentSeries(found, window, timezone, step),
    id,
    ...names,
    views: Number(views),
    lastAlarmAt: lastAlarmAt?.toISOString() ?? null,
  }
}
