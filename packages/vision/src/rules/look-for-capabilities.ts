import type { CapabilityFact, RuleCapability } from '@winnow/domain'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Detector, Sighting } from '../detect/detector.ts'
import { suppress } from '../detect/suppress.ts'
import { isMasked } from '../masks/masks.ts'
import { fromRegion } from '../regions/crop.ts'
import { tilesOf } from '../regions/plan-looks.ts'
import type { Box, Polygon } from '../types.ts'

/** A detector that sees what a rule asks for. */
export interface RuleDetector {
  capability: RuleCapability
  /** All labels that it can return. */
  labels: readonly string[]
  detector: Detector
}

/** Sightings of one picture that are kept, the surest first. */
const KEPT = 30
const SAME_THING = 0.5

/** What the detectors look at. */
export interface CapabilityInput {
  pictures: readonly RgbImage[]
  /** The pictures that differ from each other. */
  frames: readonly number[]
  masks: readonly Polygon[]
  /** On the clock of `performance.now()`. */
  deadline: number
}

/** The whole picture and, for networks with small inputs, squares of it. */
const regionsFor = ({ looks }: Detector, picture: RgbImage): (Box | undefined)[] =>
  looks === 'parts' ? [undefined, ...tilesOf(picture)] : [undefined]

async function lookAt(detector: Detector, picture: RgbImage): Promise<Sighting[]> {
  const found: Sighting[] = []
  for (const region of regionsFor(detector, picture)) {
    const { sightings } = await (await detector.prepare(picture, region))()
    found.push(...(region === undefined ? sightings : sightings.map((one) => fromRegion(one, region))))
  }
  return [...Map.groupBy(found, ({ label }) => label).values()].flatMap((some) => suppress(some, SAME_THING))
}

/**
 * What the detectors of one capability see on the pictures. `looked` is false if one of them failed or time ran out; what was seen until then
 * is kept.
 */
async function lookFor(
  capability: RuleCapability,
  detectors: readonly RuleDetector[],
  { pictures, frames, masks, deadline }: CapabilityInput,
): Promise<CapabilityFact> {
  const fact: CapabilityFact = {
    capability,
    looked: detectors.length > 0,
    labels: [...new Set(detectors.flatMap(({ labels }) => labels))],
    sightings: [],
  }
  let slowest = 0
  for (const frame of frames) {
    const picture = pictures[frame]
    if (picture === undefined) continue
    const seen: Sighting[] = []
    let isLate = false
    for (const { detector } of detectors) {
      const began = performance.now()
      isLate = began + slowest > deadline
      if (isLate) break
      try {
        seen.push(...(await lookAt(detector, picture)))
      } catch {
        fact.looked = false
      }
      slowest = Math.max(slowest, performance.now() - began)
    }
    const kept = seen
      .filter(({ box }) => !isMasked(box, masks))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, KEPT)
    fact.sightings.push(...kept.map(({ label, score, box }) => ({ frame, label, score, box })))
    if (isLate) return { ...fact, looked: false }
  }
  return fact
}

/** Asks the detectors of each capability that a rule needs. Where there is none, or time ran out, nobody looked. */
export async function lookForCapabilities(
  needed: readonly RuleCapability[],
  detectors: readonly RuleDetector[],
  input: CapabilityInput,
): Promise<CapabilityFact[]> {
  const facts: CapabilityFact[] = []
  for (const capability of needed)
    facts.push(
      await lookFor(
        capability,
        detectors.filter((one) => one.capability === capability),
        input,
      ),
    )
  return facts
}
