import { connectionStore } from './connection.ts'

const FIRST_MS = 500
/** The longest pause between two checks, so that the banner disappears soon after the connection returns. */
const LONGEST_MS = 2000

export interface WatchDeps {
  /** Sends any request to the server. Afterwards `connectionStore` says whether the server replied. Never rejects. */
  probe: () => Promise<unknown>
  /** Runs a function after a delay; returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void
  /** 0–1 */
  random: () => number
}

/** Detects when the connection returns, and checks it on demand. Otherwise a banner would stay until the user caused a request. */
export function createConnectionWatch({ probe, schedule, random }: WatchDeps): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  let callOff: (() => void) | undefined
  let tries = 0

  async function ask(): Promise<boolean> {
    callOff?.()
    callOff = undefined
    await probe()
    asking = undefined
    follow()
    return connectionStore.get() === 'ok'
  }

  /** Checks periodically while the connection is lost. */
  function follow() {
    if (connectionStore.get() === 'ok') {
      callOff?.()
      callOff = undefined
      tries = 0
      return
    }
    if (asking !== undefined || callOff !== undefined) return
    const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries)
    tries += 1
    // Random, so that consoles that lost the server at the same time do not all return at the same time.
    callOff = schedule(() => void check(), Math.round(full / 2 + (full / 2) * random()))
  }

  /** Checks whether the server can be reached. Concurrent callers share one check. */
  function check(): Promise<boolean> {
    asking ??= ask()
    return asking
  }

  connectionStore.subscribe(follow)
  return check
}
