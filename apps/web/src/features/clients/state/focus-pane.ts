/** A place that has not appeared by then has failed and says so itself. */
const GIVEN_UP_MS = 5000

/**
 * Focuses a place as soon as it is rendered, after the focused element (a dialog, a deleted object) has disappeared. If the place is
 * rendered again just then, like a list that became empty, its replacement gets the focus too. An element that takes the focus itself, like
 * the first field of a form, keeps it.
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
    // The focus left a place that still exists, so the user moved it.
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
