import { connectionStore } from './connection.ts'

const FIRST_MS = 500
/** How long a banner may go on claiming what is over. */
const LONGEST_MS = 2000

export interface WatchDeps {
  /** Asks the server for anything at all; whether it answered is read from the store. Never rejects. */
  probe: () => Promise<unknown>
  /** Runs something after a while; returns how to call it off. */
  schedule: (run: () => void, ms: number) => () => void
  /** 0–1 */
  random: () => number
}

/**
 * Finds out when the connection comes back, and whether it is there when something else makes one doubt it. Without it a banner would
 * stay until somebody happens to call.
 */
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

  /** Asks again after a while for as long as the connection is lost. */
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
    // Consoles that lost the server in one moment must not all come back in one.
    callOff = schedule(() => void check(), Math.round(full / 2 + (full / 2) * random()))
  }

  /** Whether the server can be reached, asked now; all who doubt at once ask together. */
  function check(): Promise<boolean> {
    asking ??= ask()
    return asking
  }

  connectionStore.subscribe(follow)
  return check
}
