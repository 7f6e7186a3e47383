/** Returns the object without its undefined properties, so that an optional setting without a value is absent. */
export function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const result: { [K in keyof T]?: Exclude<T[K], undefined> } = { ...values }
  for (const key in result) if (result[key] === undefined) delete result[key]
  return result
}
