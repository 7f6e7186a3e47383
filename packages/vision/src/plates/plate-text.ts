/** Groups of characters that look alike on plates. The first stands for its group. Many plates do not show which one is meant. */
const LOOKALIKES = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B']
const LIKE = new Map(
  LOOKALIKES.flatMap((group) => Array.from(group).map((character) => [character, group[0] ?? character])),
)
/** The characters of the pairs O and 0, I and 1, which differ by one stroke at most. */
const TWINS = new Set('0O1I')

const FEWEST = 4
const MOST = 8

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

/** A plate's text in the form that is stored and compared: upper case, letters and digits only. */
export function normalisePlate(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/** A plate's text with one character for each group of look-alikes, so that `MLO` and `ML0` are equal. */
export function skeletonOf(text: string): string {
  return Array.from(normalisePlate(text))
    .map((character) => LIKE.get(character) ?? character)
    .join('')
}

/** Whether two texts may be the same plate when look-alikes such as O and 0 are not distinguished. */
export const isSamePlate = (a: string, b: string): boolean => skeletonOf(a) === skeletonOf(b)

/** Number of characters to insert, delete or replace to turn one text into the other (Levenshtein 1965). */
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
 * Whether a text may be a plate's: four to eight characters with at least one digit. Vehicles also carry words, and words are more common
 * than plates without a digit.
 */
export function isPlausible(text: string): boolean {
  return text.length >= FEWEST && text.length <= MOST && Array.from(text).some(isDigit)
}

/**
 * Whether the text has an ambiguous O, 0, I or 1. If it was read as a digit and has only digits beside it, it is a digit. Beside a letter
 * and among letters either may be meant, because many plates mix both.
 */
export function hasOpenTwin(text: string): boolean {
  const characters = Array.from(text)
  return characters.some((character, index) => {
    if (!TWINS.has(character)) return false
    const neighbours = [characters[index - 1], characters[index + 1]].filter((one) => one !== undefined)
    return !isDigit(character) || !neighbours.every(isDigit)
  })
}
