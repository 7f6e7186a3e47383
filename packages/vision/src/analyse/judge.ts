import type { Parameters } from '../decide/parameters.ts'
import type { Sighting } from '../detect/detector.ts'
import { isMasked } from '../masks/masks.ts'
import { isNewcomer, isParked, isStatue } from '../memory/recall.ts'
import type { Glimpse } from '../memory/recall.ts'
import { thumbnailOf } from '../memory/thumbnail.ts'
import type { ViewMemory } from '../memory/view-memory.ts'
import { moveBox } from '../motion/find-motion.ts'
import { stillnessAt, textureStillnessAt } from '../motion/stillness.ts'
import type { Detection, ViewSettings } from '../types.ts'
import type { FrameSet } from './frame-set.ts'

const LOOK_SIDE = 16
/**
 * A limit of similarity, 0–1, between an object's place and the same place on other frames. Below it, either the light or the object
 * changed, and the texture shows which: the similarity of texture is 0.9 or more only if the object stayed. Above it, slow traffic looks
 * almost the same, including its texture, so the stricter limit `textureStillness` applies.
 */
const LIGHT_CHANGED = 0.8

/** The facts of an alarm that its sightings are judged by. */
export interface Circumstances {
  set: FrameSet
  view: ViewSettings
  memory: ViewMemory
  parameters: Parameters
  now: Date
}

/** The class, place and appearance of a sighting, for the memory. The appearance is cut from the frame before camera shake was removed. */
export function glimpseOf(
  sighting: Pick<Sighting, 'class' | 'score' | 'box'>,
  frame: number,
  set: FrameSet,
): Glimpse | undefined {
  const grey = set.greys[frame]
  if (grey === undefined) return undefined
  const { class: kind, score, box } = sighting
  return { class: kind, score, box, look: thumbnailOf(grey, LOOK_SIDE, LOOK_SIDE, box) }
}

/** How unchanged a place is between the frames, 0–1. The texture is only asked for where it decides. */
interface Unchanged {
  still: number
  texture: () => number
}

/** Whether an object changed its place or appearance, from how unchanged its place is. */
export function movedFrom(
  kind: Sighting['class'],
  { still, texture }: Unchanged,
  { stillness, textureStillness }: Pick<Parameters, 'stillness' | 'textureStillness'>,
): boolean {
  if (still >= stillness) return false
  // A person who stands in changing light is still a person.
  if (kind === 'person') return true
  return texture() < (still < LIGHT_CHANGED ? stillness : textureStillness)
}

function hasMoved(sighting: Sighting, frame: number, { set, parameters }: Circumstances): boolean | null {
  const { motion } = set
  if (motion === undefined || set.distinct < 2) return null
  const { aligned, distinct, shifts } = motion
  const grey = aligned[frame]
  const { x, y } = shifts[frame] ?? { x: 0, y: 0 }
  // The place of the sighting after camera shake was removed.
  const box = grey === undefined ? sighting.box : moveBox(sighting.box, { x: -x, y: -y }, grey)
  const texture = () => textureStillnessAt(aligned, distinct, frame, box)
  return movedFrom(sighting.class, { still: stillnessAt(aligned, distinct, frame, box), texture }, parameters)
}

/**
 * Whether an object is part of the scene. A vehicle that does not move is part of the scene, unless it arrived recently. A person is part
 * of the scene (like a statue) only if neither this alarm nor the memory shows that it moved.
 */
function isPartOfScene(sighting: Sighting, frame: number, moved: boolean | null, facts: Circumstances): boolean {
  if (moved === true) return false
  const glimpse = glimpseOf(sighting, frame, facts.set)
  if (glimpse === undefined) return moved === false && sighting.class !== 'person'
  if (moved === null) return isParked(facts.memory, glimpse, facts.now)
  if (sighting.class === 'person') return isStatue(facts.memory, glimpse, facts.now)
  return !isNewcomer(facts.memory, glimpse, facts.set.light, facts.now)
}

/** Completes a model's sighting to a detection, including whether it counts as evidence for the alarm. */
export type Judge = (sighting: Sighting, frame: number, model: string) => Detection

/** Creates the judge of one alarm. If several looks at a frame find the same sighting, it is compared with the other pictures only once. */
export function createJudge(facts: Circumstances): Judge {
  const known = new Map<string, Pick<Detection, 'moved' | 'static'>>()
  const compare = (sighting: Sighting, frame: number): Pick<Detection, 'moved' | 'static'> => {
    const moved = hasMoved(sighting, frame, facts)
    return { moved, static: isPartOfScene(sighting, frame, moved, facts) }
  }
  return (sighting, frame, model) => {
    const { class: kind, score, box } = sighting
    const key = [frame, kind, score, box.x, box.y, box.width, box.height].join(' ')
    const compared = known.get(key) ?? compare(sighting, frame)
    known.set(key, compared)
    const masked = isMasked(box, facts.view.masks)
    const counted = !masked && !compared.static && facts.view.wantedClasses.includes(kind)
    return { ...sighting, frame, moved: compared.moved, masked, static: compared.static, counted, model }
  }
}
