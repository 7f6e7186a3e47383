/**
 * Groups of characters that look alike on plates. Many plates do not show which one is meant, so the first stands for its group. A test
 * compares them with those of the reader.
 */
const LOOKALIKES = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B']
const LIKE = new Map(
  LOOKALIKES.flatMap((group) => Array.from(group).map((character) => [character, group[0] ?? character])),
)
/** The text of a plate as it is compared: upper case without accents, letters and digits only. */
export const plainPlate = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

/** The text of a plate with one character for each group of look-alikes. */
export const plateSkeleton = (text: string): string =>
  Array.from(plainPlate(text))
    .map((character) => LIKE.get(character) ?? character)
    .join('')

/** The characters that skeletons have. */
const ALPHABET = [...new Set(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', plateSkeleton))]

/**
 * The skeletons that a listed plate can have which may be the one that was read: its own and, where one character may differ, all with one
 * character that is added, missing or another (about 400). A list is asked for them, so its length does not matter.
 */
export function nearSkeletons(read: { text: string; isSure: boolean }, threshold: number | null): string[] {
  const skeleton = plateSkeleton(read.text)
  const mayDiffer = read.isSure && threshold !== null && threshold <= 1 - 1 / (skeleton.length + 1)
  if (!mayDiffer) return [skeleton]
  const near = new Set([skeleton])
  for (let at = 0; at <= skeleton.length; at += 1) {
    const [before, after] = [skeleton.slice(0, at), skeleton.slice(at)]
    if (after !== '') near.add(before + after.slice(1))
    for (const character of ALPHABET) {
      near.add(before + character + after)
      if (after !== '') near.add(before + character + after.slice(1))
    }
  }
  return [...near]
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
