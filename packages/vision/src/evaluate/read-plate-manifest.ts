import { readFileSync } from 'node:fs'
import path from 'node:path'
import { normalisePlate } from '../plates/plate-text.ts'
import { splitLine } from './read-manifest.ts'

/** One picture of a vehicle whose plate is known. */
export interface LabelledPlate {
  /** Absolute path. */
  file: string
  /** Capital letters and digits only. */
  text: string
  /** The place of the plate in pixels of the picture. Null if the manifest does not contain it. */
  box: { x: number; y: number; width: number; height: number } | null
  /** Its group in the figures, such as a region or the light. */
  condition: string
}

/**
 * Reads a manifest of plates: a line of names, then one line per picture. The columns are image (path relative to the manifest) and plate.
 * Optional columns are x, y, w, h (pixels) and condition or region.
 */
export function readPlateManifest(file: string): LabelledPlate[] {
  const folder = path.dirname(path.resolve(file))
  const [header = '', ...lines] = readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean)
  const names = splitLine(header)
  for (const name of ['image', 'plate']) {
    if (!names.includes(name)) throw new Error(`${file} has no column ${name}`)
  }
  return lines.map((line) => {
    const values = splitLine(line)
    const value = (name: string) => values[names.indexOf(name)] ?? ''
    const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = ['x', 'y', 'w', 'h'].map((name) =>
      Number.parseFloat(value(name)),
    )
    const isPlaced = [x, y, width, height].every(Number.isFinite)
    return {
      file: path.join(folder, value('image')),
      text: normalisePlate(value('plate')),
      box: isPlaced ? { x, y, width, height } : null,
      condition: value('condition') || value('region'),
    }
  })
}
