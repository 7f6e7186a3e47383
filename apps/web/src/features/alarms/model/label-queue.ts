import type { Alarm } from '@winnow/contract'

/** A person's judgement of an alarm; null removes the label. */
export type Label = boolean | null

/**
 * How sending a label failed. `later`: no connection or an unavailable server, so nothing else would get through either. `trouble`: the
 * server failed on this label; other labels may succeed.
 */
export type LabelFailure = 'conflict' | 'later' | 'trouble' | 'refused'

/** Why a label is kept here: sending failed and is retried. */
export type Kept = Extract<LabelFailure, 'later' | 'trouble'>

/** A label that the server has not confirmed. */
export interface UnsentLabel {
  alarmId: string
  to: Label
  /** The label on screen when this one was chosen. */
  expected: Label
}

interface Entry extends UnsentLabel {
  kept?: Kept
  /** Whether the label was sent before. The server may then have stored it, although no reply came. */
  tried?: true
}

export interface LabelQueueDeps {
  send: (alarmId: string, body: { groundTruth: Label; expected: Label }) => Promise<Alarm>
  failureOf: (error: unknown) => LabelFailure
  /** Runs a function after a delay; returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void
  onSettled: (alarm: Alarm) => void
  onConflict: (alarmId: string, wanted: Label) => void
  onRefused: (alarmId: string, error: unknown) => void
  /** Called when sending a label has failed for the first time. */
  onKept: (alarmId: string, why: Kept, error: unknown) => void
  /** Stores unsent labels so that they outlive the page. */
  remember: (unsent: readonly UnsentLabel[]) => void
}

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 15_000

/**
 * The queue of labels to send. They show at once, are sent one after another in order, and survive a lost connection. A label that
 * conflicts with another operator's is reported as a conflict, and later labels of the same alarm are dropped with it.
 */
export function createLabelQueue(deps: LabelQueueDeps) {
  /** Labels to be sent now, one after another. */
  let waiting: readonly Entry[] = []
  /** Labels that wait for the next attempt. Labels of one alarm stay in order. */
  let resting: readonly Entry[] = []
  let sending: Entry | null = null
  let retryMs = FIRST_RETRY_MS
  let cancelRetry: (() => void) | null = null
  let pending: ReadonlyMap<string, Label> = new Map()
  let kept: ReadonlyMap<string, Kept> = new Map()
  /** Counts how often the queue was cleared. */
  let round = 0
  const listeners = new Set<() => void>()

  const all = () => [...(sending === null ? [] : [sending]), ...resting, ...waiting]

  function publish() {
    pending = new Map(all().map((entry) => [entry.alarmId, entry.to]))
    kept = new Map(all().flatMap((entry) => (entry.kept ? [[entry.alarmId, entry.kept]] : [])))
    for (const listener of listeners) listener()
  }
  function change() {
    deps.remember(all().map(({ alarmId, to, expected }) => ({ alarmId, to, expected })))
    publish()
  }

  function wake() {
    cancelRetry?.()
    cancelRetry = null
    waiting = [...resting, ...waiting]
    resting = []
    void pump()
  }
  function later() {
    if (cancelRetry !== null) return
    cancelRetry = deps.schedule(wake, retryMs)
    retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)
  }

  function keep(entry: Entry, why: Kept, error: unknown) {
    const isMeant = ({ alarmId }: Entry) => why === 'later' || alarmId === entry.alarmId
    const behind = waiting.filter(isMeant).map((other) => ({ ...other, kept: why }))
    resting = [...resting, { ...entry, kept: why, tried: true }, ...behind]
    waiting = waiting.filter((other) => !isMeant(other))
    later()
    if (entry.kept === undefined) deps.onKept(entry.alarmId, why, error)
  }

  function fail(entry: Entry, error: unknown) {
    const failure = deps.failureOf(error)
    if (failure === 'later' || failure === 'trouble') {
      keep(entry, failure, error)
      return
    }
    const isOther = ({ alarmId }: Entry) => alarmId !== entry.alarmId
    const wanted = [...resting, ...waiting].findLast((other) => !isOther(other))?.to ?? entry.to
    waiting = waiting.filter(isOther)
    resting = resting.filter(isOther)
    if (failure === 'conflict') deps.onConflict(entry.alarmId, wanted)
    else deps.onRefused(entry.alarmId, error)
  }

  async function pump(): Promise<void> {
    if (sending !== null) return
    const entry = waiting[0]
    if (entry === undefined) return
    waiting = waiting.slice(1)
    sending = entry
    const begun = round
    try {
      const alarm = await deps.send(entry.alarmId, { groundTruth: entry.to, expected: entry.expected })
      sending = null
      retryMs = FIRST_RETRY_MS
      if (begun === round) deps.onSettled(alarm)
    } catch (error) {
      sending = null
      if (begun === round) fail(entry, error)
    }
    if (begun === round) change()
    else publish()
    await pump()
  }

  /** Adds a label behind those of its alarm, or behind all others while nothing can be sent. Returns the reason if it must wait. */
  function add(entry: Entry): Kept | undefined {
    const before = resting.find((other) => other.kept === 'later' || other.alarmId === entry.alarmId)
    if (before?.kept === undefined) waiting = [...waiting, entry]
    else resting = [...resting, { ...entry, kept: before.kept }]
    return before?.kept
  }

  /** Chooses a label. `current` is the label on screen. Choosing the same label again does nothing. */
  function choose(alarmId: string, to: Label, current: Label): boolean {
    if (to === current) return false
    const queued = [...resting, ...waiting].findLast((entry) => entry.alarmId === alarmId)
    let why: Kept | undefined
    // A label that was sent may have reached the server, so a new choice is sent after it.
    if (queued === undefined || queued.tried) {
      const before = queued ?? (sending?.alarmId === alarmId ? sending : undefined)
      why = add({ alarmId, to, expected: before === undefined ? current : before.to })
    } else {
      // A choice that is undone before it was sent is not sent at all.
      const instead = queued.expected === to ? [] : [{ ...queued, to }]
      const replace = (entries: readonly Entry[]) => entries.flatMap((entry) => (entry === queued ? instead : [entry]))
      waiting = replace(waiting)
      resting = replace(resting)
    }
    change()
    if (why !== undefined) deps.onKept(alarmId, why, undefined)
    void pump()
    return true
  }

  return {
    choose,
    /** Unconfirmed labels, by alarm. The same object until something changes. */
    pending: () => pending,
    /** Alarms whose label is being retried, with the reason. The same object until something changes. */
    kept: () => kept,
    /** Whether a label of this alarm is being sent; unlike `pending`, also before listeners were called. */
    has: (alarmId: string) => all().some((entry) => entry.alarmId === alarmId),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Takes over the unsent labels of this user's earlier page. */
    adopt(unsent: readonly UnsentLabel[]) {
      waiting = [...waiting, ...unsent]
      change()
      void pump()
    },
    /** Retries at once. Called when the network or the session is back. */
    retryNow() {
      retryMs = FIRST_RETRY_MS
      wake()
    },
    /** Resolves when no label is being sent. Labels that wait for a retry are tried at once. */
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
    /**
     * Clears the queue when its user has logged out: sent later, the labels would be attributed to somebody else. Stored labels stay for
     * the user's return.
     */
    forget() {
      cancelRetry?.()
      cancelRetry = null
      retryMs = FIRST_RETRY_MS
      round += 1
      waiting = []
      resting = []
      publish()
    },
  }
}
