import { expect } from 'vitest'
import type { UndeclaredIds, UndeclaredLab } from '../../../test/undeclared-lab.ts'
import { newId } from '../../platform/ids.ts'

// Public, so that the guard lets it pass; nothing calls it.
const DOOR = { host: '8.8.8.8', port: 443, serverNumber: 0, username: 'winnow', fingerprint: '' }
const BODY = { ...DOOR, name: 'Warehouse', password: 'a password' }
const CAMERA = { cameraSystemName: '', cameraServerId: '', cameraServerName: '', cameraName: '', groupName: '' }

/** A recorder of each company. */
async function recorders({ mine, theirs, inDatabase }: UndeclaredLab) {
  const add = (companyId: string) =>
    inDatabase(async (tx) => {
      const id = newId()
      const { serverNumber: server_number, ...door } = DOOR
      await tx
        .insertInto('exacq_recorder')
        .values({
          id,
          company_id: companyId,
          name: 'Warehouse',
          password: 's1.x',
          server_number,
          ...door,
          host: `${id}.example`,
        })
        .execute()
      return id
    })
  return { own: await add(mine.companyId), foreign: await add(theirs.companyId) }
}

/** A call for a recorder of another company, which is as one for a recorder that does not exist. */
const ofRecorder = (method: 'PUT' | 'POST' | 'DELETE', at: string, body?: object): UndeclaredIds[string] => ({
  why: 'a recorder is looked for in the own company alone',
  attempt: async (lab) => {
    const { foreign } = await recorders(lab)
    const call = (id: string) => lab.call(method, `/company/${lab.mine.companyId}/exacq/recorders/${id}${at}`, body)
    expect((await call(foreign)).status).toBe(404)
    expect((await call(newId())).status).toBe(404)
  },
})

export const undeclaredIds: UndeclaredIds = {
  'exacq.update path recorderId': ofRecorder('PUT', '', BODY),
  'exacq.delete path recorderId': ofRecorder('DELETE', ''),
  'exacq.test path recorderId': ofRecorder('POST', '/test'),
  'exacq.updateCameras body cameras[].viewId': {
    why: 'thousands of cameras are looked up at once, in the own company alone',
    attempt: async (lab) => {
      const { own, foreign } = await recorders(lab)
      const map = (cameraSystemId: string, viewId: string) =>
        lab.call('PUT', `/company/${lab.mine.companyId}/exacq/cameras`, {
          cameras: [{ ...CAMERA, cameraSystemId, cameraId: '1', viewId }],
        })
      expect((await map(own, lab.theirs.viewId)).status).toBe(404)
      expect((await map(foreign, lab.mine.viewId)).status).toBe(404)
      expect((await map(own, lab.mine.viewId)).status).toBe(200)
    },
  },
}
