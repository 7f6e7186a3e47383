/** A program that can be restarted, with at most one running instance. */
export interface Restarting {
  /** Restarts it with the current sources, either at once or after the start or stop in progress. */
  restart(): void
  /** Stops it for good; resolves when it has ended. */
  end(): Promise<void>
}

/** One start of the program. */
export interface Running {
  /** Requests an orderly shutdown. A second call has no effect. */
  stop(): void
  /** Resolves when it has ended, for any reason. */
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
    // Set before the start. A change after this point is not part of this start.
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
