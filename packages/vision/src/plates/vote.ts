import { agree } from './agree.ts'
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

function plateOf(group: readonly WeighedReading[]): Plate {
  const { text, confidences, share } = agree(group)
  const { length } = text
  const voters = group.filter((one) => one.text.length === length)
  // A reading of another length is a sign that the plate may have a character more or less, so it lowers the confidence.
  const confidence = share * Math.min(...confidences)
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
