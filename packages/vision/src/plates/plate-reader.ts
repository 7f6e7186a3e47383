import type { RgbImage } from '../decode/decoded-frame.ts'
import { detect, withOrder, type Detector } from '../detect/detector.ts'
import { cutCharacters } from './cut-characters.ts'
import { findRegions, type PlateRegion } from './find-regions.ts'
import type { LineReader } from './line-reader.ts'
import { readLine, type AgreedCharacter } from './read-line.ts'

/** What stands on a plate, as far as one picture shows it. */
export interface PlateText {
  characters: AgreedCharacter[]
  /** Height of its characters in pixels of the picture that was given. */
  characterHeight: number
  /** 0–1: how sure it is that these are all its characters and no others. */
  wholeness: number
}

/** Finds and reads number plates; how, is its own affair. */
export interface PlateReader {
  /**
   * Where plates may be on a picture of a vehicle, the likeliest first.
   * @param order of looks that wait, the one with the lowest is taken first (default 0)
   */
  find(vehicle: RgbImage, order?: number): Promise<PlateRegion[]>
  /** @returns undefined when the picture shows no characters @throws when it could not look */
  read(plate: RgbImage): Promise<PlateText | undefined>
  /** Gives up what is under way and frees what it holds; it can be used again. */
  close(): Promise<void>
}

/** Finds plates by detectors made for that where there are any, and by the look of their characters where those see none. */
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
