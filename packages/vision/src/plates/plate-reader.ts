import type { RgbImage } from '../decode/decoded-frame.ts'
import { detect, withOrder, type Detector } from '../detect/detector.ts'
import { countCharacters } from './count-characters.ts'
import { findRegions, type PlateRegion } from './find-regions.ts'
import type { LineReader } from './line-reader.ts'
import { readLine } from './read-line.ts'

/** The text of a plate, as read from one picture. */
export interface PlateText {
  text: string
  /** 0–1: for each character, the confidence in it. */
  confidences: number[]
  /** Height of its characters in pixels of the input picture. 0 if it is unknown. */
  characterHeight: number
  /** 0–1: confidence that these are all characters of the plate and no others. */
  wholeness: number
}

/** Finds and reads number plates. The interface does not fix the method. */
export interface PlateReader {
  /**
   * Finds candidate regions for plates on a picture of a vehicle, the likeliest first.
   * @param order priority in the queue of detector runs: the lowest value runs first (default 0)
   */
  find(vehicle: RgbImage, order?: number): Promise<PlateRegion[]>
  /** @returns undefined when the picture shows no characters @throws when reading failed */
  read(plate: RgbImage, order?: number): Promise<PlateText | undefined>
}

/** Finds plates with plate detectors, if there are any. Where they find none, it searches for lines of characters. */
export function createPlateReader(lines: LineReader, detectors: readonly Detector[] = []): PlateReader {
  return {
    find: async (vehicle, order = 0) => {
      const seen: PlateRegion[] = []
      for (const detector of detectors) seen.push(...(await detect(withOrder(order, detector), vehicle)).sightings)
      return seen.length > 0 ? seen.toSorted((a, b) => b.score - a.score) : findRegions(vehicle)
    },
    read: async (plate, order) => {
      const { text, confidences, share } = await readLine(plate, lines, order)
      if (text === '') return undefined
      const counted = await countCharacters(plate)
      // Another number of characters than can be told apart on the picture is a sign that one was missed, or that a screw was read.
      const agreement = counted?.count === text.length ? counted.agreement : 0
      return {
        text,
        confidences: confidences.map((confidence) => confidence * share),
        characterHeight: counted?.height ?? 0,
        wholeness: agreement,
      }
    },
  }
}
