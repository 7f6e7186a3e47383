import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Box, ObjectClass } from '../types.ts'

/** One object that a model detected, in 0–1 coordinates of its input picture. */
export interface Sighting {
  class: ObjectClass
  label: string
  /** 0–1. */
  score: number
  box: Box
}

/** The result and the cost of one look. */
export interface Seen {
  /** Above the pack's floor, without near duplicates, best first. */
  sightings: Sighting[]
  /** Time of the model itself, without scaling the picture and decoding the output. */
  inferenceMs: number
}

/**
 * A loaded model pack. Every pack accepts pictures of any size and answers in our classes. Scaling, normalising and decoding are internal
 * to it.
 */
export interface Detector {
  readonly id: string
  readonly version: string
  /** Whether it also runs on parts of a frame. A network with a large input detects small objects on the whole frame. */
  readonly looks: 'whole' | 'parts'
  /** The classes that it knows. Finding nothing of other classes means nothing. */
  readonly sees: readonly ObjectClass[]
  /**
   * Scales a picture, or a part of it. Resolves with a function that runs the model and occupies the processor until the result. Scaling
   * does not, so a caller with several looks prepares the next one before it runs one. Of waiting looks, the one with the lowest `order`
   * runs first, then the one requested first.
   */
  prepare(picture: RgbImage, region?: Box): Promise<(order?: number) => Promise<Seen>>
}

/** Runs a detector on one picture. */
export async function detect(detector: Detector, picture: RgbImage): Promise<Seen> {
  const look = await detector.prepare(picture)
  return look()
}

/** A detector whose looks all have the same order. */
export function withOrder(order: number, detector: Detector): Detector {
  const prepare = async (picture: RgbImage, region?: Box) => {
    const look = await detector.prepare(picture, region)
    return () => look(order)
  }
  return { ...detector, prepare }
}
