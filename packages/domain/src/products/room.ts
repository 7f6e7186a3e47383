/** What a company's plan allows of one product. */
export interface Allowance {
  /** The largest number of cameras that can have the product; null if there is no limit. */
  most: number | null
  /** The number of cameras that are included. Each further one is paid. Null if none is paid. */
  included: number | null
}

/** For how many cameras a product can be switched on. */
export interface Room {
  granted: number
  /** The part of `granted` that is paid. */
  paid: number
}

/**
 * Returns for how many further cameras a product can be switched on.
 * @param inUse the number of cameras that have the product now. It can be more than `most`, if the plan was made smaller.
 * @param wanted the number of cameras for which it is to be switched on
 */
export function roomFor({ most, included }: Allowance, { inUse, wanted }: { inUse: number; wanted: number }): Room {
  const granted = most === null ? wanted : Math.min(wanted, Math.max(0, most - inUse))
  const free = included === null ? granted : Math.min(granted, Math.max(0, included - inUse))
  return { granted, paid: granted - free }
}
