import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Box, ObjectClass } from '../types.ts'

/** One thing a model saw, in 0–1 coordinates of the picture it was given. */
export interface Sighting {
  class: ObjectClass
  label: string
  /** 0–1. */
  score: number
  box: Box
}

/** What one look gave, and what it cost. */
export interface Seen {
  /** Above the pack's own floor, near duplicates removed, best first. */
  sightings: Sighting[]
  /** Time the model itself took, without scaling the picture and without decoding its answer. */
  inferenceMs: number
}

/**
 * A model pack at work. Every pack looks at a picture of any size and answers in our classes; how it scales, normalises and
 * decodes is its own affair.
 */
export interface Detector {
  readonly id: string
  readonly version: string
  /** Whether it also looks at parts of a frame: a network of large input sees small things on the whole one. */
  readonly looks: 'whole' | 'parts'
  /** The classes it can name; that it names nothing of any other says nothing. */
  readonly sees: readonly ObjectClass[]
  /**
   * Scales a picture, or a part of it, and resolves with the look itself, which holds the processor until it has its answer.
   * Scaling does not: it goes on beside another look, so whoever has several to take prepares the next one before it takes one.
   * Of looks that wait at the same time, the one with the lowest `order` is taken first, then the one that was asked for first.
   */
  prepare(picture: RgbImage, region?: Box): Promise<(order?: number) => Promise<Seen>>
}

/** Has a detector look at one picture. */
export async function detect(detector: Detector, picture: RgbImage): Promise<Seen> {
  const look = await detector.prepare(picture)
  return look()
}

/** A detector all of whose looks have one place among those that wait. */
export function withOrder(order: number, detector: Detector): Detector {
  const prepare = async (picture: RgbImage, region?: Box) => {
    const look = await detector.prepare(picture, region)
    return () => look(order)
  }
  return { ...detector, prepare }
}
