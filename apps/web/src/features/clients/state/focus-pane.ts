/** The time after which focusing stops, in milliseconds. A place that is still missing then has failed to load, and shows its own error. */
const GIVEN_UP_MS = 5000

/**
 * Focuses an element as soon as it is rendered, after the focused element (a dialog, a deleted object) has disappeared. If the element is
 * replaced shortly afterwards, like a list that became empty, its replacement gets the focus. If another element takes the focus, like
 * the first field of a form, that element keeps it.
 */
export function focusSoon(place: () => HTMLElement | null | undefined): void {
  const from = document.activeElement
  const end = performance.now() + GIVEN_UP_MS
  let given: HTMLElement | undefined
  const look = () => {
    const now = document.activeElement ?? document.body
    const isOurs = now === given
    const inDialog = now.closest('[role=dialog]') !== null
    if (now !== document.body && now !== from && !isOurs && !inDialog) return
    // The element that got the focus still exists, so the user has moved the focus away.
    if (now === document.body && given?.isConnected) return
    const found = now === document.body ? place() : undefined
    if (found) {
      found.focus({ preventScroll: true })
      given = found
    }
    if (performance.now() < end) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Like {@link focusSoon}, for the heading of the pane that replaces a form or a deleted node. */
export function focusPaneSoon(screen: () => HTMLElement | null, isOpen: boolean): void {
  // If nothing is open any more, the tree gets the focus.
  focusSoon(() => screen()?.querySelector<HTMLElement>(isOpen ? 'h2' : '[role=tree]'))
}
