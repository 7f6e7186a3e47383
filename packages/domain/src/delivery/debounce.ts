import type { Verdict } from '../verdict/plan-verdict.ts'
import { isRise } from './should-deliver.ts'

/** The time after an alarm in which the next ones of its camera are gathered, and what its receiver was told in it. */
export interface DebounceWindow {
  readonly endsAt: Date
  /** The highest verdict. */
  readonly verdict: Verdict
  /** The classes of objects that made alarms true. */
  readonly classes: readonly string[]
}

/** An alarm as debouncing sees it. */
interface DebouncedAlarm {
  readonly verdict: Verdict
  readonly classes: readonly string[]
}

/** The largest difference between the clocks of two processes. */
const CLOCKS_APART_MS = 5_000

/**
 * Decides whether a message is sent at once or gathered with others until the end of the window. The first goes at once and opens the
 * window; a higher verdict and another class of object go at once too. A window that ends further ahead than one that begins now was opened
 * before the clock was set back, and is over.
 * @returns the window after this alarm; `gathers` is true if the message waits for its end
 */
export function debounce(
  window: DebounceWindow | undefined,
  { verdict, classes }: DebouncedAlarm,
  seconds: number,
  now: Date,
): { gathers: boolean; window: DebounceWindow } {
  // What is seen in an alarm that is none is no news.
  const seen = verdict === 'true' ? classes : []
  const leftMs = window ? window.endsAt.getTime() - now.getTime() : 0
  if (!window || leftMs <= 0 || leftMs > seconds * 1000 + CLOCKS_APART_MS)
    return { gathers: false, window: { endsAt: new Date(now.getTime() + seconds * 1000), verdict, classes: [...seen] } }
  const isHigher = isRise(verdict, window.verdict)
  if (!isHigher && seen.every((found) => window.classes.includes(found))) return { gathers: true, window }
  return {
    gathers: false,
    window: {
      endsAt: window.endsAt,
      verdict: isHigher ? verdict : window.verdict,
      classes: [...new Set([...window.classes, ...seen])],
    },
  }
}
