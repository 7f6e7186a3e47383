import type { Hold } from './held-list.ts'

/** How long after a key press, or after a finger was lifted, the list counts as in use. */
export const HOLD_MS = 8000

interface ListHoldDeps {
  /** Called with the current use whenever it may have changed. */
  tell: (who: Hold) => void
  /** Runs a function after a delay; returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void
}

export type ListHold = ReturnType<typeof createListHold>

/** Tracks the use of a list: by a mouse while it is over the list, by a finger or a key also for a while afterwards. */
export function createListHold({ tell, schedule }: ListHoldDeps) {
  let isMouseOver = false
  let isFingerDown = false
  /** Functions that cancel the planned end of the use by finger and by key. */
  const after: { finger?: (() => void) | undefined; key?: (() => void) | undefined } = {}

  const say = () => {
    const isPointer = isMouseOver || isFingerDown || after.finger !== undefined
    tell(isPointer ? 'pointer' : after.key === undefined ? 'none' : 'keys')
  }
  const end = (who: 'finger' | 'key') => {
    after[who]?.()
    after[who] = undefined
  }
  const begin = (who: 'finger' | 'key') => {
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
      say()
    },
    finger(isDown: boolean) {
      isFingerDown = isDown
      begin('finger')
    },
    key: () => begin('key'),
    /** The list is no longer on screen. */
    leave() {
      isMouseOver = false
      isFingerDown = false
      end('finger')
      end('key')
      say()
    },
  }
}
