import { getAlarmCamera, previewSensitivity } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'
import { getCameraOf } from './alarm-camera.ts'
import { previewOf } from './preview-sensitivity.ts'

/** Operations that show, at an alarm, how to end the nuisance of its camera. The changes themselves are operations of the tree. */
export function registerCure(register: Register): void {
  register.read(getAlarmCamera, ({ tx, actor, params, now }) => getCameraOf(tx, actor, params.id, now))

  register.read(previewSensitivity, ({ tx, actor, params, body }) =>
    previewOf(tx, actor, { viewId: params.id, sensitivity: body.sensitivity }),
  )
}
