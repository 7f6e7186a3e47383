export const SIZES = ['small', 'full'] as const
export type Size = (typeof SIZES)[number]

export interface BenchOptions {
  /** `full` is the size of the published figures. `small` is a tenth or less, for machines with other work. */
  size: Size
  /** Also print PostgreSQL's execution plan of each query. */
  explain: boolean
}

/** One bench: measures and prints its tables. It has no pass or fail limits, because these depend on the machine. */
export type Bench = (options: BenchOptions) => Promise<void>
