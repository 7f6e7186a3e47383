/** The number of alarms of one kind, and how many of them were judged correctly. */
export interface Counted {
  hits: number
  of: number
}

/** The true alarms that were passed, and the false alarms that were filtered, at sensitivity 3. */
export interface SetFigures {
  recall: Counted
  reduction: Counted
  alarms: number
  cameras: number
}

export interface MeasuredSet {
  /**
   * The figures on alarms of cameras that were not used in the development of the filter. They show the performance to expect. Null if not
   * measured.
   */
  unseen: SetFigures | null
  /** The figures on the alarms that were used to choose thresholds and rules. */
  fitted: SetFigures
}

const figures = (of: { alarms: number; cameras: number }, recall: [number, number], reduction: [number, number]) => ({
  ...of,
  recall: { hits: recall[0], of: recall[1] },
  reduction: { hits: reduction[0], of: reduction[1] },
})
const UNSEEN = { alarms: 118, cameras: 62 }
const FITTED = { alarms: 142, cameras: 56 }

/** Measured results of the built-in detector and the named sets. `docs/filter.md` and `docs/filter-figures.md` give the same figures. */
export const MEASURED_SETS = {
  builtin: { unseen: figures(UNSEEN, [49, 63], [50, 55]), fitted: figures(FITTED, [76, 78], [56, 64]) },
  recommended: { unseen: figures(UNSEEN, [61, 63], [49, 55]), fitted: figures(FITTED, [78, 78], [62, 64]) },
  fast: { unseen: null, fitted: figures(FITTED, [78, 78], [62, 64]) },
} as const satisfies Readonly<Record<string, MeasuredSet>>
