import { type TouchEvent, useRef } from 'react'
import { swipeOf, type Touch } from '../../model/swipe.ts'

const touchOf = (event: TouchEvent): Touch | null => {
  const finger = event.changedTouches[0]
  return finger ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp } : null
}

/** Detects a horizontal swipe with one finger. `enabled` is checked at its start: on a zoomed picture, a swipe pans. */
export function useSwipe(enabled: () => boolean, onSwipe: (way: 'left' | 'right') => void) {
  const from = useRef<Touch | null>(null)
  return {
    onTouchStart(event: TouchEvent) {
      from.current = event.touches.length === 1 && enabled() ? touchOf(event) : null
    },
    onTouchEnd(event: TouchEvent) {
      const [began, ended] = [from.current, touchOf(event)]
      from.current = null
      const way = began && ended ? swipeOf(began, ended) : undefined
      if (way !== undefined) onSwipe(way)
    },
    onTouchCancel() {
      from.current = null
    },
  }
}
