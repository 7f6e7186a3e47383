import type { RuleNeeds, SeenFacts } from '@winnow/domain'
import type { FrameSet } from '../analyse/frame-set.ts'
import type { Findings } from '../analyse/run-looks.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { iou } from '../detect/boxes.ts'
import { withOrder, type Detector } from '../detect/detector.ts'
import { isMasked } from '../masks/masks.ts'
import type { PlateFindings } from '../plates/plate.ts'
import type { Polygon } from '../types.ts'
import { findPostures, isUpright, type Postures } from './find-postures.ts'
import { lookForCapabilities, type RuleDetector } from './look-for-capabilities.ts'
import { lookSignatureOf } from './look-signature.ts'
import { seenFactsOf } from './seen-facts.ts'
import type { RememberedZone } from './remembered-zone.ts'
import { compareZones } from './usual-zones.ts'

/** Signatures of one alarm, at most. The surest sightings get theirs first. */
const SIGNATURES = 80
const SAME_PERSON = 0.3

/** An alarm whose verdict is known, and what its rules need. */
export interface RuledAnalysis {
  set: FrameSet
  findings: Findings
  needs: RuleNeeds
  masks: readonly Polygon[]
  plates: PlateFindings | null
  /** Whether all pictures were read and looked at. */
  isComplete: boolean
  /** The detectors of people and vehicles. */
  detectors: readonly Detector[]
  ruleDetectors: readonly RuleDetector[]
  /** The place of the alarm in the queue for the networks. */
  order: number
  /** The zones of the camera that were remembered. */
  zones: readonly RememberedZone[]
  now: Date
  /** On the clock of `performance.now()`. */
  deadline: number
}

function withSignatures(sightings: SeenFacts['sightings'], pictures: readonly RgbImage[]): SeenFacts['sightings'] {
  const signed = new Set(sightings.toSorted((a, b) => b.score - a.score).slice(0, SIGNATURES))
  return sightings.map((one) => {
    const picture = pictures[one.frame]
    return picture === undefined || !signed.has(one) ? one : { ...one, look: lookSignatureOf(picture, one.box) }
  })
}

/** Adds postures to the people of the pictures that were looked at, and those people whom only a turned picture shows. */
function withPostures(
  sightings: SeenFacts['sightings'],
  { frames, lying }: Postures,
  pictures: readonly RgbImage[],
  masks: readonly Polygon[],
): SeenFacts['sightings'] {
  const isSame = (thing: SeenFacts['sightings'][number]) => (one: Postures['lying'][number]) =>
    one.frame === thing.frame && iou(one.box, thing.box) >= SAME_PERSON
  const people = sightings.map((thing) => {
    const picture = pictures[thing.frame]
    if (thing.class !== 'person' || picture === undefined || !frames.includes(thing.frame)) return thing
    const posture = lying.some(isSame(thing)) ? 'lying' : isUpright(thing, picture) ? 'upright' : 'unknown'
    return { ...thing, posture } as const
  })
  const unseen = lying.filter((one) => !people.some((thing) => thing.class === 'person' && isSame(thing)(one)))
  return [
    ...people,
    ...unseen.map(({ frame, score, box }) => ({
      frame,
      class: 'person',
      label: 'person',
      score,
      box,
      masked: isMasked(box, masks),
      static: false,
      moved: null,
      posture: 'lying' as const,
    })),
  ]
}

/** Finds what the rules of a camera ask for beyond the usual looks, and nothing that they do not ask for. */
export async function gatherFacts(
  alarm: RuledAnalysis,
): Promise<{ facts: SeenFacts; zones: RememberedZone[]; inferenceMs: number }> {
  const { set, findings, needs, masks, deadline, order } = alarm
  const { frames } = set
  const pictures = frames.map(({ rgb }) => rgb)
  const plain = seenFactsOf(frames, findings, alarm)
  let { sightings } = plain
  let asked: Pick<SeenFacts, 'turned'> = {}
  let inferenceMs = 0
  if (needs.postures) {
    const postures = await findPostures(alarm.detectors, {
      pictures,
      frames: findings.plannedFrames,
      motion: set.motion,
      detections: findings.allDetections ?? findings.detections,
      deadline,
    })
    inferenceMs = postures.inferenceMs
    asked = { turned: { frames: postures.frames, isComplete: postures.isComplete } }
    sightings = withPostures(sightings, postures, pictures, masks)
  }
  if (needs.looks) sightings = withSignatures(sightings, pictures)
  const capabilities = await lookForCapabilities(
    needs.capabilities,
    alarm.ruleDetectors.map((one) => ({ ...one, detector: withOrder(order, one.detector) })),
    { pictures, frames: findings.plannedFrames, masks, deadline },
  )
  const scene = set.background
  const { facts: zones, remembered } = compareZones(needs.zones, alarm.zones, {
    scene,
    light: set.light,
    now: alarm.now,
  })
  return { facts: { ...plain, ...asked, sightings, capabilities, zones }, zones: remembered, inferenceMs }
}
