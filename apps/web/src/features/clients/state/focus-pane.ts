/** What has not come by then has failed and says so itself. */
const GIVEN_UP_MS = 5000

/**
 * Gives the focus to a place as soon as that is there, once what had it, a dialog or a deleted thing, took the focus with it.
 * Where the place is drawn anew just then, as with a list that has become empty, what replaces it gets the focus, too.
 * Whatever takes the focus by itself, as the first field of a form does, keeps it.
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
    // Taken from a place that is still there, it was taken on purpose.
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

/** As {@link focusSoon}, to the heading of the pane that takes the place of a form or a deleted node. */
export function focusPaneSoon(screen: () => HTMLElement | null, isOpen: boolean): void {
  // With nothing open any more, the list is where one goes on.
  focusSoon(() => screen()?.querySelector<HTMLElement>(isOpen ? 'h2' : '[role=tree]'))
}
