import type { Logger } from '../log.ts'
import { openEventConnection } from './event-connection.ts'

/** Kinds of work that wait in the database. */
export const WORK = ['analysis', 'delivery', 'jobs'] as const
export type Work = (typeof WORK)[number]

/** Wakes those who do work, in this process at once and in all others soon after. They look by themselves too, only seldom. */
export interface WorkWakes {
  /** Says that there is work of a kind; cheap, call it often, and after the commit that made the work. */
  wake(work: Work): void
  /** Has something called when there is work of a kind, also when wakes may have been missed. */
  on(work: Work, listener: () => void): void
  stop(): Promise<void>
}

export interface WorkWakesOptions {
  /** The runtime role's address; one connection of its own is kept. */
  url: string
  log: Logger
}

const CHANNEL = 'winnow_work'
/** The shortest interval between notifications of other processes. Work in between is combined. */
const GAP_MS = 4

/**
 * Tells other processes by a `NOTIFY` on a connection of its own, after the commit. Inside the transaction that makes the work it would
 * take a lock of the whole database for the time of the commit, and all that file messages would wait for each other's disk.
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
