/** One's place in a line, given up when it is disposed of. */
export interface Turn extends Disposable {
  /** How many asked before, over all time. */
  number: number
  /** Resolves when at most one of those who came before is not done, or with `pass`. */
  near: Promise<void>
  /** Resolves when all who came before are done, or with `pass`: who waits for it holds what it needed for its turn. */
  came: Promise<void>
  /** To be called when done, be it before the turn came. */
  pass: () => void
}

/** One after the other, in the order of asking. */
export interface Turns {
  take(): Turn
}

export function createTurns(): Turns {
  const line: { isDone: boolean; come: () => void; comeNear: () => void }[] = []
  let asked = 0
  const moveUp = (): void => {
    while (line[0]?.isDone) line.shift()
    line[0]?.come()
    let before = 0
    for (const { isDone, comeNear } of line) {
      if (before <= 1) comeNear()
      if (!isDone) before += 1
    }
  }
  return {
    take: () => {
      const near = Promise.withResolvers<void>()
      const came = Promise.withResolvers<void>()
      const place = { isDone: false, come: came.resolve, comeNear: near.resolve }
      line.push(place)
      moveUp()
      const pass = (): void => {
        place.isDone = true
        place.come()
        place.comeNear()
        moveUp()
      }
      return { number: asked++, near: near.promise, came: came.promise, pass, [Symbol.dispose]: pass }
    },
  }
}
