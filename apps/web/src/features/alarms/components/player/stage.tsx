import type { ReactNode, RefObject } from 'react'
import css from './stage.module.css'
import type { StageView } from './use-stage-view.ts'

interface StageProps {
  ref: RefObject<HTMLDivElement | null>
  view: StageView
  children: ReactNode
}

/** The ground on which the picture lies: always there and as large as the window allows, so that nothing jumps. */
export function Stage({ ref, view, children }: StageProps) {
  return (
    // Zooming has its own buttons and keys; the pointer is the shorter way.
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
    >
      {children}
    </div>
  )
}
