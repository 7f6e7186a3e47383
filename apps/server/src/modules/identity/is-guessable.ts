import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Passwords with at most this score are refused. Somebody who tries common passwords first finds them within 10^8 attempts. */
const WEAK_SCORES = 2
/** The number of characters that are rated, from the beginning. Further ones never make a password weaker, and rating them is slow. */
const MEASURED = 64

let measure: Promise<ZxcvbnFactory> | undefined

/** Loads the list of common passwords. Called for the first new password, since the list takes some memory. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs })
}

/**
 * Whether a password consists mainly of a common password (from a list of some 50,000), a keyboard pattern, a repetition, a date, or a word
 * of the account or the product.
 * @param words words of the account and the product, whole or in parts
 */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  measure ??= load()
  const factory = await measure
  const parts = words
    .flatMap((word) => [word, ...word.split('@'), ...word.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length > 2)
  return factory.check(password.slice(0, MEASURED), parts).score <= WEAK_SCORES
}
