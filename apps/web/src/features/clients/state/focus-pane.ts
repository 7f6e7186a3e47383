/** A pane that has not come by then has failed and says so itself. */
const GIVEN_UP_MS = 5000

/**
 * Puts the focus on the heading of the pane that takes the place of a form or a deleted node, which take the focus with them.
 * Whatever takes the focus by itself, as the first field of a form does, keeps it.
 */
export function focusPaneSoon(screen: () => HTMLElement | null, isOpen: boolean): void {
  const from = document.activeElement
  const end = performance.now() + GIVEN_UP_MS
  const look = () => {
    const now = document.activeElement ?? document.body
    const inDialog = now.closest('[role=dialog]') !== null
    if (now !== document.body && now !== from && !inDialog) return
    // With nothing open any more, the list is where one goes on.
    const place = screen()?.querySelector<HTMLElement>(isOpen ? 'h2' : '[role=tree]')
    if (now === document.body && place) place.focus({ preventScroll: true })
    else if (performance.now() < end) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
