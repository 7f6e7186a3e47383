import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { UndeclaredIds } from '../../../test/undeclared-lab.ts'

const CAMERA = {
  cameraSystemId: 's',
  cameraSystemName: '',
  cameraServerId: '',
  cameraServerName: '',
  cameraId: 'c',
  cameraName: '',
  groupName: '',
}

export const undeclaredIds: UndeclaredIds = {
  'digitalWatchdog.deleteOrganization path id': {
    why: 'an organisation is found in the own company alone',
    attempt: async ({ server, theirs, call }) => {
      const added = { companyName: 'Theirs', companySecret: 'their-secret-of-20-letters' }
      const { body } = await callApi(server, theirs.admin, 'POST', '/v1/digital-watchdog/organizations', added)
      const { id } = body as { id: string }
      expect((await call('DELETE', `/v1/digital-watchdog/organizations/${id}`)).status).toBe(404)
      const left = await callApi(server, theirs.admin, 'GET', '/v1/digital-watchdog/organizations')
      expect(left.body).toMatchObject([{ id }])
    },
  },
  'digitalWatchdog.updateCameras body cameras[].viewId': {
    why: 'thousands of cameras are looked up at once, in the own company alone',
    attempt: async ({ mine, theirs, call }) => {
      const map = (viewId: string) => call('PUT', '/v1/digital-watchdog/cameras', { cameras: [{ ...CAMERA, viewId }] })
      expect((await map(theirs.viewId)).status).toBe(404)
      expect((await map(mine.viewId)).status).toBe(200)
    },
  },
}
