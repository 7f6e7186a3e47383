import type { RuleNeeds, SeenFacts } from '@winnow/domain'
import type { Findings } from '../analyse/run-looks.ts'
import type { DecodedFrame } from '../decode/decoded-frame.ts'
import { areaOf, iou, overlapOf } from '../detect/boxes.ts'
import { suppress } from '../detect/suppress.ts'
import type { PlateFindings } from '../plates/plate.ts'
import type { Detection } from '../types.ts'

/** The share of the smaller box that two boxes of one class share if they show the same object, whichever detector saw it. */
const SAME_THING = 0.6
/** The score from which one detector alone is believed where several look, and from which another one agrees with it. */
const ALONE = 0.6
const AGREES = 0.2
const SAME_PLACE = 0.4

/** Whether another detector sees the object, too, or the one that sees it is sure. Alone, each detector sees people who are not there. */
function isAgreed(one: Detection, all: readonly Detection[], models: number): boolean {
  if (models < 2 || one.score >= ALONE || one.class === 'bag') return true
  return all.some(
    (other) =>
      other.model !== one.model &&
      other.class === one.class &&
      other.score >= AGREES &&
      iou(other.box, one.box) >= SAME_PLACE,
  )
}

/** Each object once per picture. Rules and paths count, so two detectors that see one person must not make two of them. */
export function eachOnce(detections: readonly Detection[], models: number): Detection[] {
  return [...Map.groupBy(detections, ({ frame }) => frame).values()].flatMap((some) => {
    const kept: Detection[] = []
    for (const one of suppress(some, 0.5)) {
      const isKnown = kept.some(
        (other) =>
          other.class === one.class &&
          overlapOf(other.box, one.box) > SAME_THING * Math.min(areaOf(other.box), areaOf(one.box)),
      )
      if (!isKnown && isAgreed(one, some, models)) kept.push(one)
    }
    return kept
  })
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

/** What the usual looks say to the rules of a camera. All looks were taken, so it holds what was seen after the verdict was certain, too. */
export function seenFactsOf(
  frames: readonly Pick<DecodedFrame, 'offsetMs' | 'width' | 'height'>[],
  { detections, allDetections = detections, plannedFrames, models }: Findings,
  { needs, plates, isComplete }: { needs: RuleNeeds; plates: PlateFindings | null; isComplete: boolean },
): SeenFacts {
  return {
    pictures: frames.map(({ offsetMs, width, height }, frame) => ({
      offsetMs,
      width,
      height,
      seen: plannedFrames.includes(frame),
    })),
    sightings: eachOnce(allDetections, models.length).map(
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
