/**
 * Groups of characters that look alike on plates. Many plates do not show which one is meant, so the first stands for its group. A test
 * compares them with those of the reader.
 */
const LOOKALIKES = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B']
const LIKE = new Map(
  LOOKALIKES.flatMap((group) => Array.from(group).map((character) => [character, group[0] ?? character])),
)
const LONGEST = 12

/** The text of a plate as it is compared: upper case, letters and digits only. */
export const plainPlate = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** The text of a plate with one character for each group of look-alikes. */
export const plateSkeleton = (text: string): string =>
  Array.from(plainPlate(text))
    .map((character) => LIKE.get(character) ?? character)
    .join('')

/**
 * The keys under which a plate is found again: its skeleton, and the skeleton without each of its characters (Garbe's symmetric deletion,
 * 2012). Two plates that differ by one character have a key in common, so neither has to be compared with a whole list.
 */
export function plateKeys(text: string): string[] {
  const skeleton = plateSkeleton(text).slice(0, LONGEST)
  const without = Array.from(skeleton, (_, at) => skeleton.slice(0, at) + skeleton.slice(at + 1))
  return [...new Set([skeleton, ...without.filter((key) => key.length > 2)])]
}

/** Whether two texts differ by at most one character that is added, missing or another. */
function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let [at, end] = [0, 0]
  const shorter = Math.min(a.length, b.length)
  while (at < shorter && a[at] === b[at]) at += 1
  while (end < shorter - at && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return Math.max(a.length, b.length) - at - end <= 1
}

/**
 * How much two plates agree, 0–1: the share of their characters that agree, where look-alikes are equal. More than one difference is 0,
 * because such plates are others.
 */
export function plateSimilarity(one: string, other: string): number {
  const [a, b] = [plateSkeleton(one), plateSkeleton(other)]
  if (a === b) return a === '' ? 0 : 1
  return differsByOne(a, b) ? 1 - 1 / Math.max(a.length, b.length) : 0
}

/** Whether a plate that was read may be a listed one. A guess must agree in all characters. */
export function isListed(read: { text: string; isSure: boolean }, listed: string, threshold: number | null): boolean {
  const least = read.isSure ? (threshold ?? 1) : 1
  return plateSimilarity(read.text, listed) >= least
}

/** Plates by their keys, for look-ups in memory. */
export interface PlateIndex {
  find: (read: { text: string; isSure: boolean }, threshold: number | null) => string[]
}

export function indexPlates(plates: readonly string[]): PlateIndex {
  const byKey = new Map<string, string[]>()
  for (const plate of plates)
    for (const key of plateKeys(plate)) {
      const there = byKey.get(key)
      if (there) there.push(plate)
      else byKey.set(key, [plate])
    }
  return {
    find: (read, threshold) => {
      const likely = new Set(plateKeys(read.text).flatMap((key) => byKey.get(key) ?? []))
      return [...likely]
        .filter((plate) => isListed(read, plate, threshold))
        .toSorted((a, b) => plateSimilarity(read.text, b) - plateSimilarity(read.text, a))
    },
  }
}
