/** Removes the item with the lowest `order` from a list and returns it. Of items with equal `order`, takes the earliest in the list. */
export function takeFirst<T extends { order: number }>(waiting: T[]): T | undefined {
  const [first] = waiting.toSorted((a, b) => a.order - b.order)
  if (first !== undefined) waiting.splice(waiting.indexOf(first), 1)
  return first
}
