import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Refuses passwords that a guesser who starts with the common ones finds within this many attempts (10^8). */
const WEAK_SCORES = 2
/** Only the first characters are rated. Further ones never make a password weaker, and rating them takes long. */
const MEASURED = 64

let measure: Promise<ZxcvbnFactory> | undefined

/** Loaded with the first new password, since the list of common ones takes some memory. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs })
}

/**
 * Whether a password is, or is little more than, one of the most common ones (a list of some 50,000), a keyboard pattern, a repetition, a
 * date, or a word of the account or the product.
 * @param words of the account and the product, whole or in parts
 */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  measure ??= load()
  const factory = await measure
  const parts = words
    .flatMap((word) => [word, ...word.split('@'), ...word.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length > 2)
  return factory.check(password.slice(0, MEASURED), parts).score <= WEAK_SCORES
}
