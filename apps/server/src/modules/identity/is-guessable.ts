import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Passwords that a guesser who starts with the common ones finds within so many tries (10^8) are refused. */
const WEAK_SCORES = 2
/** What stands behind this many characters makes no password worse, and measuring it takes long. */
const MEASURED = 64

let measure: Promise<ZxcvbnFactory> | undefined

/** Loaded with the first new password: the list of common ones takes some memory. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs })
}

/**
 * Whether a password is, or is little more than, one of the commonest (a list of some 50,000), a walk over the keyboard, a
 * repetition, a date, or a word of the account itself or of the product.
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
