import { getCameraHealth, listFaultyCameras } from '@winnow/contract'
import type { CameraSystems } from '../../platform/connect/camera-systems.ts'
import type { Register } from '../../platform/http/register.ts'
import { countFaults, listFaulty } from './camera-health.ts'

export function registerHealth(register: Register, systems: CameraSystems): void {
  register.read(getCameraHealth, ({ tx, actor, companyId, now }) =>
    countFaults(tx, { companyId, grants: actor.grants, now, systems }),
  )
  register.read(listFaultyCameras, ({ tx, actor, companyId, now, query }) =>
    listFaulty(tx, { companyId, grants: actor.grants, now, systems }, query),
  )
}
