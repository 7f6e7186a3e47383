/** Characters that look alike on plates; each line is written as its first. Which one is meant, many plates leave to the reader. */
const LOOKALIKES = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B']
const LIKE = new Map(
  LOOKALIKES.flatMap((group) => Array.from(group).map((character) => [character, group[0] ?? character])),
)
/** Those of them of which one is a letter and the other a digit, and which one stroke or none tells apart. */
const TWINS = new Set('0O1I')

const FEWEST = 4
const MOST = 8

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

/** A plate's text as it is kept and compared: upper case, letters and digits alone. */
export function normalisePlate(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/** A plate's text with one sign for all that look alike, so that `MLO` and `ML0` are the same. */
export function skeletonOf(text: string): string {
  return Array.from(normalisePlate(text))
    .map((character) => LIKE.get(character) ?? character)
    .join('')
}

/** Whether two texts may be the same plate, read by someone who cannot tell O from 0. */
export const isSamePlate = (a: string, b: string): boolean => skeletonOf(a) === skeletonOf(b)

/** Characters to add, leave out or change to get from one text to another (Levenshtein 1965). */
export function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, character] of Array.from(a).entries()) {
    const next = [index + 1]
    for (const [at, other] of Array.from(b).entries()) {
      const change = (row[at] ?? 0) + (character === other ? 0 : 1)
      next.push(Math.min(change, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/**
 * Whether a text may be a plate's: four to eight characters, a digit among them. Vehicles carry words too, and a plate without a
 * single digit is rarer than those.
 */
export function isPlausible(text: string): boolean {
  return text.length >= FEWEST && text.length <= MOST && Array.from(text).some(isDigit)
}

/**
 * Whether an O, 0, I or 1 is in it that the text leaves open. One that was read as a digit among digits alone is a digit; beside a
 * letter either may be meant, and among letters too, since many plates mix both.
 */
export function hasOpenTwin(text: string): boolean {
  const characters = Array.from(text)
  return characters.some((character, index) => {
    if (!TWINS.has(character)) return false
    const neighbours = [characters[index - 1], characters[index + 1]].filter((one) => one !== undefined)
    return !isDigit(character) || !neighbours.every(isDigit)
  })
}
