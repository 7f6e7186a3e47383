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

/** A text, and all that it is without one of its characters. Two texts that differ by one character have one of these in common. */
const neighbourhood = (skeleton: string): string[] => [
  ...new Set([skeleton, ...Array.from(skeleton, (_, at) => skeleton.slice(0, at) + skeleton.slice(at + 1))]),
]

/** The ends of the first two of three parts of a text of this length. */
const endsOf = (length: number): [number, number] => [Math.floor(length / 3), Math.floor((2 * length) / 3)]

/**
 * What a text of this length shows outside of its first, its middle and its last third. One that differs from it by one character, in one of
 * them, shows the same outside of that: what stands before counts from its begin, and what stands behind from its end.
 */
function outsideParts(skeleton: string, length: number): string[] {
  const [one, two] = endsOf(length)
  return [
    [0, one],
    [one, two],
    [two, length],
  ].map(([from = 0, to = 0], part) => {
    const behind = skeleton.slice(skeleton.length - (length - to))
    return `${part}:${length}:${skeleton.slice(0, from)}:${to === length ? '' : behind}`
  })
}

/** The texts under which a plate is kept, or looked for, where one character may differ. */
export interface NearTexts {
  /** For each third, the texts outside of it. They narrow a list down to a few plates. */
  outside: string[][]
  /** Plates of which none is the same differ by more than one character. */
  near: string[]
}

/** The texts under which a listed plate is kept: one for each third. */
export function keptTexts(plate: string): NearTexts {
  const skeleton = plateSkeleton(plate)
  return {
    outside: outsideParts(skeleton, skeleton.length).map((text) => [text]),
    near: neighbourhood(skeleton),
  }
}

/**
 * The texts of which a listed plate must have one, so that it may be the one that was read; undefined where all characters must agree. They
 * are about 20, whatever the length of the list (Garbe's symmetric deletions).
 */
export function nearTexts(read: { text: string; isSure: boolean }, threshold: number | null): NearTexts | undefined {
  const skeleton = plateSkeleton(read.text)
  const mayDiffer = read.isSure && threshold !== null && threshold <= 1 - 1 / (skeleton.length + 1)
  if (!mayDiffer) return undefined
  const lengths = [skeleton.length - 1, skeleton.length, skeleton.length + 1].filter((length) => length > 0)
  const all = lengths.map((length) => outsideParts(skeleton, length))
  return { outside: [0, 1, 2].map((part) => all.map((parts) => parts[part] ?? '')), near: neighbourhood(skeleton) }
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
