import { useEffect, useEffectEvent } from 'react'

/** Key presses that a dialog has handled. */
const answered = new WeakSet<KeyboardEvent>()

/**
 * Handles Escape before anything else on the page. One press affects one dialog: a dialog that it opens or uncovers, such as the question
 * about unsaved changes, does not handle it again.
 */
export function useEscape(isListening: boolean, onEscape: () => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!isListening || event.key !== 'Escape' || event.isComposing || answered.has(event)) return
    // An open dropdown or calendar of a field closes first.
    if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return
    answered.add(event)
    // Closing ends what keeps the keys of the page from acting, so they must not hear the same press.
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
