export type { AlarmAnalysis, AnalysisJob } from './alarm-analysis.ts'
export { AnalysisCrashed, AnalysisTimeout, PoolClosed } from './errors.ts'
export { LIMITS } from './limits.ts'
export type { RememberedThing, ViewMemory } from './memory/view-memory.ts'
export type { Plate, PlateFindings, PlateReading } from './plates/plate.ts'
export { createAnalysisPool } from './pool/analysis-pool.ts'
export type { LoadedPack } from './pool/messages.ts'
export type { AnalysisPool, AnalysisPoolOptions, ChildExit, PoolStats } from './pool/pool-types.ts'
export type { PackFailure } from './detect/load-networks.ts'
export { REASON_CODES } from './reasons.ts'
export type { Reason, ReasonCode } from './reasons.ts'
export { sniffMedia } from './sniff.ts'
export type { SniffedMedia } from './sniff.ts'
export { TAMPER_KINDS, TAMPER_LIMITS } from './tamper/tamper-facts.ts'
export type { TamperBasis, TamperFact, TamperFacts, TamperKind } from './tamper/tamper-facts.ts'
export type {
  AlarmEvidence,
  AnnotateJob,
  Box,
  ClipJob,
  ClipPicture,
  ColourName,
  Detection,
  FoundObject,
  FrameResult,
  MediaInput,
  MediaProblem,
  ObjectClass,
  Polygon,
  Timings,
  Track,
  TrackPoint,
  Verdict,
  ViewSettings,
} from './types.ts'
export { createWatcher, type Watcher } from './watch/watcher.ts'
export type { Look, StreamPicture } from './watch/watch-types.ts'
export { isMasked } from './masks/masks.ts'
