/** The columns of a manifest of labelled alarms, as the evaluation command reads them. */
const COLUMNS = ['case_id', 'frames', 'gap_s', 'label', 'class', 'camera_id', 'condition', 'source', 'licence'] as const

export const MANIFEST_HEADER = COLUMNS.join(',')

/** A labelled alarm with its pictures in the file. */
export interface ManifestCase {
  id: string
  viewId: string
  isTrue: boolean
  /** What the filter saw, as far as it passed the alarm on. */
  classes: readonly string[]
  /** Codes of the verdict's reasons. */
  reasons: readonly string[]
  thermal: boolean
  /** Paths within the file, in order. */
  frames: readonly string[]
  /** When each was taken, in milliseconds after the first; null where nobody knows. */
  offsetsMs: readonly (number | null)[]
}

/** What an alarm is about, the most important first. */
const TRUE_CLASSES = ['person', 'vehicle', 'cycle', 'animal', 'bag']

/** What the picture itself is like, as the analysis said it. */
const CONDITIONS: Record<string, string> = {
  'scene-dark': 'dark',
  'scene-covered': 'covered',
  'scene-blurred': 'blurred',
  'global-change': 'light-change',
}

/** Seconds between the pictures, the middle one of all gaps; `-` where they are unknown or there is one picture. */
function gapOf(offsetsMs: ManifestCase['offsetsMs']): string {
  const gaps = offsetsMs
    .slice(1)
    .map((offset, index) => {
      const before = offsetsMs[index]
      return offset === null || before === null || before === undefined ? null : offset - before
    })
    .toSorted((a, b) => (a ?? 0) - (b ?? 0))
  const middle = gaps[Math.floor(gaps.length / 2)]
  return middle === undefined || middle === null || gaps.includes(null) ? '-' : (middle / 1000).toFixed(1)
}

function classOf({ isTrue, classes, reasons }: ManifestCase): string {
  if (isTrue) return TRUE_CLASSES.find((name) => classes.includes(name)) ?? 'unknown'
  return reasons.includes('animal-only') || classes.includes('animal') ? 'animal' : 'none'
}

/**
 * One cell. Spreadsheets run what begins like a formula, so such text is marked as text. No name or other text from outside
 * stands in a manifest; the one `-` there is means "unknown" and is no formula.
 */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && text !== '-' ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The line of an alarm. `own`: recordings of one's own, from which may be learnt. */
export function manifestLine(labelled: ManifestCase): string {
  const conditions = [
    ...(labelled.thermal ? ['thermal'] : []),
    ...labelled.reasons.flatMap((code) => CONDITIONS[code] ?? []),
  ]
  const values: Record<(typeof COLUMNS)[number], string> = {
    case_id: labelled.id,
    frames: labelled.frames.join(';'),
    gap_s: gapOf(labelled.offsetsMs),
    label: String(labelled.isTrue),
    class: classOf(labelled),
    camera_id: labelled.viewId,
    condition: conditions.join(',') || 'unknown',
    source: 'winnow',
    licence: 'own',
  }
  return COLUMNS.map((name) => cell(values[name])).join(',')
}
