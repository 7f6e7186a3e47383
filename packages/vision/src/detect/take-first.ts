/** Takes out of a list what comes first: the lowest `order`, and of equals the one that was put in first. */
export function takeFirst<T extends { order: number }>(waiting: T[]): T | undefined {
  const [first] = waiting.toSorted((a, b) => a.order - b.order)
  if (first !== undefined) waiting.splice(waiting.indexOf(first), 1)
  return first
}
