import type { Hold } from './held-list.ts'

/** How long after a key press, or after the mouse has left or a finger was lifted, the list counts as in use. */
export const HOLD_MS = 8000

interface ListHoldDeps {
  /** Called with the current use whenever it may have changed. */
  tell: (who: Hold) => void
  /** Runs a function after a delay; returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void
}

export type ListHold = ReturnType<typeof createListHold>

/**
 * Tracks the use of a list: by a mouse over it, a finger on it or a key, and for a while afterwards. So the list never moves because the mouse
 * did.
 */
export function createListHold({ tell, schedule }: ListHoldDeps) {
  let isMouseOver = false
  let isFingerDown = false
  /** Functions that cancel the planned end of the use by mouse or finger, and by key. */
  const after: { pointer?: (() => void) | undefined; key?: (() => void) | undefined } = {}

  const say = () => {
    // Somebody who has gone on by key has left the row that was under the pointer.
    if (isMouseOver || isFingerDown) tell('pointer')
    else if (after.key !== undefined) tell('keys')
    else tell(after.pointer === undefined ? 'none' : 'pointer')
  }
  const end = (who: 'pointer' | 'key') => {
    after[who]?.()
    after[who] = undefined
  }
  const begin = (who: 'pointer' | 'key') => {
    end(who)
    after[who] = schedule(() => {
      after[who] = undefined
      say()
    }, HOLD_MS)
    say()
  }

  return {
    mouse(isOver: boolean) {
      isMouseOver = isOver
      begin('pointer')
    },
    finger(isDown: boolean) {
      isFingerDown = isDown
      begin('pointer')
    },
    key: () => begin('key'),
    /** The list is no longer on screen. */
    leave() {
      isMouseOver = false
      isFingerDown = false
      end('pointer')
      end('key')
      say()
    },
  }
}
