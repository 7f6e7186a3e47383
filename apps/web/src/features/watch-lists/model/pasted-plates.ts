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

export interface PlateLimits {
  /** The numbers of letters and digits that a plate can have. */
  min: number
  max: number
  note: number
}

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

const UNQUOTED = /^"(.*)"$/s
/** What people write between the parts of a plate. */
const GAPS = /[\s.\-–·]+/g

const cellsOf = (text: string): string[] => {
  const separator = ['\t', ';', ','].find((one) => text.includes(one))
  const cells = separator === undefined ? [text] : text.split(separator)
  return cells.map((cell) => cell.trim().replace(UNQUOTED, '$1').replaceAll('""', '"').trim())
}

/** The letters and digits of a plate. */
export const plateText = (text: string): string => text.replaceAll(GAPS, '').toUpperCase()

function problemOf(plate: string, note: string, limits: PlateLimits): LineProblem | null {
  if (!/^[\p{L}\p{N}]*$/u.test(plate)) return 'characters'
  if (plate.length < limits.min) return 'too-short'
  if (plate.length > limits.max) return 'too-long'
  return note.length > limits.note ? 'note-too-long' : null
}

/** The plates of a pasted text or a CSV file: one a line, with an optional note in the next column. Empty lines are left out. */
export function pastedPlates(text: string, limits: PlateLimits): PlateLine[] {
  const seen = new Set<string>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  return lines.flatMap((raw, index): PlateLine[] => {
    if (raw.trim() === '') return []
    const [first = '', ...others] = cellsOf(raw)
    if (index === 0 && HEADINGS.has(first.toLowerCase())) return []
    const plate = plateText(first)
    const note = others.filter((cell) => cell !== '').join(', ')
    const problem = problemOf(plate, note, limits) ?? (seen.has(plate) ? 'repeated' : null)
    seen.add(plate)
    return [{ line: index + 1, plate, note, problem }]
  })
}
