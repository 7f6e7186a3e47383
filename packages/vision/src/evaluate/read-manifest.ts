import { readFileSync, statSync } from 'node:fs'
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
  /** The licence of the pictures; empty when the manifest names none. */
  licence: string
  /** Minutes after the first alarm of its camera, if the manifest gives them. */
  minutes?: number
}

/** Splits a line of comma-separated values; quoted ones may contain commas and doubled quotes. */
export function splitLine(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

const LABELS = new Map([
  ['true', true],
  ['false', false],
])
/** Largest number of missing files in the error message: enough to see what is wrong with the paths. */
const NAMED_FILES = 10

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

/** Reports missing pictures at the start, because a measurement takes hours. */
function checkFiles(manifest: string, alarms: readonly LabelledAlarm[]): void {
  const missing = [...new Set(alarms.flatMap(({ files }) => files))].filter((file) => !isFile(file))
  if (missing.length === 0) return
  const named = missing.slice(0, NAMED_FILES).map((file) => `\n  ${file}`)
  const more = missing.length > NAMED_FILES ? `\n  and ${missing.length - NAMED_FILES} more` : ''
  throw new Error(`${manifest} names files that are not there (${missing.length}):${named.join('')}${more}`)
}

/**
 * Reads a manifest: a line of names, then one line per alarm. The columns are case_id, frames (paths relative to the manifest, joined by
 * `;`), gap_s, label (true or false, in small or capital letters), class, camera_id, condition, licence and, for sequences of alarms,
 * minutes. Throws for any other label, because it would silently count as false. Throws when files are missing.
 */
export function readManifest(file: string): LabelledAlarm[] {
  const folder = path.dirname(path.resolve(file))
  const [header = '', ...lines] = readFileSync(file, 'utf8').split(/\r?\n/)
  const names = splitLine(header)
  for (const name of ['case_id', 'frames', 'label', 'camera_id']) {
    if (!names.includes(name)) throw new Error(`${file} has no column ${name}`)
  }
  const alarms = lines.flatMap((line, index): LabelledAlarm[] => {
    if (line === '') return []
    const values = splitLine(line)
    const value = (name: string) => values[names.indexOf(name)] ?? ''
    const number = (name: string) => {
      const parsed = Number.parseFloat(value(name))
      return Number.isNaN(parsed) ? null : parsed
    }
    const minutes = number('minutes')
    const isTrue = LABELS.get(value('label').trim().toLowerCase())
    if (isTrue === undefined)
      throw new Error(`${file}:${index + 2}: the label is "${value('label')}"; it must be true or false`)
    return [
      {
        id: value('case_id'),
        files: value('frames')
          .split(';')
          .map((frame) => path.join(folder, frame)),
        gapSeconds: number('gap_s'),
        isTrue,
        class: value('class'),
        camera: value('camera_id'),
        condition: value('condition'),
        licence: value('licence'),
        ...(minutes === null ? {} : { minutes }),
      },
    ]
  })
  checkFiles(file, alarms)
  return alarms
}
