export { announceAlarm } from './announce-alarm.ts'
export {
  bringInside,
  decideAlarm,
  decideAlarms,
  type DecidedAlarm,
  type Findings,
  type OnDecided,
} from './decide-alarm.ts'
export { progressOf, type DeliveryRow } from './delivery-progress.ts'
export { findAlarm, FRAMES_PER_CLIP, listFrames } from './get-alarm.ts'
export { labelAlarms, type Labelling } from './label-alarm.ts'
export { listAlarms } from './list-alarms.ts'
export { mayDoWith } from './may-do-with.ts'
export { windowConditions, withZones } from './list-window.ts'
export { alarmsModule } from './module.ts'
export { createPictureTurns } from './picture-turns.ts'
export { findFrameFiles, type FrameFiles, type ShownPictures } from './shown-picture.ts'
export type { AlarmClips, ClipOutcome } from './alarm-clips.ts'
export { signedClipPath, signedFramePath } from './signed-frame-path.ts'
export { auditAhead, auditLook, onceAnHour } from './audit-look.ts'
export { serveFrame } from './serve-frame.ts'
export type { Thumbnails } from './thumbnails.ts'
