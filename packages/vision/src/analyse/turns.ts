/** A place in a queue, given up when it is disposed of. */
export interface Turn extends Disposable {
  /** How many have joined the queue before. */
  number: number
  /** Resolves when at most one earlier place is not done, or on `pass`. */
  near: Promise<void>
  /** Resolves when all earlier places are done, or on `pass`. A holder that waits for it is ready for its turn. */
  came: Promise<void>
  /** Call it when done, also if the turn has not come yet. */
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
