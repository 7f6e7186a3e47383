/** With fewer cases, a percentage says more than is known: the counts stand in its place, with the interval. */
export const FEW_CASES = 30
