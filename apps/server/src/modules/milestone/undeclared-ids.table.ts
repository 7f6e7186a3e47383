import { expect } from 'vitest'
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
  'milestone.updateCameras body cameras[].viewId': {
    why: 'thousands of cameras are looked up at once, in the own company alone',
    attempt: async ({ mine, theirs, call }) => {
      const map = (viewId: string) =>
        call('PUT', `/company/${mine.companyId}/milestone/cameras`, { cameras: [{ ...CAMERA, viewId }] })
      expect((await map(theirs.viewId)).status).toBe(404)
      expect((await map(mine.viewId)).status).toBe(200)
    },
  },
}
