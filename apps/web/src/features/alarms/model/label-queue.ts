import type { Alarm } from '@winnow/contract'

/** What a person says an alarm was; null takes the label away. */
export type Label = boolean | null

/**
 * How sending a label went wrong. `later`: no connection, or a server that is not able to just now, so nothing else would get through
 * either. `trouble`: the server met an error with this one; others may well get through.
 */
export type LabelFailure = 'conflict' | 'later' | 'trouble' | 'refused'

/** Why a label is kept here: it was tried, did not get through, and is tried again. */
export type Kept = Extract<LabelFailure, 'later' | 'trouble'>

/** A label that the server has not confirmed. */
export interface UnsentLabel {
  alarmId: string
  to: Label
  /** The label that was on the screen when this one was chosen. */
  expected: Label
}

interface Entry extends UnsentLabel {
  kept?: Kept
  /** It was under way once, so the server may have taken it although no answer came. */
  tried?: true
}

export interface LabelQueueDeps {
  send: (alarmId: string, body: { groundTruth: Label; expected: Label }) => Promise<Alarm>
  failureOf: (error: unknown) => LabelFailure
  /** Runs something after a while; returns how to call it off. */
  schedule: (run: () => void, ms: number) => () => void
  onSettled: (alarm: Alarm) => void
  onConflict: (alarmId: string, wanted: Label) => void
  onRefused: (alarmId: string, error: unknown) => void
  /** A label did not get through for the first time. */
  onKept: (alarmId: string, why: Kept, error: unknown) => void
  /** Writes down what is not sent, where it outlives the page. */
  remember: (unsent: readonly UnsentLabel[]) => void
}

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 15_000

/**
 * Labels on their way to the server: shown at once, sent one after another in the order in which they were given, kept through a
 * dead network. A label that meets another operator's is handed back as a conflict; the wishes that built on it fall with it.
 */
export function createLabelQueue(deps: LabelQueueDeps) {
  /** To be sent at once, one after another. */
  let waiting: readonly Entry[] = []
  /** Not sent before the next try. Labels of one alarm never overtake each other. */
  let resting: readonly Entry[] = []
  let sending: Entry | null = null
  let retryMs = FIRST_RETRY_MS
  let cancelRetry: (() => void) | null = null
  let pending: ReadonlyMap<string, Label> = new Map()
  let kept: ReadonlyMap<string, Kept> = new Map()
  /** Counts how often all was forgotten. */
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

  /** Puts a label behind those of its alarm, and behind all while nothing gets through; gives why it has to wait, if it has to. */
  function add(entry: Entry): Kept | undefined {
    const before = resting.find((other) => other.kept === 'later' || other.alarmId === entry.alarmId)
    if (before?.kept === undefined) waiting = [...waiting, entry]
    else resting = [...resting, { ...entry, kept: before.kept }]
    return before?.kept
  }

  /** Chooses a label. `current` is the one on the screen; choosing what is already there does nothing. */
  function choose(alarmId: string, to: Label, current: Label): boolean {
    if (to === current) return false
    const queued = [...resting, ...waiting].findLast((entry) => entry.alarmId === alarmId)
    let why: Kept | undefined
    // What was tried may have reached the server: a further wish goes out behind it.
    if (queued === undefined || queued.tried) {
      const before = queued ?? (sending?.alarmId === alarmId ? sending : undefined)
      why = add({ alarmId, to, expected: before === undefined ? current : before.to })
    } else {
      // Taken back before it was sent: the server need never know.
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
    /** Labels not yet confirmed, by alarm. The same object until something changes. */
    pending: () => pending,
    /** Alarms whose label did not get through and is tried again, with the reason. The same object until something changes. */
    kept: () => kept,
    /** Whether a label of this alarm is on its way just now; unlike `pending` also while listeners have not heard of it. */
    has: (alarmId: string) => all().some((entry) => entry.alarmId === alarmId),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Takes up what an earlier page of this user could not send. */
    adopt(unsent: readonly UnsentLabel[]) {
      waiting = [...waiting, ...unsent]
      change()
      void pump()
    },
    /** Tries again at once: the network, or the session, is back. */
    retryNow() {
      retryMs = FIRST_RETRY_MS
      wake()
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
    /**
     * Whoever gave these labels is gone; sent later, they would be somebody else's. What is on its way is not tried again. What was
     * remembered stays so, for when they are back.
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
