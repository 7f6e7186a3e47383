import type { SeenFacts } from '@winnow/domain'
import type { Adjustment, Committee } from './learn/adjustment.ts'
import type { ViewMemory } from './memory/view-memory.ts'
import type { PlateFindings } from './plates/plate.ts'
import type { Reason } from './reasons.ts'
import type { TamperFacts } from './tamper/tamper-facts.ts'
import type {
  AlarmEvidence,
  Detection,
  FoundObject,
  FrameResult,
  MediaInput,
  MediaProblem,
  Timings,
  Track,
  Verdict,
  ViewSettings,
} from './types.ts'

/** Everything known about an alarm after its analysis. */
export interface AlarmAnalysis {
  verdict: Verdict
  /** The probability that the alarm is real, that is, shows a wanted object. Null if no model could run. */
  score: number | null
  reasons: Reason[]
  frames: FrameResult[]
  detections: Detection[]
  /** The plates that were read. Undefined unless `ViewSettings.readPlates` requests it. */
  plates?: PlateFindings
  /** What the rules of the camera need. Undefined unless `ViewSettings.rules` requests it. */
  rules?: SeenFacts
  /** The paths of people and vehicles, the surest first. Undefined unless `ViewSettings.follows` requests them. */
  tracks?: Track[]
  /** The objects to keep for searches, the surest first. Undefined unless `ViewSettings.keepsObjects` requests them. */
  objects?: FoundObject[]
  problems: MediaProblem[]
  /** Findings about the camera itself. The verdict does not depend on them. */
  tampering: TamperFacts
  /** The new memory of the camera. The caller stores it and passes it to the camera's next analysis. */
  memory: ViewMemory
  /** The models and parameters. `adjustment` is the adjustment that changed the threshold, if any. */
  model: Committee & { adjustment?: Pick<Adjustment, 'id' | 'scope' | 'shift'> }
  /** The evidence from which the filter can learn when the alarm is labelled. Null if no model could run. */
  evidence: AlarmEvidence | null
  timings: Timings
}

/** The input of one analysis. `now` is the time of the alarm, not the current time. */
export interface AnalysisJob {
  media: MediaInput[]
  view: ViewSettings
  memory: ViewMemory | null
  /** Adjustments learnt from labels. Only the first one that was learnt from the current models and parameters applies. */
  adjustments?: readonly Adjustment[]
  now: Date
  /** Whether many alarms wait, so that fewer looks are taken. Not for cameras with rules, which need all. */
  isHurried?: boolean
  /** The time limit in milliseconds, from the start of the analysis in a child process. Default: the limit of the pool. */
  timeoutMs?: number
}
