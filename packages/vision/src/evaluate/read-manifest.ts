import { readFileSync } from 'node:fs'
import path from 'node:path'

/** One labelled alarm of a manifest. */
export interface LabelledAlarm {
  id: string
  /** Absolute paths in time order. */
  files: string[]
  /** Seconds between the frames, when known. */
  gapSeconds: number | null
  isTrue: boolean
  class: string
  camera: string
  condition: string
  /** Under which the pictures may be used; empty when the manifest does not say. */
  licence: string
  /** Minutes after the first alarm of its camera, where the manifest says. */
  minutes?: number
}

/** Splits a line of comma-separated values; quoted ones may contain commas and doubled quotes. */
export function splitLine(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

/**
 * Reads a manifest: a line of names, then one alarm a line with the columns case_id, frames (paths relative to the manifest,
 * joined by `;`), gap_s, label (true or false), class, camera_id, condition, licence and, for sequences of alarms, minutes.
 */
export function readManifest(file: string): LabelledAlarm[] {
  const folder = path.dirname(path.resolve(file))
  const [header = '', ...lines] = readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean)
  const names = splitLine(header)
  for (const name of ['case_id', 'frames', 'label', 'camera_id']) {
    if (!names.includes(name)) throw new Error(`${file} has no column ${name}`)
  }
  return lines.map((line) => {
    const values = splitLine(line)
    const value = (name: string) => values[names.indexOf(name)] ?? ''
    const number = (name: string) => {
      const parsed = Number.parseFloat(value(name))
      return Number.isNaN(parsed) ? null : parsed
    }
    const minutes = number('minutes')
    return {
      id: value('case_id'),
      files: value('frames')
        .split(';')
        .map((frame) => path.join(folder, frame)),
      gapSeconds: number('gap_s'),
      isTrue: value('label') === 'true',
      class: value('class'),
      camera: value('camera_id'),
      condition: value('condition'),
      licence: value('licence'),
      ...(minutes === null ? {} : { minutes }),
    }
  })
}
