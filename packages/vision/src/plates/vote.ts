import type { Plate, PlateReading } from './plate.ts'
import { distanceOf, hasOpenTwin, isPlausible, skeletonOf } from './plate-text.ts'

/** A reading with the confidence of each of its characters. */
export interface WeighedReading extends PlateReading {
  /** One value from 0 to 1 for each character of the text. */
  confidences: number[]
  /** The height of the characters in pixels. */
  characterHeight: number
  /** 0–1: confidence that these are all characters of the plate and no others. */
  wholeness: number
}

/** Confidence of the least certain character from which a text can be sure. */
const SURE = 0.9
/** The height in pixels below which characters are not certain, because D, O and 0 then differ by less than the blur of a lens. */
const SURE_HEIGHT = 15
/**
 * The least wholeness of the best reading. Below it, the first or last character may be missing, or a screw may have been read as a
 * character.
 */
const SURE_WHOLENESS = 0.7
/** The length of the shortest text that can be certain. A text of four characters may be the rest of a broken line. */
const SURE_LENGTH = 5

function belongs(group: readonly WeighedReading[], reading: WeighedReading): boolean {
  if (group.some((one) => one.frame === reading.frame)) return false
  return group.some((one) => distanceOf(skeletonOf(one.text), skeletonOf(reading.text)) <= 1)
}

/** The character with the most weight in one place. Its confidence is that of its best reading, less the share of other readings. */
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

/** Returns the length of the most certain readings. Other readings of the group may have a character less or more. */
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
  // A reading of another length is a sign that the plate may have a character more or less, so it lowers the confidence.
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
 * Combines the readings of several frames. Readings that differ by one character at most are one plate; its text is voted on place by
 * place. Two readings of one frame are two plates. The surest plate comes first.
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
