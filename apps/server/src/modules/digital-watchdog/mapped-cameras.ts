import { type BodyOf, type updateDwCameras, VMS_LIMITS, type VmsCamera } from '@winnow/contract'
import { nxId } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'

/** The maker of a video system. */
type VmsVendor = 'digitalwatchdog' | 'exacq' | 'milestone'
/** A camera as its system names it. */
type FoundCamera = Omit<VmsCamera, 'viewId' | 'viewName' | 'siteName'>
type Asked = BodyOf<typeof updateDwCameras>['cameras']

/** The cameras of a company's systems of one maker that are mapped to ours. */
export const findMappedCameras = (tx: Tx, companyId: string, vendor: VmsVendor): Promise<VmsCamera[]> =>
  tx
    .selectFrom('dw_camera')
    .innerJoin('view', 'view.id', 'dw_camera.view_id')
    .innerJoin('site', 'site.id', 'view.site_id')
    .select([
      'dw_camera.system_id as cameraSystemId',
      'dw_camera.system_name as cameraSystemName',
      'dw_camera.server_id as cameraServerId',
      'dw_camera.server_name as cameraServerName',
      'dw_camera.camera_id as cameraId',
      'dw_camera.camera_name as cameraName',
      'dw_camera.group_name as groupName',
      'dw_camera.view_id as viewId',
      'view.name as viewName',
      'site.name as siteName',
    ])
    .where('dw_camera.company_id', '=', companyId)
    .where('dw_camera.vendor', '=', vendor)
    .where('view.deleted_at', 'is', null)
    .execute()

const keyOf = ({ cameraSystemId, cameraId }: Pick<VmsCamera, 'cameraSystemId' | 'cameraId'>): string =>
  `${cameraSystemId} ${cameraId}`

/** By system, group and name, as people look for them. */
const inOrder = (cameras: readonly VmsCamera[]): VmsCamera[] => {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return cameras.toSorted(
    (a, b) =>
      compare(a.cameraSystemName, b.cameraSystemName) ||
      compare(a.groupName, b.groupName) ||
      compare(a.cameraName, b.cameraName) ||
      compare(a.cameraId, b.cameraId),
  )
}

/** Cameras that are mapped, and those that systems name now, each once. */
export function withFoundCameras(mapped: readonly VmsCamera[], found: readonly FoundCamera[]): VmsCamera[] {
  const cameras = new Map(mapped.map((camera) => [keyOf(camera), camera]))
  for (const named of found) {
    const { viewId = null, viewName = null, siteName = null } = cameras.get(keyOf(named)) ?? {}
    cameras.set(keyOf(named), { ...named, viewId, viewName, siteName })
  }
  return inOrder([...cameras.values()])
}

async function requireViews(tx: Tx, companyId: string, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('view')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length < new Set(ids).size) throw notFound()
}

/** How many cameras of a company's systems of one maker are mapped. */
export async function countMappedCameras(tx: Tx, companyId: string, vendor: VmsVendor): Promise<number> {
  const { count } = await tx
    .selectFrom('dw_camera')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('vendor', '=', vendor)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function writeMappings(tx: Tx, companyId: string, vendor: VmsVendor, cameras: Asked): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 21))`.execute(tx)
  const rows = sql`jsonb_to_recordset(${JSON.stringify(cameras)}::jsonb) as asked ("cameraSystemId" text, "cameraSystemName" text,
    "cameraServerId" text, "cameraServerName" text, "cameraId" text, "cameraName" text, "groupName" text, "viewId" uuid)`
  await sql`delete from dw_camera using ${rows} where company_id = ${companyId} and vendor = ${vendor} and system_id = asked."cameraSystemId"
    and camera_id = asked."cameraId"`.execute(tx)
  await sql`insert into dw_camera (company_id, system_id, system_name, server_id, server_name, camera_id, camera_name, group_name, view_id, vendor)
    select ${companyId}, asked."cameraSystemId", asked."cameraSystemName", asked."cameraServerId", asked."cameraServerName",
      asked."cameraId", asked."cameraName", asked."groupName", asked."viewId", ${vendor} from ${rows} where asked."viewId" is not null`.execute(
    tx,
  )
  const count = await countMappedCameras(tx, companyId, vendor)
  if (count > VMS_LIMITS.cameras)
    throw new AppError('CAPACITY_REACHED', `At most ${VMS_LIMITS.cameras} cameras can be mapped`)
  return count
}

/** Maps cameras, or unmaps those without a camera of ours. @returns how many are mapped then */
export async function mapCameras(tx: Tx, companyId: string, vendor: VmsVendor, asked: Asked): Promise<number> {
  // Ids are kept in one form, in which events are compared with them.
  const cameras = asked.map((camera) => ({ ...camera, cameraId: nxId(camera.cameraId) }))
  if (new Set(cameras.map(keyOf)).size !== cameras.length) throw new AppError('VALIDATION', 'A camera is listed twice')
  await requireViews(
    tx,
    companyId,
    cameras.flatMap(({ viewId }) => viewId ?? []),
  )
  return writeMappings(tx, companyId, vendor, cameras)
}
