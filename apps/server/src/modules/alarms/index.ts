import type { Register } from '../../platform/http/register.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { registerAlarms as registerAlarmRoutes } from './alarm-routes.ts'
import { registerExport } from './export-routes.ts'
import { registerNotes } from './note-routes.ts'

export { countReceived } from './count-alarms.ts'
export { decideAlarm, decideAlarms, type DecidedAlarm, type Findings, type OnDecided } from './decide-alarm.ts'
export { findAlarm } from './get-alarm.ts'
export { createShownPictures, findFrameFiles, type ShownPictures } from './shown-picture.ts'
export { signedFramePath } from './signed-frame-path.ts'

export function registerAlarms(register: Register, deps: AlarmDeps): void {
  registerAlarmRoutes(register, deps)
  registerNotes(register, deps)
  registerExport(register, deps)
}
export { progressOf, type DeliveryRow } from './delivery-progress.ts'
