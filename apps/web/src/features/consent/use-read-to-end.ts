import { useEffect, useState } from 'react'

/** The distance from the end of the text, in pixels, at which the text counts as read. */
const TOLERANCE = 10

/**
 * Whether an element was scrolled to its end, or fits without scrolling. Once it was, it stays so. Measured again when the size of the element
 * or of its content changes. `view` is the `ref` of the element; another element begins unread.
 */
export function useReadToEnd(): { view: (element: HTMLElement | null) => void; isRead: boolean } {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [read, setRead] = useState<HTMLElement>()
  useEffect(() => {
    if (!element) return undefined
    const measure = () => {
      if (element.scrollHeight - element.scrollTop - element.clientHeight <= TOLERANCE) setRead(element)
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const sizes = new ResizeObserver(measure)
    for (const measured of [element, ...element.children]) sizes.observe(measured)
    return () => {
      element.removeEventListener('scroll', measure)
      sizes.disconnect()
    }
  }, [element])
  return { view: setElement, isRead: element !== null && read === element }
}
