import { type BodyOf, DW_LIMITS, listDwCameras, updateDwCameras, type DwCamera } from '@winnow/contract'
import type { NxAnswer, NxSession } from '@winnow/delivery'
import { nxId } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { askSystems } from './ask-systems.ts'
import { countLook, type DwDeps } from './server-routes.ts'
import { findDwServersOf } from './stored-servers.ts'

type Found = Omit<DwCamera, 'viewId' | 'viewName' | 'siteName' | 'cameraSystemId' | 'cameraSystemName'>

const findMapped = (tx: Tx, companyId: string): Promise<DwCamera[]> =>
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
    .where('view.deleted_at', 'is', null)
    .execute()

/** The cameras of a system with the names of their servers. */
async function camerasOf(session: NxSession): Promise<NxAnswer<Found[]>> {
  const [servers, cameras] = await Promise.all([session.servers(), session.cameras()])
  if (!servers.ok) return servers
  if (!cameras.ok) return cameras
  const names = new Map(servers.value.map(({ id, name }) => [id, name]))
  const value = cameras.value.map(({ id, name, serverId, groupName }) => ({
    cameraServerId: serverId,
    cameraServerName: names.get(serverId) ?? '',
    cameraId: id,
    cameraName: name,
    groupName,
  }))
  return { ok: true, value }
}

const keyOf = ({ cameraSystemId, cameraId }: Pick<DwCamera, 'cameraSystemId' | 'cameraId'>): string =>
  `${cameraSystemId} ${cameraId}`

/** By system, group and name, as people look for them. */
const inOrder = (cameras: readonly DwCamera[]): DwCamera[] => {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return cameras.toSorted(
    (a, b) =>
      compare(a.cameraSystemName, b.cameraSystemName) ||
      compare(a.groupName, b.groupName) ||
      compare(a.cameraName, b.cameraName) ||
      compare(a.cameraId, b.cameraId),
  )
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

type Asked = BodyOf<typeof updateDwCameras>['cameras']

async function writeMappings(tx: Tx, companyId: string, cameras: Asked): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 21))`.execute(tx)
  const rows = sql`jsonb_to_recordset(${JSON.stringify(cameras)}::jsonb) as asked ("cameraSystemId" text, "cameraSystemName" text,
    "cameraServerId" text, "cameraServerName" text, "cameraId" text, "cameraName" text, "groupName" text, "viewId" uuid)`
  await sql`delete from dw_camera using ${rows} where company_id = ${companyId} and system_id = asked."cameraSystemId"
    and camera_id = asked."cameraId"`.execute(tx)
  await sql`insert into dw_camera (company_id, system_id, system_name, server_id, server_name, camera_id, camera_name, group_name, view_id)
    select ${companyId}, asked."cameraSystemId", asked."cameraSystemName", asked."cameraServerId", asked."cameraServerName",
      asked."cameraId", asked."cameraName", asked."groupName", asked."viewId" from ${rows} where asked."viewId" is not null`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('dw_camera')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (Number(count) > DW_LIMITS.cameras)
    throw new AppError('CAPACITY_REACHED', `At most ${DW_LIMITS.cameras} cameras can be mapped`)
  return Number(count)
}

/** Which camera of a system is which of ours. */
export function registerDwCameras(register: Register, { cameraGuard: guard, keys, looks }: DwDeps): void {
  register.read(listDwCameras, {
    async reply({ actor, companyId, now, query, read }) {
      const isAll = query.available === 'true'
      if (isAll) countLook(looks, actor, now)
      const { mapped, stored } = await read(async (tx) => ({
        mapped: await findMapped(tx, companyId),
        stored: isAll ? await findDwServersOf(tx, companyId) : [],
      }))
      const { answers, failures } = await askSystems({ guard, keys }, stored, camerasOf)
      const cameras = new Map(mapped.map((camera) => [keyOf(camera), camera]))
      for (const { systemId, systemName, value } of answers)
        for (const found of value) {
          const named = { ...found, cameraSystemId: systemId, cameraSystemName: systemName }
          const { viewId = null, viewName = null, siteName = null } = cameras.get(keyOf(named)) ?? {}
          cameras.set(keyOf(named), { ...named, viewId, viewName, siteName })
        }
      return { cameras: inOrder([...cameras.values()]), failures }
    },
  })

  register.write(updateDwCameras, async ({ tx, companyId, body, audit }) => {
    // Ids are kept in one form, in which events are compared with them.
    const cameras = body.cameras.map((camera) => ({ ...camera, cameraId: nxId(camera.cameraId) }))
    if (new Set(cameras.map(keyOf)).size !== cameras.length)
      throw new AppError('VALIDATION', 'A camera is listed twice')
    await requireViews(
      tx,
      companyId,
      cameras.flatMap(({ viewId }) => viewId ?? []),
    )
    const numberOfMappedCameras = await writeMappings(tx, companyId, cameras)
    await audit({
      action: 'digital-watchdog.cameras-changed',
      objectType: 'company',
      objectId: companyId,
      after: { changed: cameras.length, numberOfMappedCameras },
    })
    return { numberOfMappedCameras }
  })
}
