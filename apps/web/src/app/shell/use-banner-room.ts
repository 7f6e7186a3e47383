import { type RefObject, useLayoutEffect, useRef } from 'react'

const HEIGHT = '--wn-banners'

/** Passes the banners' height to the styles, so that overlays do not cover the banners. */
export function useBannerRoom(): RefObject<HTMLDivElement | null> {
  const banners = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = banners
    if (!current) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [])
  return banners
}
