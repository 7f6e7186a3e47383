/** The columns of the manifest, as the evaluation command reads them. */
const COLUMNS = [
  'case_id',
  'frames',
  'gap_s',
  'label',
  'class',
  'camera_id',
  'condition',
  'source',
  'licence',
  'reason',
] as const

export const MANIFEST_HEADER = COLUMNS.join(',')

/** A labelled alarm with its pictures in the file. */
export interface ManifestCase {
  id: string
  viewId: string
  isTrue: boolean
  /** Why, as the person said who labelled it; null if they did not. The evaluation does not read it. */
  reason: string | null
  /** The classes for which the filter passed the alarm on. */
  classes: readonly string[]
  /** Codes of the verdict's reasons. */
  reasons: readonly string[]
  thermal: boolean
  /** Paths within the file, in order. */
  frames: readonly string[]
  /** When each frame was taken, in milliseconds after the first; null where unknown. */
  offsetsMs: readonly (number | null)[]
}

/** The possible classes of a true alarm, the most important first. */
const TRUE_CLASSES = ['person', 'vehicle', 'cycle', 'animal', 'bag']

/** Conditions of the picture that the analysis reports, by reason code. */
const CONDITIONS: Record<string, string> = {
  'scene-dark': 'dark',
  'scene-covered': 'covered',
  'scene-blurred': 'blurred',
  'global-change': 'light-change',
}

/** The median gap between pictures, in seconds; `-` where it is unknown or there is only one picture. */
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
 * One cell of the CSV. Spreadsheets run text that begins like a formula, so such text is marked as text. The manifest contains no names or
 * other outside text. A single `-` means "unknown" and is no formula.
 */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && text !== '-' ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The manifest line of an alarm. `own` marks one's own recordings, which may be used for training. */
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
    reason: labelled.reason ?? '',
  }
  return COLUMNS.map((name) => cell(values[name])).join(',')
}
