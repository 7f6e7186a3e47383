/** Removes the first item from a list: the one with the lowest `order`, and of equals the earliest. */
export function takeFirst<T extends { order: number }>(waiting: T[]): T | undefined {
  const [first] = waiting.toSorted((a, b) => a.order - b.order)
  if (first !== undefined) waiting.splice(waiting.indexOf(first), 1)
  return first
}
