/** A text that was read, with the confidence of each of its characters, 0–1. */
export interface Reading {
  text: string
  confidences: number[]
}

/** What several readings of one plate agree on. */
export interface Agreed extends Reading {
  /** The share of the readings that have this many characters. */
  share: number
}

const least = ({ confidences }: Reading): number => Math.min(...confidences)

/** Returns the length of the most certain readings. Other readings may have a character less or more. */
function usualLength(readings: readonly Reading[]): number {
  const weights = new Map<number, number>()
  for (const one of readings) weights.set(one.text.length, (weights.get(one.text.length) ?? 0) + least(one))
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** The character with the most weight in one place. Its confidence is that of its best reading, less the share of other readings. */
function voteOn(place: number, readings: readonly Reading[]): { character: string; confidence: number } {
  const weights = new Map<string, { sum: number; best: number }>()
  let total = 0
  for (const { text, confidences } of readings) {
    const character = text[place] ?? ''
    const confidence = confidences[place] ?? 0
    const { sum, best } = weights.get(character) ?? { sum: 0, best: 0 }
    weights.set(character, { sum: sum + confidence, best: Math.max(best, confidence) })
    total += confidence
  }
  const [first] = [...weights].toSorted(([, a], [, b]) => b.sum - a.sum)
  if (first === undefined || total === 0) return { character: first?.[0] ?? '', confidence: 0 }
  return { character: first[0], confidence: first[1].best * (first[1].sum / total) }
}

/** Votes place by place among the readings of the usual length. Empty readings say nothing. */
export function agree(readings: readonly Reading[]): Agreed {
  const read = readings.filter(({ text }) => text !== '')
  const length = usualLength(read)
  const voters = read.filter(({ text }) => text.length === length)
  const characters = Array.from({ length }, (_, place) => voteOn(place, voters))
  return {
    text: characters.map(({ character }) => character).join(''),
    confidences: characters.map(({ confidence }) => confidence),
    share: read.length === 0 ? 0 : voters.length / read.length,
  }
}
