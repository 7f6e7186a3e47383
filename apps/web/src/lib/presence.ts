/** Someone who has not touched the page for so long may have left it. */
const AWAY_AFTER_MS = 5 * 60_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

// Whoever opened the page is there.
let lastSign = performance.now()

/** Notices that someone uses the page. */
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
 * Whether someone used the page lately. What it fetches without anyone there, as after each live event, must not keep the session
 * alive for ever.
 */
export function isSomeoneThere(now: number = performance.now()): boolean {
  return now - lastSign < AWAY_AFTER_MS
}
