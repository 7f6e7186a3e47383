import type { Adjustment, Committee } from './learn/adjustment.ts'
import type { ViewMemory } from './memory/view-memory.ts'
import type { PlateFindings } from './plates/plate.ts'
import type { Reason } from './reasons.ts'
import type { TamperFacts } from './tamper/tamper-facts.ts'
import type {
  AlarmEvidence,
  Detection,
  FrameResult,
  MediaInput,
  MediaProblem,
  Timings,
  Verdict,
  ViewSettings,
} from './types.ts'

/** Everything known about an alarm after its analysis. */
export interface AlarmAnalysis {
  verdict: Verdict
  /** The probability that something that matters is in view; null when no model could run. */
  score: number | null
  reasons: Reason[]
  frames: FrameResult[]
  detections: Detection[]
  /** Only if requested. */
  plates?: PlateFindings
  problems: MediaProblem[]
  /** Findings about the camera itself. The verdict does not depend on them. */
  tampering: TamperFacts
  /** To be stored with the view and passed to its next analysis. */
  memory: ViewMemory
  /** `adjustment` names the adjustment that changed the threshold, if any. */
  model: Committee & { adjustment?: Pick<Adjustment, 'id' | 'scope' | 'shift'> }
  /** What learning can use once the alarm is labelled; null when no model could run. */
  evidence: AlarmEvidence | null
  timings: Timings
}

/** The input of one analysis. `now` is the time of the alarm, never that of the machine's clock. */
export interface AnalysisJob {
  media: MediaInput[]
  view: ViewSettings
  memory: ViewMemory | null
  /** Adjustments learnt from labels. Only the first one that was learnt from the current models and parameters applies. */
  adjustments?: readonly Adjustment[]
  now: Date
  /** Counted from when a child starts on it; by default the pool's own limit. */
  timeoutMs?: number
}
