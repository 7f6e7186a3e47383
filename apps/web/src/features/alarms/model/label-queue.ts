import type { Alarm } from '@winnow/contract'

/** What a person says an alarm was; null takes the label away. */
export type Label = boolean | null

/** How sending a label went wrong. `later`: no connection or a server in trouble, so the same request may work soon. */
export type LabelFailure = 'conflict' | 'later' | 'refused'

interface Entry {
  alarmId: string
  to: Label
  /** The label that was on the screen when this one was chosen. */
  expected: Label
}

export interface LabelQueueDeps {
  send: (alarmId: string, body: { groundTruth: Label; expected: Label }) => Promise<Alarm>
  failureOf: (error: unknown) => LabelFailure
  /** Runs something after a while; returns how to call it off. */
  schedule: (run: () => void, ms: number) => () => void
  onSettled: (alarm: Alarm) => void
  onConflict: (alarmId: string, wanted: Label) => void
  onRefused: (alarmId: string, error: unknown) => void
}

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 15_000

/**
 * Labels on their way to the server: shown at once, sent one after another in the order in which they were given, kept through a
 * dead network. A label that meets another operator's is handed back as a conflict; the wishes that built on it fall with it.
 */
export function createLabelQueue(deps: LabelQueueDeps) {
  let waiting: Entry[] = []
  let sending: Entry | null = null
  let retryMs = FIRST_RETRY_MS
  let cancelRetry: (() => void) | null = null
  let pending: ReadonlyMap<string, Label> = new Map()
  /** Counts how often all was forgotten. */
  let round = 0
  const listeners = new Set<() => void>()

  function publish() {
    const all = sending === null ? waiting : [sending, ...waiting]
    pending = new Map(all.map((entry) => [entry.alarmId, entry.to]))
    for (const listener of listeners) listener()
  }

  function later() {
    cancelRetry = deps.schedule(() => {
      cancelRetry = null
      void pump()
    }, retryMs)
    retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)
  }

  function fail(entry: Entry, error: unknown) {
    const failure = deps.failureOf(error)
    if (failure === 'later') {
      waiting = [entry, ...waiting]
      later()
      return
    }
    const wanted = waiting.findLast((other) => other.alarmId === entry.alarmId)?.to ?? entry.to
    waiting = waiting.filter((other) => other.alarmId !== entry.alarmId)
    if (failure === 'conflict') deps.onConflict(entry.alarmId, wanted)
    else deps.onRefused(entry.alarmId, error)
  }

  async function pump(): Promise<void> {
    if (sending !== null || cancelRetry !== null) return
    const entry = waiting[0]
    if (entry === undefined) return
    waiting = waiting.slice(1)
    sending = entry
    const begun = round
    try {
      const alarm = await deps.send(entry.alarmId, { groundTruth: entry.to, expected: entry.expected })
      sending = null
      retryMs = FIRST_RETRY_MS
      deps.onSettled(alarm)
    } catch (error) {
      sending = null
      if (begun === round) fail(entry, error)
    }
    publish()
    await pump()
  }

  /** Chooses a label. `current` is the one on the screen; choosing what is already there does nothing. */
  function choose(alarmId: string, to: Label, current: Label): boolean {
    if (to === current) return false
    const last = waiting.findLastIndex((entry) => entry.alarmId === alarmId)
    const queued = waiting[last]
    if (queued === undefined) {
      waiting = [...waiting, { alarmId, to, expected: sending?.alarmId === alarmId ? sending.to : current }]
    } else if (queued.expected === to) {
      // Taken back before it was sent: the server need never know.
      waiting = waiting.toSpliced(last, 1)
    } else {
      waiting = waiting.with(last, { ...queued, to })
    }
    publish()
    void pump()
    return true
  }

  return {
    choose,
    /** Labels not yet confirmed, by alarm. The same object until something changes. */
    pending: () => pending,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Tries again at once: the network, or the session, is back. */
    retryNow() {
      cancelRetry?.()
      cancelRetry = null
      retryMs = FIRST_RETRY_MS
      void pump()
    },
    /** Resolves when none is on its way. Those that wait for their next try are tried at once. */
    sent(): Promise<void> {
      this.retryNow()
      return new Promise((resolve) => {
        const look = () => {
          if (pending.size > 0) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      })
    },
    /** Whoever gave these labels is gone; sent later, they would be somebody else's. What is on its way is not tried again. */
    forget() {
      cancelRetry?.()
      cancelRetry = null
      retryMs = FIRST_RETRY_MS
      round += 1
      waiting = []
      publish()
    },
  }
}
