import { listDwCameras, updateDwCameras, type VmsCamera } from '@winnow/contract'
import type { NxAnswer, NxSession } from '@winnow/delivery'
import type { Register } from '../../platform/http/register.ts'
import { askSystems } from './ask-systems.ts'
import { findMappedCameras, mapCameras, withFoundCameras } from './mapped-cameras.ts'
import { countLook } from './call-systems.ts'
import type { DwDeps } from './server-routes.ts'
import { findDwServersOf } from './stored-servers.ts'

type Found = Omit<VmsCamera, 'viewId' | 'viewName' | 'siteName' | 'cameraSystemId' | 'cameraSystemName'>

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

/** Which camera of a system is which of ours. */
export function registerDwCameras(register: Register, { cameraGuard: guard, keys, looks }: DwDeps): void {
  register.read(listDwCameras, {
    async reply({ actor, companyId, now, query, read }) {
      const isAll = query.available === 'true'
      if (isAll) countLook(looks, actor, now)
      const { mapped, stored } = await read(async (tx) => ({
        mapped: await findMappedCameras(tx, companyId, 'digitalwatchdog'),
        stored: isAll ? await findDwServersOf(tx, companyId) : [],
      }))
      const { answers, failures } = await askSystems({ guard, keys }, stored, camerasOf)
      const found = answers.flatMap(({ systemId, systemName, value }) =>
        value.map((camera) => ({ ...camera, cameraSystemId: systemId, cameraSystemName: systemName })),
      )
      return { cameras: withFoundCameras(mapped, found), failures }
    },
  })

  register.write(updateDwCameras, async ({ tx, companyId, body, audit }) => {
    const numberOfMappedCameras = await mapCameras(tx, companyId, 'digitalwatchdog', body.cameras)
    await audit({
      action: 'digital-watchdog.cameras-changed',
      objectType: 'company',
      objectId: companyId,
      after: { changed: body.cameras.length, numberOfMappedCameras },
    })
    return { numberOfMappedCameras }
  })
}
