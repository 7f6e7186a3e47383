export const SIZES = ['small', 'full'] as const
export type Size = (typeof SIZES)[number]

export interface BenchOptions {
  /** `full` is what the figures are promised for; `small` is a tenth or less, for machines that have other work. */
  size: Size
  /** Also print how PostgreSQL went about each query. */
  explain: boolean
}

/** One bench: measures, prints its tables, and judges nothing. What is too slow is for people to say, who know the machine. */
export type Bench = (options: BenchOptions) => Promise<void>
