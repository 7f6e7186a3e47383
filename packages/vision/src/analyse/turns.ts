/** A place in a queue. Disposing of it leaves the queue, like `pass`. */
export interface Turn extends Disposable {
  /** The number of places that were taken before this one. */
  number: number
  /** Resolves when at most one earlier place has not called `pass`, or when this one calls it. */
  near: Promise<void>
  /** Resolves when all earlier places have called `pass`, or when this one calls it. */
  came: Promise<void>
  /** Ends this turn and lets the queue move up. Must always be called in the end, even if the turn has not come yet. */
  pass: () => void
}

/** A queue, first come, first served. */
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
