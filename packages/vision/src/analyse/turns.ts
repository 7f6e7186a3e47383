/** One after the other, in the order of asking. */
export interface Turns {
  /** `came` resolves when it is the caller's turn; who takes a turn calls `pass`, whatever happens. */
  take(): { came: Promise<void>; pass: () => void }
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  return {
    take: () => {
      const came = last
      const mine = Promise.withResolvers<void>()
      last = came.then(() => mine.promise)
      return { came, pass: mine.resolve }
    },
  }
}
