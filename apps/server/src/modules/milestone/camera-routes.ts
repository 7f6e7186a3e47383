import { listMilestoneCameras, updateMilestoneCameras } from '@winnow/contract'
import { openXprotect, type VmsAddress, type VmsAnswer, type XprotectCamera } from '@winnow/delivery'
import type { Register } from '../../platform/http/register.ts'
import { countLook, findMappedCameras, mapCameras, vmsFailure, withFoundCameras } from '../digital-watchdog/index.ts'
import { startMilestone } from './keep-connection.ts'
import { findMilestoneOf, milestoneAddressOf, type StoredSystem } from './stored-system.ts'
import type { MilestoneDeps } from './system-routes.ts'

interface Named extends XprotectCamera {
  recorderName: string
}

/** The cameras of a system with the names of their recording servers. */
async function askCameras({ cameraGuard }: MilestoneDeps, address: VmsAddress): Promise<VmsAnswer<Named[]>> {
  const opened = await openXprotect(cameraGuard, address)
  if (!opened.ok) return opened
  const [cameras, recorders] = await Promise.all([opened.value.cameras(), opened.value.recorders()])
  if (!cameras.ok) return cameras
  // A user may see cameras and no recording servers.
  const names = new Map(recorders.ok ? recorders.value.map(({ id, name }) => [id, name]) : [])
  return {
    ok: true,
    value: cameras.value.map((camera) => ({ ...camera, recorderName: names.get(camera.recorderId) ?? '' })),
  }
}

const foundIn = (
  { system_id: cameraSystemId, system_name: cameraSystemName }: StoredSystem,
  cameras: readonly Named[],
) =>
  cameras.map(({ id, name, recorderId, recorderName, groupName }) => ({
    cameraSystemId,
    cameraSystemName,
    cameraServerId: recorderId,
    cameraServerName: recorderName,
    cameraId: id,
    cameraName: name,
    groupName,
  }))

/** Which camera of the system is which of ours. */
export function registerMilestoneCameras(register: Register, deps: MilestoneDeps): void {
  const { keys, wakes, looks } = deps

  register.read(listMilestoneCameras, {
    async reply({ actor, params, now, query, read }) {
      const isAll = query.available === 'true'
      if (isAll) countLook(looks, actor, now)
      const { mapped, stored } = await read(async (tx) => ({
        mapped: await findMappedCameras(tx, params.id, 'milestone'),
        stored: isAll ? await findMilestoneOf(tx, params.id) : undefined,
      }))
      if (!stored) return { cameras: withFoundCameras(mapped, []), failures: [] }
      const answer = await askCameras(deps, milestoneAddressOf(keys, stored))
      const { system_id: systemId, system_name: systemName, host } = stored
      return {
        cameras: withFoundCameras(mapped, answer.ok ? foundIn(stored, answer.value) : []),
        failures: answer.ok ? [] : [{ systemId, systemName, failure: vmsFailure(answer.code, host) }],
      }
    },
  })

  register.write(updateMilestoneCameras, async ({ tx, params: { id: companyId }, body, now, audit }) => {
    const numberOfMappedCameras = await mapCameras(tx, companyId, 'milestone', body.cameras)
    // The connection reads the mappings when it starts.
    if (await findMilestoneOf(tx, companyId)) await startMilestone(tx, { keys, wakes, now }, companyId, true)
    await audit({
      action: 'milestone.cameras-changed',
      objectType: 'company',
      objectId: companyId,
      after: { changed: body.cameras.length, numberOfMappedCameras },
    })
    return { numberOfMappedCameras }
  })
}
