import { LIMITS } from '../limits.ts'

/** Returns at most `most` of the items, evenly spaced. */
export function spread<T extends object | number>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items
  return Array.from({ length: most }, (_, index) => Math.floor(((index + 0.5) * items.length) / most)).flatMap(
    (index) => items[index] ?? [],
  )
}

/**
 * Chooses the pictures to analyse if there are too many. Drops pictures of clips before it drops pictures of files with a single picture.
 * @param files the pictures of each file
 */
export function chooseFrames<T extends object>(files: readonly (readonly T[])[]): T[] {
  const middles = files.flatMap((all) => all[all.length >> 1] ?? [])
  const first = new Set(spread(middles, LIMITS.frames))
  const rest = files.flat().filter((frame) => !first.has(frame))
  const kept = new Set([...first, ...spread(rest, LIMITS.frames - first.size)])
  return files.flat().filter((frame) => kept.has(frame))
}
