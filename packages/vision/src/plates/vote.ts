import type { Plate, PlateReading } from './plate.ts'
import { distanceOf, hasOpenTwin, isPlausible, skeletonOf } from './plate-text.ts'

/** A reading with what is known of each of its characters. */
export interface WeighedReading extends PlateReading {
  /** 0–1 each, as many as the text has characters. */
  confidences: number[]
  /** Pixels. */
  characterHeight: number
  /** 0–1: how sure it is that these are all characters and no others. */
  wholeness: number
}

/** Of the least certain character. */
const SURE = 0.9
/** Lower characters are guessed at rather than seen: D, O and 0 differ by less than the blur of a lens. */
const SURE_HEIGHT = 15
/** Of the best reading. Below it, a character at an end may have been lost, or won of a screw. */
const SURE_WHOLENESS = 0.7
/** The shortest text that can be sure: a torn line leaves four. */
const SURE_LENGTH = 5

function belongs(group: readonly WeighedReading[], reading: WeighedReading): boolean {
  if (group.some((one) => one.frame === reading.frame)) return false
  return group.some((one) => distanceOf(skeletonOf(one.text), skeletonOf(reading.text)) <= 1)
}

/** What weighs most in one place, and how sure that makes it: as sure as its best reading, less what others read there. */
function voteOn(place: number, readings: readonly WeighedReading[]): { character: string; confidence: number } {
  const weights = new Map<string, { sum: number; best: number }>()
  let total = 0
  for (const { text, confidences } of readings) {
    const character = text[place] ?? ''
    const confidence = confidences[place] ?? 0
    const { sum, best } = weights.get(character) ?? { sum: 0, best: 0 }
    weights.set(character, { sum: sum + confidence, best: Math.max(best, confidence) })
    total += confidence
  }
  const [first] = [...weights].toSorted(([, a], [, b]) => b.sum - a.sum)
  if (first === undefined || total === 0) return { character: first?.[0] ?? '', confidence: 0 }
  return { character: first[0], confidence: first[1].best * (first[1].sum / total) }
}

/** The length that the surest readings have; others of the group may have lost or won a character. */
function usualLength(group: readonly WeighedReading[]): number {
  const weights = new Map<number, number>()
  for (const { text, confidence } of group) weights.set(text.length, (weights.get(text.length) ?? 0) + confidence)
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function plateOf(group: readonly WeighedReading[]): Plate {
  const length = usualLength(group)
  const voters = group.filter(({ text }) => text.length === length)
  const characters = Array.from({ length }, (_, place) => voteOn(place, voters))
  const text = characters.map(({ character }) => character).join('')
  // A reading of another length says that a character more or less may be there.
  const share = voters.length / group.length
  const confidence = share * Math.min(...characters.map((one) => one.confidence))
  const height = Math.max(...voters.map(({ characterHeight }) => characterHeight))
  const wholeness = Math.max(...voters.map((one) => one.wholeness))
  const isSure =
    confidence >= SURE &&
    wholeness >= SURE_WHOLENESS &&
    height >= SURE_HEIGHT &&
    length >= SURE_LENGTH &&
    isPlausible(text) &&
    !hasOpenTwin(text)
  const readings = group
    .toSorted((a, b) => a.frame - b.frame)
    .map(({ frame, box, text: read, confidence: certainty }) => ({ frame, box, text: read, confidence: certainty }))
  return { text, confidence, isSure, readings }
}

/**
 * Brings the readings of several frames together: those that differ by one character at most are one plate, whose text is voted on
 * place by place. Two readings of one frame are two plates. The surest comes first.
 */
export function voteOnPlates(readings: readonly WeighedReading[]): Plate[] {
  const groups: WeighedReading[][] = []
  for (const reading of readings.toSorted((a, b) => b.confidence - a.confidence)) {
    const group = groups.find((one) => belongs(one, reading))
    if (group === undefined) groups.push([reading])
    else group.push(reading)
  }
  return groups.map(plateOf).toSorted((a, b) => b.confidence - a.confidence)
}
