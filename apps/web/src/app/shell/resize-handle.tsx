import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import css from './shell.module.css'
import type { Sidebar } from './use-sidebar.ts'

const STEP = 16

/** The edge of the menu: draggable, or moved by arrow keys (Home and End: narrowest and widest). */
export function ResizeHandle({ sidebar }: { sidebar: Sidebar }) {
  const { t } = useTranslation('shell')
  const dragging = useRef(false)
  const { width, bounds, resize } = sidebar

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: bounds.min, End: bounds.max }[event.key]
    if (next === undefined) return
    event.preventDefault()
    resize(next)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    dragging.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    event.preventDefault()
  }
  return (
    // A focusable separator with a value is a control (the "window splitter" of the ARIA practices).
    <div
      className={css['handle']}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('sidebar.resize')}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      aria-valuenow={width}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => dragging.current && resize(event.clientX)}
      onPointerUp={() => (dragging.current = false)}
      onLostPointerCapture={() => (dragging.current = false)}
    />
  )
}
