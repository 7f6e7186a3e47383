import type { SeenFacts, Sighting } from './facts.ts'
import { RULE_ENGINE } from './limits.ts'
import type { FoundBox } from './findings.ts'

/** The pictures that a detector has looked at, by their index. */
export const seenFrames = ({ pictures }: SeenFacts): number[] =>
  pictures.flatMap(({ seen }, frame) => (seen ? [frame] : []))

/** The moment of the alarm's earliest picture. Senders may name pictures from before the alarm. */
export const beginOf = ({ pictures }: SeenFacts, now: number): number =>
  now + Math.min(0, ...pictures.map(({ offsetMs }) => offsetMs ?? 0))

/**
 * How many pictures must show something: all of one or two, and at least a third of more. A wrong box on one picture is then no finding, and
 * somebody who leaves early is one.
 */
export const neededFrames = (seen: number): number => Math.max(Math.min(seen, 2), Math.ceil(seen / 3))

/** Whether an object counts: it is of the class, certain enough, and not masked. A person who is part of the scene is a statue. */
export const countsAs = (thing: Sighting, kind: string): boolean =>
  thing.class === kind && thing.score >= RULE_ENGINE.score && !thing.masked && !(thing.static && kind === 'person')

/** The boxes of a finding, the surest first. */
export const toBoxes = (
  things: readonly { frame: number; box: FoundBox['box']; label: string; score: number }[],
): FoundBox[] =>
  things
    .toSorted((a, b) => b.score - a.score)
    .slice(0, RULE_ENGINE.boxes)
    .map(({ frame, box, label }) => ({ frame, box, label }))

/** The things that enough pictures agree on; none if they do not. */
export function agreed<T extends { frame: number }>(facts: SeenFacts, things: readonly T[]): T[] {
  const frames = new Set(things.map(({ frame }) => frame))
  return frames.size > 0 && frames.size >= neededFrames(seenFrames(facts).length) ? [...things] : []
}
