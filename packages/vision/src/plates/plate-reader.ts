import type { RgbImage } from '../decode/decoded-frame.ts'
import { detect, withOrder, type Detector } from '../detect/detector.ts'
import { cutCharacters } from './cut-characters.ts'
import { findRegions, type PlateRegion } from './find-regions.ts'
import type { LineReader } from './line-reader.ts'
import { readLine, type AgreedCharacter } from './read-line.ts'

/** The text of a plate, as read from one picture. */
export interface PlateText {
  characters: AgreedCharacter[]
  /** Height of its characters in pixels of the input picture. */
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
  read(plate: RgbImage): Promise<PlateText | undefined>
  /** Aborts work in progress and frees its resources. The reader can be used again afterwards. */
  close(): Promise<void>
}

/** Finds plates with plate detectors, if there are any. Where they find none, it searches for lines of characters. */
export function createPlateReader(lines: LineReader, detectors: readonly Detector[] = []): PlateReader {
  return {
    find: async (vehicle, order = 0) => {
      const seen: PlateRegion[] = []
      for (const detector of detectors) seen.push(...(await detect(withOrder(order, detector), vehicle)).sightings)
      return seen.length > 0 ? seen.toSorted((a, b) => b.score - a.score) : findRegions(vehicle)
    },
    read: async (plate) => {
      const cut = await cutCharacters(plate)
      if (cut === undefined) return undefined
      return { characters: await readLine(cut, lines), characterHeight: cut.seenHeight, wholeness: cut.agreement }
    },
    close: () => lines.close(),
  }
}
