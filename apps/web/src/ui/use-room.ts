import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The height of the banners above each page. */
export const BANNERS = '--wn-banners'
/** The height of the actions on selected nodes, below the tree or a pane. */
export const SELECTION_BAR = '--wn-selection-bar'
/** The height of the offers below each page. */
export const OFFERS = '--wn-offers'
/** The height of the cards of background jobs, at the bottom right. */
export const JOB_CARDS = '--wn-job-cards'

/**
 * Passes the height of an element to the styles, so that overlays do not cover it.
 * @param variable name of the CSS variable, which is absent while the element is
 */
export function useRoom<E extends HTMLElement = HTMLDivElement>(
  variable: typeof BANNERS | typeof SELECTION_BAR | typeof OFFERS | typeof JOB_CARDS,
): RefObject<E | null> {
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(variable, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(variable)
    }
  }, [variable])
  return element
}
