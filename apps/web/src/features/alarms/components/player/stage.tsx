import type { ReactNode, RefObject } from 'react'
import css from './stage.module.css'
import type { useSwipe } from './use-swipe.ts'
import type { StageView } from './use-stage-view.ts'

interface StageProps {
  ref: RefObject<HTMLDivElement | null>
  view: StageView
  swipe: ReturnType<typeof useSwipe>
  children: ReactNode
}

/** The area for the picture: always present and as large as possible, so that nothing moves. */
export function Stage({ ref, view, swipe, children }: StageProps) {
  return (
    // Zooming also has buttons and keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={ref}
      className={css['stage']}
      data-zoomed={view.view.scale > 1 || undefined}
      onDoubleClick={(event) => {
        const bounds = event.currentTarget.getBoundingClientRect()
        view.toggleAt({ x: event.clientX - bounds.left, y: event.clientY - bounds.top })
      }}
      {...view.handlers}
      {...swipe}
    >
      {children}
    </div>
  )
}
