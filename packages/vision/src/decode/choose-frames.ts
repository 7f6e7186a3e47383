import { LIMITS } from '../limits.ts'

/** So many of them at most, evenly spread. */
function spread<T extends object>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items
  return Array.from({ length: most }, (_, index) => Math.floor(((index + 0.5) * items.length) / most)).flatMap(
    (index) => items[index] ?? [],
  )
}

/**
 * Leaves pictures out when there are more than are looked at: of clips rather than of files that hold one alone.
 * @param files the pictures of each file
 */
export function chooseFrames<T extends object>(files: readonly (readonly T[])[]): T[] {
  const middles = files.flatMap((all) => all[all.length >> 1] ?? [])
  const first = new Set(spread(middles, LIMITS.frames))
  const rest = files.flat().filter((frame) => !first.has(frame))
  const kept = new Set([...first, ...spread(rest, LIMITS.frames - first.size)])
  return files.flat().filter((frame) => kept.has(frame))
}
