/** Whether two values are deeply equal. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const fieldsOf = <T extends object>(values: T): (keyof T)[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.keys` loses the type of the keys
  Object.keys(values) as (keyof T)[]

/** The fields of `values` that differ from those of `base`. */
export function changesOf<T extends object>(values: T, base: T): Partial<T> {
  const changes: Partial<T> = {}
  for (const field of fieldsOf(values)) if (!isSame(values[field], base[field])) changes[field] = values[field]
  return changes
}

/**
 * Applies the user's changes to a newer version of the values: changed fields stay, all others are taken from the new
 * version.
 */
export function rebase<T extends object>(values: T, base: T, now: T): T {
  return { ...now, ...changesOf(values, base) }
}
