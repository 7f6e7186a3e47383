import { listExacqCameras, updateExacqCameras } from '@winnow/contract'
import { openExacq, type VmsAnswer } from '@winnow/delivery'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { countLook, findMappedCameras, mapCameras, vmsFailure, withFoundCameras } from '../digital-watchdog/index.ts'
import type { ExacqDeps } from './recorder-routes.ts'
import { exacqAddressOf, listExacqOf, noteOutcome, type StoredRecorder } from './stored-recorders.ts'

type FoundCamera = Parameters<typeof withFoundCameras>[1][number]

/** Asks a recorder for its cameras, and keeps whether it answered. */
async function camerasOf(deps: ExacqDeps, row: StoredRecorder): Promise<VmsAnswer<FoundCamera[]>> {
  const { cameraGuard, keys, preparedDb, clock } = deps
  const opened = await openExacq(cameraGuard, exacqAddressOf(keys, row))
  const config = opened.ok ? await opened.value.config() : opened
  if (opened.ok) void opened.value.close()
  await noteOutcome(preparedDb, row, clock.now(), config.ok ? null : config.code)
  if (!config.ok) return config
  const value = config.value.cameras.map(({ id, name }) => ({
    cameraSystemId: row.id,
    cameraSystemName: row.name,
    cameraServerId: '',
    cameraServerName: '',
    cameraId: id,
    cameraName: name,
    groupName: '',
  }))
  return { ok: true, value }
}

/** Which camera of a recorder is which of ours. */
export function registerExacqCameras(register: Register, deps: ExacqDeps): void {
  const { looks } = deps

  register.read(listExacqCameras, {
    async reply({ actor, params, now, query, read }) {
      const isAll = query.available === 'true'
      if (isAll) countLook(looks, actor, now)
      const { mapped, rows } = await read(async (tx) => ({
        mapped: await findMappedCameras(tx, params.id, 'exacq'),
        rows: isAll ? await listExacqOf(tx, params.id) : [],
      }))
      const answers = await Promise.all(rows.map(async (row) => ({ row, answer: await camerasOf(deps, row) })))
      return {
        cameras: withFoundCameras(
          mapped,
          answers.flatMap(({ answer }) => (answer.ok ? answer.value : [])),
        ),
        failures: answers.flatMap(({ row: { id, name, host }, answer }) =>
          answer.ok ? [] : [{ systemId: id, systemName: name, failure: vmsFailure(answer.code, host) }],
        ),
      }
    },
  })

  register.write(updateExacqCameras, async ({ tx, params: { id: companyId }, body, audit }) => {
    const own = new Set((await listExacqOf(tx, companyId)).map(({ id }) => id))
    if (!body.cameras.every(({ cameraSystemId }) => own.has(cameraSystemId))) throw notFound()
    const numberOfMappedCameras = await mapCameras(tx, companyId, 'exacq', body.cameras)
    await audit({
      action: 'exacq.cameras-changed',
      objectType: 'company',
      objectId: companyId,
      after: { changed: body.cameras.length, numberOfMappedCameras },
    })
    return { numberOfMappedCameras }
  })
}
