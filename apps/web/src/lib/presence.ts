/** A user who has not touched the page for this long may have left. */
const AWAY_AFTER_MS = 5 * 60_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

// Opening the page is a sign of use.
let lastSign = performance.now()

/** Starts to record when the user uses the page. */
export function watchPresence(target: Window = window): () => void {
  const notice = () => {
    lastSign = performance.now()
  }
  notice()
  for (const sign of SIGNS) target.addEventListener(sign, notice, { capture: true, passive: true })
  return () => {
    for (const sign of SIGNS) target.removeEventListener(sign, notice, { capture: true })
  }
}

/**
 * Whether somebody used the page recently. Automatic requests, such as those after live events, must not keep the session alive forever.
 */
export function isSomeoneThere(now: number = performance.now()): boolean {
  return now - lastSign < AWAY_AFTER_MS
}
