import type { RuleNeeds, SeenFacts } from '@winnow/domain'
import type { Findings } from '../analyse/run-looks.ts'
import type { DecodedFrame } from '../decode/decoded-frame.ts'
import { suppress } from '../detect/suppress.ts'
import type { PlateFindings } from '../plates/plate.ts'
import type { Detection } from '../types.ts'

/** The intersection over union above which boxes of one class show the same object, whichever detector saw it. */
const SAME_THING = 0.5

/** Each object once per picture. Rules count, so two detectors that see one person must not make two of them. */
function eachOnce(detections: readonly Detection[]): Detection[] {
  return [...Map.groupBy(detections, ({ frame }) => frame).values()].flatMap((some) => suppress(some, SAME_THING))
}

function platesOf({ plates, isComplete }: PlateFindings): SeenFacts['plates'] {
  return {
    isComplete,
    plates: plates.map(({ text, isSure, readings }) => {
      const best = readings.reduce((one, other) => (other.confidence > one.confidence ? other : one))
      return { text, isSure, frame: best.frame, box: best.box }
    }),
  }
}

/** What the rules of a camera are judged by. All looks were taken, so it holds what was seen after the verdict was certain, too. */
export function seenFactsOf(
  frames: readonly Pick<DecodedFrame, 'offsetMs' | 'width' | 'height'>[],
  { detections, allDetections = detections, plannedFrames }: Findings,
  { needs, plates, isComplete }: { needs: RuleNeeds; plates: PlateFindings | null; isComplete: boolean },
): SeenFacts {
  return {
    pictures: frames.map(({ offsetMs, width, height }, frame) => ({
      offsetMs,
      width,
      height,
      seen: plannedFrames.includes(frame),
    })),
    sightings: eachOnce(allDetections).map(
      ({ frame, class: kind, label, score, box, masked, static: scene, moved }) => ({
        frame,
        class: kind,
        label,
        score,
        box,
        masked,
        static: scene,
        moved,
      }),
    ),
    plates: plates && platesOf(plates),
    zones: needs.zones.map(({ id }) => ({ id, differs: null })),
    capabilities: needs.capabilities.map((capability) => ({ capability, looked: false, labels: [], sightings: [] })),
    isComplete,
  }
}
