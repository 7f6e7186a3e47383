import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { followPointer } from '../../../../lib/follow-pointer.ts'
import { inPicture, type Box, type BoxAction, type EditedBox, type Place } from '../../model/box-editor.ts'

/** The step of an arrow key, as a share of the picture; Shift makes it larger. */
const FINE = 0.005
const COARSE = 0.05
/** A pointer that moves less than this, as a share of the picture, was to click and not to drag. */
const CLICK = 0.008
const STEPS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function stepOf({ key, shiftKey }: KeyboardEvent): Place | undefined {
  const step = STEPS[key]
  const size = shiftKey ? COARSE : FINE
  return step && { x: step.x * size, y: step.y * size }
}

export type BoxGestures = ReturnType<typeof useBoxGestures>

/** What pointers and keys do with the boxes on a stage. */
export function useBoxGestures(stage: RefObject<HTMLDivElement | null>, act: (action: BoxAction) => void) {
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Place => {
    const bounds = stage.current?.getBoundingClientRect()
    if (!bounds || bounds.width === 0 || bounds.height === 0) return { x: 0, y: 0 }
    return inPicture({ x: (clientX - bounds.left) / bounds.width, y: (clientY - bounds.top) / bounds.height })
  }
  const grab = () => act({ type: 'grab' })
  return {
    placeOf,
    /** Calls `run` with where the pointer is and where it began, once it has moved far enough to mean it. `onFirst` begins the step. */
    drag(event: PointerEvent, run: (to: Place, from: Place) => void, onFirst: () => void = grab): void {
      if (event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true })
      const from = placeOf(event)
      let isMoving = false
      followPointer(event, (next) => {
        const to = placeOf(next)
        if (!isMoving && Math.hypot(to.x - from.x, to.y - from.y) < CLICK) return
        if (!isMoving) onFirst()
        isMoving = true
        run(to, from)
      })
    },
    /** Arrow keys change the box, each press as a step of its own. Delete removes it. */
    onKey(event: KeyboardEvent, { id }: EditedBox, change: (step: Place) => Box): void {
      const step = stepOf(event)
      if (step) {
        grab()
        act({ type: 'place', id, box: change(step) })
      } else if (event.key === 'Delete' || event.key === 'Backspace') {
        act({ type: 'delete', id })
        stage.current?.focus()
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
