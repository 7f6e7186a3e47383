import { WATCH_LIST_LIMITS } from '@winnow/contract'

/** Why a line is not imported. `repeated`: the same plate stands further up. */
export type LineProblem = 'too-short' | 'too-long' | 'characters' | 'note-too-long' | 'repeated'

/** A line of what was pasted, with the plate in it. */
export interface PlateLine {
  /** The number of the line, from 1. */
  line: number
  plate: string
  note: string
  problem: LineProblem | null
}

const { plate: SIZE, note: NOTE } = WATCH_LIST_LIMITS

/** First lines that name their columns, in the languages of the console. */
const HEADINGS: ReadonlySet<string> = new Set([
  'plate',
  'plates',
  'number plate',
  'licence plate',
  'license plate',
  'kennzeichen',
  'plaque',
  'immatriculation',
  'matrícula',
  'matricula',
  'targa',
])

const QUOTED = /^"(.*)"$/s
/** The most characters of a plate with what people write between its parts. */
const LONGEST = 40

const cellsOf = (text: string): string[] => {
  const separator = ['\t', ';', ','].find((one) => text.includes(one))
  const cells = separator === undefined ? [text] : text.split(separator)
  return cells.map((cell) => cell.trim().replace(QUOTED, '$1').replaceAll('""', '"').trim())
}

/** The letters and digits of a plate, as plates are compared. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

/** What is wrong with a plate, as the contract sees it; null for one that can be looked for. */
export function plateProblem(plate: string): Exclude<LineProblem, 'note-too-long' | 'repeated'> | null {
  if (!/^[\p{L}\p{N}\s.·–-]*$/u.test(plate)) return 'characters'
  const letters = lettersOf(plate)
  if (letters.length < SIZE.min) return 'too-short'
  return letters.length > SIZE.max || plate.length > LONGEST ? 'too-long' : null
}

/** The plates of a pasted text or a CSV file: one a line, with an optional note in the next columns. Empty lines are left out. */
export function pastedPlates(text: string): PlateLine[] {
  const seen = new Set<string>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  return lines.flatMap((raw, index): PlateLine[] => {
    if (raw.trim() === '') return []
    const [plate = '', ...others] = cellsOf(raw)
    if (index === 0 && HEADINGS.has(plate.toLowerCase())) return []
    const note = others.filter((cell) => cell !== '').join(', ')
    const letters = lettersOf(plate)
    const problem =
      plateProblem(plate) ?? (note.length > NOTE ? 'note-too-long' : seen.has(letters) ? 'repeated' : null)
    seen.add(letters)
    return [{ line: index + 1, plate, note, problem }]
  })
}

/** Parts of a list that each fit one import. */
export function importsOf<T>(rows: readonly T[], most: number = WATCH_LIST_LIMITS.imported): T[][] {
  return Array.from({ length: Math.ceil(rows.length / most) }, (_none, at) => rows.slice(at * most, (at + 1) * most))
}
