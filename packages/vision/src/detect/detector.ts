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
  /** The sightings with a score of at least the pack's floor, without near duplicates, the best first. */
  sightings: Sighting[]
  /** The running time of the model in milliseconds, without scaling the picture and decoding the output. */
  inferenceMs: number
}

/**
 * A loaded model pack. It accepts pictures of any size and returns sightings of Winnow's classes. It scales and normalises the pictures and
 * decodes the outputs of its network.
 */
export interface Detector {
  readonly id: string
  readonly version: string
  /** `parts` if the model also runs on parts of a frame. A network with a large input needs only `whole` to detect small objects. */
  readonly looks: 'whole' | 'parts'
  /** The classes that the model can detect. */
  readonly sees: readonly ObjectClass[]
  /**
   * Scales a picture, or a part of it. Resolves to a function that runs the model. A run blocks its thread, but scaling does not. So a
   * caller with several looks prepares the next look before it runs the current one. Waiting looks run by `order`, the lowest first, and
   * with equal `order` in the order of their requests.
   */
  prepare(picture: RgbImage, region?: Box): Promise<(order?: number) => Promise<Seen>>
}

/** Runs a detector on one picture. */
export async function detect(detector: Detector, picture: RgbImage): Promise<Seen> {
  const look = await detector.prepare(picture)
  return look()
}

/** Returns the detector with a fixed `order` for all its looks. */
export function withOrder(order: number, detector: Detector): Detector {
  const prepare = async (picture: RgbImage, region?: Box) => {
    const look = await detector.prepare(picture, region)
    return () => look(order)
  }
  return { ...detector, prepare }
}
