import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { clampView, FIT, fitRect, panBy, zoomAt, type Size, type ViewTransform } from '../../model/view-transform.ts'

/** The zoom factor per key press or button, and per 100 px of the wheel. */
const STEP = 1.4
/** The share of the stage by which a key pans. */
const PAN = 0.2
const WHEEL = 1.0025

/** The current size of an element. */
function useSize(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    // Measured before the first paint, so that the picture is not a frame late.
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

/** Zoom and pan of the stage. A new picture of the same shape keeps the view, so that details can be compared between frames. */
export function useStageView(stageRef: RefObject<HTMLDivElement | null>, picture: Size, alarmId: string) {
  const stage = useSize(stageRef)
  const fit = fitRect(stage, picture)
  const [wanted, setWanted] = useState<{ alarmId: string; view: ViewTransform }>({ alarmId, view: FIT })
  // Another alarm starts fitted. After the window shrinks, the picture stays inside.
  const view = wanted.alarmId === alarmId ? clampView(wanted.view, stage, fit) : FIT
  const now = useRef({ stage, fit, view })
  useEffect(() => {
    now.current = { stage, fit, view }
  })
  const set = useCallback((next: ViewTransform) => setWanted({ alarmId, view: next }), [alarmId, setWanted])
  const zoom = useCallback(
    (factor: number, at?: { x: number; y: number }) => {
      const { stage: s, fit: f, view: v } = now.current
      set(zoomAt(v, factor, at ?? { x: s.width / 2, y: s.height / 2 }, s, f))
    },
    [set],
  )

  useEffect(() => {
    const element = stageRef.current
    if (!element) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const bounds = element.getBoundingClientRect()
      const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top }
      zoom(WHEEL ** (event.deltaMode === 0 ? -event.deltaY : -event.deltaY * 33), at)
    }
    // React's wheel listeners are passive, and the page would scroll as well.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [stageRef, zoom])

  const drag = useRef<{ x: number; y: number } | null>(null)
  const onPointerDown = useCallback((event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || now.current.view.scale <= 1) return
    drag.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }, [])
  const onPointerMove = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      const from = drag.current
      if (from === null) return
      drag.current = { x: event.clientX, y: event.clientY }
      const { stage: s, fit: f, view: v } = now.current
      set(panBy(v, event.clientX - from.x, event.clientY - from.y, s, f))
    },
    [set],
  )
  const onPointerUp = useCallback(() => {
    drag.current = null
  }, [])

  return {
    stage,
    fit,
    view,
    zoomIn: useCallback(() => zoom(STEP), [zoom]),
    zoomOut: useCallback(() => zoom(1 / STEP), [zoom]),
    reset: useCallback(() => set(FIT), [set]),
    /** Shows more of a zoomed picture on one side: −1 is left or above, 1 right or below. */
    look: useCallback(
      (x: -1 | 0 | 1, y: -1 | 0 | 1) => {
        const { stage: s, fit: f, view: v } = now.current
        set(panBy(v, -x * PAN * s.width, -y * PAN * s.height, s, f))
      },
      [set],
    ),
    /** Double click: zooms in at that point, or back to the whole picture. */
    toggleAt: useCallback(
      (at: { x: number; y: number }) => (now.current.view.scale > 1 ? set(FIT) : zoom(2.5, at)),
      [set, zoom],
    ),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}

export type StageView = ReturnType<typeof useStageView>
