import figures from './nested-figures.json' with { type: 'json' }

/** A share of alarms that were judged correctly, with its 95 % interval over cameras. */
export interface MeasuredShare {
  hits: number
  of: number
  low: number
  high: number
}

/** The true alarms that were passed, and the false alarms that were filtered, at sensitivity 3. */
export interface MeasuredSet {
  recall: MeasuredShare
  reduction: MeasuredShare
  alarms: number
  cameras: number
}

/** The index of sensitivity 3. */
const USUAL = 2

function measured(name: keyof typeof figures): MeasuredSet {
  const { alarms, cameras, bySensitivity } = figures[name]
  const usual = bySensitivity[USUAL]
  if (usual === undefined) throw new Error(`nested-figures.json lacks sensitivity 3 of ${name}`)
  return { recall: usual.recall, reduction: usual.reduction, alarms, cameras }
}

/**
 * Measured results of the built-in detector and the named sets: each camera judged by what was chosen on the other cameras, as
 * `npm run evaluate -- --nested --write` wrote them. `docs/filter.md` and `docs/filter-figures.md` give the same figures.
 */
export const MEASURED_SETS = {
  builtin: measured('builtin'),
  recommended: measured('recommended'),
  accurate: measured('accurate'),
  // Not measured in this way.
  fast: null,
} as const satisfies Readonly<Record<string, MeasuredSet | null>>
