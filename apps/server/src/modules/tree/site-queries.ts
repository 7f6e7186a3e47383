import type { DetailedSite, Site } from '@winnow/contract'
import { ARM_DISARM, armingStatus, nodePermission, type Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { KEEP_PLAN } from '../../platform/db/joined-trips.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { siteInGrants, viewInGrants } from '../access/index.ts'
import { armingOf } from '../schedules/index.ts'
import { presentKey } from './present-key.ts'
import { pauseOf, presentPause } from './present-pause.ts'

function select(tx: Tx, companyId: string, grants: Grants) {
  return tx
    .selectFrom('site')
    .innerJoin('project', 'project.id', 'site.project_id')
    .innerJoin('company', 'company.id', 'site.company_id')
    .select((eb) => [
      'site.id',
      'site.name',
      'site.external_key',
      'site.project_id',
      'project.name as projectName',
      'site.timezone',
      'company.default_site_timezone',
      'site.active',
      pauseOf('site').as('pause'),
      'site.smtp_auth_required',
      'site.smtp_user',
      'site.schedule_device_type',
      'site.arm_state',
      'site.arm_changed_at',
      'site.arm_ends_at',
      sql<Date>`now()`.as('now'),
      eb
        .selectFrom('view')
        .select((count) => count.fn.countAll<string>().as('n'))
        .whereRef('view.site_id', '=', 'site.id')
        .where('view.deleted_at', 'is', null)
        .where(viewInGrants(grants, 'view'))
        .as('viewCount'),
    ])
    .where('site.company_id', '=', companyId)
    .where('site.deleted_at', 'is', null)
    .where(siteInGrants(grants, 'site'))
    .orderBy('site.name_key')
    .orderBy('site.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** Whether a site is armed; null unless it is armed and disarmed. */
function presentArming(row: Row): Site['arming'] {
  if (row.schedule_device_type !== ARM_DISARM) return null
  const current = armingOf(row)
  const status = armingStatus(current, row.now)
  return {
    status,
    changedAt: current?.changedAt.toISOString() ?? null,
    endsAt: status === 'disarmed' ? (current?.endsAt?.toISOString() ?? null) : null,
  }
}

const present = (row: Row, grants: Grants): Site => ({
  id: row.id,
  name: row.name,
  projectId: row.project_id,
  projectName: row.projectName,
  timezone: row.timezone ?? row.default_site_timezone,
  ownTimezone: row.timezone,
  status: { active: row.active },
  pause: presentPause(row.pause),
  permission: nodePermission(grants, { projectId: row.project_id, siteId: row.id }) ?? 'read',
  viewCount: Number(row.viewCount ?? 0),
  scheduleDeviceType: row.schedule_device_type as Site['scheduleDeviceType'],
  arming: presentArming(row),
  smtp: { required: row.smtp_auth_required, user: row.smtp_user },
  ...presentKey(row),
})

/** The ids of all sites of a client that the caller sees, by name. */
export async function listSiteIds(tx: Tx, companyId: string, grants: Grants, projectId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('site')
    .select('id')
    .where('company_id', '=', companyId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where(siteInGrants(grants, 'site'))
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The sites with these ids, by name. Deleted ones are left out. */
export async function listSitesById(
  tx: Tx,
  companyId: string,
  grants: Grants,
  ids: readonly string[],
): Promise<Site[]> {
  const rows = await select(tx, companyId, grants)
    .where('site.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map((row) => present(row, grants))
}

/** One page of the sites of a client, or of all clients, by name. Only sites that match a condition on table `site` are included. */
export async function listSitePage(
  tx: Tx,
  companyId: string,
  grants: Grants,
  page: { projectId?: string; fits: RawBuilder<SqlBool>; page: number; limit: number },
): Promise<{ rows: Site[]; count: number }> {
  const matching = tx
    .selectFrom('site')
    .where('site.company_id', '=', companyId)
    .$if(page.projectId !== undefined, (of) => of.where('site.project_id', '=', page.projectId ?? ''))
    .where('site.deleted_at', 'is', null)
    .where(siteInGrants(grants, 'site'))
    .where(page.fits)
  // The page is selected before counting. Otherwise, the cameras of all earlier pages would be counted too.
  const ids = matching
    .select('site.id')
    .orderBy('site.name_key')
    .orderBy('site.id')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
  const rows = await select(tx, companyId, grants).where('site.id', 'in', ids).execute()
  const { n } = await matching.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  return { rows: rows.map((row) => present(row, grants)), count: Number(n) }
}

/** Finds a site with its details. */
export async function findSite(
  tx: Tx,
  companyId: string,
  grants: Grants,
  id: string,
): Promise<DetailedSite | undefined> {
  const row = await select(tx, companyId, grants)
    .select(['site.address', 'site.notes', 'site.contacts', 'site.idle_hours', 'company.site_idle_hours'])
    .modifyFront(KEEP_PLAN)
    .where('site.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      ...present(row, grants),
      address: row.address,
      notes: row.notes,
      contacts: row.contacts as unknown as DetailedSite['contacts'],
      idleHours: row.idle_hours ?? row.site_idle_hours,
      ownIdleHours: row.idle_hours,
      companyIdleHours: row.site_idle_hours,
    }
  )
}
