import { PRODUCTS, type Product, type View } from '@winnow/contract'
import { armingStatus, nodePermission, type Grants } from '@winnow/domain'
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { KEEP_PLAN } from '../../platform/db/joined-trips.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { inGrants, viewInGrants } from '../access/index.ts'
import { armingOf } from '../schedules/index.ts'
import { presentKey } from './present-key.ts'
import { pauseOf, presentPause } from './present-pause.ts'

/** The live message that a camera has changed. */
export const changedView = (view: Pick<View, 'clientId' | 'siteId' | 'id'>) => ({
  type: 'tree.changed' as const,
  projectId: view.clientId,
  siteId: view.siteId,
  viewId: view.id,
})

/** The newest alarm of a view with pictures that the caller may see, tests included. Those from before a move of the camera stay at the old site. */
const lastPictured = (grants: Grants) =>
  expressionBuilder<DB, 'view'>()
    .selectFrom('alarm')
    .select('alarm.id')
    .whereRef('alarm.view_id', '=', 'view.id')
    .where('alarm.frame_count', '>', 0)
    .where(inGrants(grants, 'alarm'))
    .orderBy('alarm.id', 'desc')
    .limit(1)

function select(tx: Pick<Tx, 'selectFrom'>, companyId: string, grants: Grants) {
  return tx
    .selectFrom('view')
    .innerJoin('site', 'site.id', 'view.site_id')
    .innerJoin('project', 'project.id', 'view.project_id')
    .innerJoin('company', 'company.id', 'view.company_id')
    .select([
      'view.id',
      'view.name',
      'view.external_key',
      'view.site_id',
      'site.name as siteName',
      'view.project_id',
      'project.name as projectName',
      sql<string>`coalesce(site.timezone, company.default_site_timezone)`.as('timezone'),
      'view.integration',
      'view.active',
      pauseOf('view').as('pause'),
      pauseOf('site').as('sitePause'),
      'site.schedule_device_type',
      'site.arm_state',
      'site.arm_changed_at',
      'site.arm_ends_at',
      sql<Date>`now()`.as('now'),
      'view.masks',
      'view.wanted_classes',
      'view.sensitivity',
      'view.thermal',
      'view.ptz',
      'view.created_by_api',
      'view.products',
      'view.products_taken',
      'view.tampering_detection',
      'view.channel',
      'view.device_model',
      'view.serial_number',
      'view.merge_window_seconds',
      'view.last_signal_at',
      'view.last_test_at',
      lastPictured(grants).as('lastAlarmId'),
    ])
    .where('view.company_id', '=', companyId)
    .where('view.deleted_at', 'is', null)
    .where(viewInGrants(grants, 'view'))
    .orderBy('view.name_key')
    .orderBy('view.id')
}

/** Stored products in the order of the contract. */
const inOrder = (stored: readonly string[]): Product[] => PRODUCTS.filter((product) => stored.includes(product))

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const present = (row: Row, grants: Grants): View => ({
  id: row.id,
  name: row.name,
  siteId: row.site_id,
  siteName: row.siteName,
  clientId: row.project_id,
  projectName: row.projectName,
  timezone: row.timezone,
  integration: row.integration as View['integration'],
  status: { active: row.active },
  pause: presentPause(row.pause),
  sitePause: presentPause(row.sitePause),
  isArmDisarm: row.schedule_device_type === 2,
  armDisarmStatus: row.schedule_device_type === 2 ? armingStatus(armingOf(row), row.now) : null,
  permission: nodePermission(grants, { projectId: row.project_id, siteId: row.site_id, viewId: row.id }) ?? 'read',
  mask: row.masks as View['mask'],
  wantedClasses: row.wanted_classes as View['wantedClasses'],
  sensitivity: row.sensitivity,
  thermal: row.thermal,
  ptz: row.ptz,
  createdByApi: row.created_by_api,
  products: inOrder(row.products),
  productsTaken: inOrder(row.products_taken),
  tamperingDetection: row.tampering_detection,
  channel: row.channel,
  deviceModel: row.device_model,
  serialNumber: row.serial_number,
  mergeWindowSeconds: row.merge_window_seconds,
  lastSignalAt: row.last_signal_at?.toISOString() ?? null,
  lastTestAt: row.last_test_at?.toISOString() ?? null,
  lastAlarmId: row.lastAlarmId,
  ...presentKey(row),
})

/** The ids of all cameras of a site that the caller sees, by name. */
export async function listViewIds(tx: Tx, companyId: string, grants: Grants, siteId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('view')
    .select('id')
    .where('company_id', '=', companyId)
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is', null)
    .where(viewInGrants(grants, 'view'))
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The cameras with these ids, by name. Deleted ones are left out. */
export async function listViewsById(
  tx: Tx,
  companyId: string,
  grants: Grants,
  ids: readonly string[],
): Promise<View[]> {
  const rows = await select(tx, companyId, grants)
    .where('view.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map((row) => present(row, grants))
}

/**
 * One page of cameras by name.
 * @param page.fits condition on table `view`, which includes that the caller sees the camera
 */
export async function listViewPage(
  tx: Tx,
  companyId: string,
  grants: Grants,
  page: { fits: RawBuilder<SqlBool>; page: number; limit: number },
): Promise<{ rows: View[]; count: number }> {
  const matching = tx.selectFrom('view').where(page.fits)
  const ids = matching
    .select('view.id')
    .orderBy('view.name_key')
    .orderBy('view.id')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
  const rows = await select(tx, companyId, grants).where('view.id', 'in', ids).execute()
  const { n } = await matching.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  return { rows: rows.map((row) => present(row, grants)), count: Number(n) }
}

const one = (tx: Pick<Tx, 'selectFrom'>, companyId: string, grants: Grants, id: string) =>
  select(tx, companyId, grants).modifyFront(KEEP_PLAN).where('view.id', '=', id).compile()

/** The statement for callers who see the whole company. It is the same for all of them, so it is prepared once. */
const oneOfAll = fixedStatement((db, { companyId, id }: { companyId: string; id: string }) =>
  one(db, companyId, { all: true, permission: 'read' }, id),
)

export async function findView(tx: Tx, companyId: string, grants: Grants, id: string): Promise<View | undefined> {
  const found = await tx.executeQuery(grants.all ? oneOfAll(tx, { companyId, id }) : one(tx, companyId, grants, id))
  const [row] = found.rows
  return row && present(row, grants)
}
