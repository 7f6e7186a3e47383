/** The shares of colours that a signature holds, one byte each. */
const bytesOf = (look: string): number[] => Array.from(atob(look), (character) => character.codePointAt(0) ?? 0)

/**
 * How much two signatures are alike, 0–1: the intersection of two histograms (Swain and Ballard 1991). Signatures of different lengths were
 * made by different methods, and are not alike.
 */
export function likenessOf(one: string, other: string): number {
  const [a, b] = [bytesOf(one), bytesOf(other)]
  if (a.length !== b.length || a.length === 0) return 0
  let shared = 0
  let all = 0
  for (const [at, value] of a.entries()) {
    const beside = b[at] ?? 0
    shared += Math.min(value, beside)
    all += Math.max(value, beside)
  }
  return all === 0 ? 0 : shared / all
}
