/** Of so many alarms of a kind, so many were right. */
export interface Counted {
  hits: number
  of: number
}

/** True alarms passed and false ones filtered, at sensitivity 3. */
export interface SetFigures {
  recall: Counted
  reduction: Counted
  alarms: number
  cameras: number
}

export interface MeasuredSet {
  /** On alarms of cameras that nobody who worked on the filter had seen: what to expect. Null where that was not measured. */
  unseen: SetFigures | null
  /** On the alarms that thresholds and rules were chosen on. */
  fitted: SetFigures
}

const figures = (of: { alarms: number; cameras: number }, recall: [number, number], reduction: [number, number]) => ({
  ...of,
  recall: { hits: recall[0], of: recall[1] },
  reduction: { hits: reduction[0], of: reduction[1] },
})
const UNSEEN = { alarms: 118, cameras: 62 }
const FITTED = { alarms: 142, cameras: 56 }

/** What the built-in detector and the named sets came to; `docs/filter.md` and `docs/filter-figures.md` say the same. */
export const MEASURED_SETS = {
  builtin: { unseen: figures(UNSEEN, [49, 63], [50, 55]), fitted: figures(FITTED, [76, 78], [56, 64]) },
  recommended: { unseen: figures(UNSEEN, [61, 63], [49, 55]), fitted: figures(FITTED, [78, 78], [62, 64]) },
  fast: { unseen: null, fitted: figures(FITTED, [78, 78], [62, 64]) },
} as const satisfies Readonly<Record<string, MeasuredSet>>
