import type { Logger } from '../log.ts'
import { openEventConnection } from './event-connection.ts'

/** Kinds of work that wait in the database. */
export const WORK = ['analysis', 'connect', 'delivery', 'jobs'] as const
export type Work = (typeof WORK)[number]

/** Wakes the workers of this process at once and the workers of other processes soon after. Workers also poll, but rarely. */
export interface WorkWakes {
  /** Announces work of a kind. Call it after the commit of the work. It is cheap, so it can be called often. */
  wake(work: Work): void
  /** Registers a function that is called when there is work of a kind, and when wakes may have been missed. */
  on(work: Work, listener: () => void): void
  stop(): Promise<void>
}

export interface WorkWakesOptions {
  /** The runtime role's address. One connection is kept open for notifications. */
  url: string
  log: Logger
}

const CHANNEL = 'winnow_work'
/** The shortest interval between two notifications of other processes, in milliseconds. Work in between is combined. */
const GAP_MS = 4

/**
 * Notifies other processes by a `NOTIFY` on a separate connection, after the commit. A `NOTIFY` inside the transaction of the work would
 * hold a lock of the whole database during the commit, so the commits of all incoming messages would wait for each other's disk syncs.
 */
export function startWorkWakes({ url, log }: WorkWakesOptions): WorkWakes {
  const listeners = new Map<Work, (() => void)[]>()
  const untold = new Set<Work>()
  let telling: Promise<unknown> | undefined
  let stopped = false

  const run = (work: Work): void => {
    for (const listener of listeners.get(work) ?? []) listener()
  }
  const connection = openEventConnection({
    url,
    name: 'winnow work',
    channel: CHANNEL,
    onNotified: (payload) => {
      for (const work of WORK) if (payload.split(',').includes(work)) run(work)
    },
    // Notifications during a lost connection were not received.
    onConnected: () => {
      for (const work of WORK) run(work)
      tell()
    },
    onError: (err) => log.warn({ err }, 'other processes cannot be woken; they look by themselves'),
  })

  function tell(): void {
    if (stopped || telling || untold.size === 0 || !connection.client()) return
    const works = [...untold]
    untold.clear()
    const gap = new Promise<void>((resolve) => setTimeout(resolve, GAP_MS))
    telling = Promise.all([connection.notifyOthers(works.join(',')), gap])
      .then(() => undefined)
      // The query that broke the connection reports the error itself. All listeners are woken after the reconnection.
      .catch(() => gap)
      .finally(() => {
        telling = undefined
        tell()
      })
  }

  return {
    wake(work) {
      run(work)
      untold.add(work)
      tell()
    },
    on(work, listener) {
      listeners.set(work, [...(listeners.get(work) ?? []), listener])
    },
    async stop() {
      stopped = true
      await telling
      await connection.close()
    },
  }
}
