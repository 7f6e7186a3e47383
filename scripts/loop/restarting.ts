/** A program that can be restarted, with at most one running instance. */
export interface Restarting {
  /** Restarts the program with the current sources: at once, or after a stop that is in progress. */
  restart(): void
  /** Stops the program permanently. Resolves when it has ended. */
  end(): Promise<void>
}

/** One start of the program. */
export interface Running {
  /** Requests an orderly shutdown. A second call has no effect. */
  stop(): void
  /** Resolves when the program has ended, for any reason. */
  ended: Promise<void>
}

/**
 * Keeps one program running. A program that ends by itself, for example because of an error, is not restarted before a source changes.
 * All changes during a stop cause only one start.
 */
export function keepRestarting(start: () => Running): Restarting {
  let running: Running | undefined = start()
  let isWanted = true
  let turn: Promise<void> | undefined

  const takeTurn = async (): Promise<void> => {
    running?.stop()
    await running?.ended
    // Reset before the start, because a change from here on needs another restart.
    turn = undefined
    running = isWanted ? start() : undefined
  }
  return {
    restart() {
      if (isWanted) turn ??= takeTurn()
    },
    async end() {
      isWanted = false
      await (turn ??= takeTurn())
    },
  }
}
