import { AppError } from '../../platform/http/app-error.ts'

/** The number of pictures that are decoded at the same time. It is low, because the processes that decode them also analyse alarms. */
const AT_ONCE = 2
/** The number of pictures that may wait: enough for several screens. Requests for more are refused, and browsers repeat them. */
const MAX_WAITING = 400

/** Runs a few functions at the same time. Others wait in the order of arrival. @throws AppError UNAVAILABLE when too many wait */
export function createPictureTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let working = 0
  return async (work) => {
    if (working >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw new AppError('UNAVAILABLE', 'Too many pictures are waiting')
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    } else working += 1
    try {
      return await work()
    } finally {
      // The next waiting request takes over this turn.
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
