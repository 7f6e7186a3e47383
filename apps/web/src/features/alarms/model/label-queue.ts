import type { LabelReason } from '@winnow/contract'

/** A person's judgement of an alarm; null removes the label. */
export type Label = boolean | null

/** Why an alarm was true or false; null if the person did not say. */
export type Reason = LabelReason | null

/**
 * How sending a label failed. `later`: no connection or an unavailable server, so nothing else would get through either. `trouble`: the
 * server failed on this label; other labels may succeed.
 */
export type LabelFailure = 'conflict' | 'later' | 'trouble' | 'refused'

/** Why a label is kept here: sending failed and is retried. */
export type Kept = Extract<LabelFailure, 'later' | 'trouble'>

/** A label, or the undoing of one, that the server has not confirmed. */
export interface UnsentLabel {
  alarmId: string
  /** The label that is shown until the server answers. */
  to: Label
  reason: Reason
  /** The label on screen when this one was chosen. */
  expected: Label
  /**
   * The act of labelling, which many alarms can share. The server stores an act once, however often it is sent, and takes it back by its
   * id.
   */
  act: string
  /** Whether the act is taken back instead of made. */
  undoes: boolean
}

interface Entry extends UnsentLabel {
  kept?: Kept
  /** Whether the label was sent before. The server may then have stored it, although no reply came. */
  tried?: true
  /** The unsent label of the alarm that this one was chosen over. Undoing this one brings it back. */
  over?: Entry
}

/** What became of a group of labels that was sent, where it was not stored. */
export interface SentGroup {
  /** The alarms that somebody else has labelled differently. */
  conflicts: readonly string[]
  /** Alarms that there are no longer. */
  gone: readonly string[]
}

export interface LabelQueueDeps {
  /**
   * Sends labels of one act. All have the same label, reason and expected label. Resolves when the screen shows what the server has
   * stored.
   */
  send: (group: readonly UnsentLabel[]) => Promise<SentGroup>
  failureOf: (error: unknown) => LabelFailure
  /** Runs a function after a delay; returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void
  /** Called when labels have been stored. */
  onSettled: (group: readonly UnsentLabel[]) => void
  onConflict: (wanted: UnsentLabel, error?: unknown) => void
  /** Called when labels cannot be stored. `error`: why; left out if the alarms are gone. */
  onRefused: (alarmIds: readonly string[], error?: unknown) => void
  /** Called after the callbacks above when no label of an act is left to be sent. `label` is one of the last that were. */
  onFinished: (label: UnsentLabel) => void
  /** Called when sending a label has failed for the first time. */
  onKept: (alarmId: string, why: Kept, error: unknown) => void
  /** Stores unsent labels so that they outlive the page. */
  remember: (unsent: readonly UnsentLabel[]) => void
}

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 15_000
/** The most labels that are sent together: as many as the server takes (`MAX_LABELS`). */
const MOST_TOGETHER = 1000

/** Identifies an entry among those of all pages: undoing an act is another entry than the act. */
export const unsentKey = ({ alarmId, act, undoes }: UnsentLabel) => `${alarmId} ${act} ${undoes}`

const idsOf = (group: readonly Entry[]) => group.map(({ alarmId }) => alarmId)

const plain = ({ alarmId, to, reason, expected, act, undoes }: Entry): UnsentLabel => ({
  alarmId,
  to,
  reason,
  expected,
  act,
  undoes,
})

const isSameAct = (a: Entry, b: Entry) =>
  a.act === b.act && a.undoes === b.undoes && a.to === b.to && a.reason === b.reason && a.expected === b.expected

/**
 * The entries at the front that can be sent together: those of one act, each of another alarm. An undo names the act alone, so it takes
 * back any number of labels at once.
 */
function groupOf(waiting: readonly Entry[]): readonly Entry[] {
  const [first] = waiting
  if (first === undefined) return []
  const end = waiting.findIndex((entry) =>
    first.undoes ? entry.act !== first.act || !entry.undoes : !isSameAct(entry, first),
  )
  const together = end === -1 ? waiting.length : end
  return waiting.slice(0, first.undoes ? together : Math.min(together, MOST_TOGETHER))
}

/**
 * The queue of labels to send. They show at once, are sent in order, those of one act together, and survive a lost connection. A label that
 * conflicts with another operator's is reported as a conflict, and later labels of the same alarm are dropped with it.
 */
export function createLabelQueue(deps: LabelQueueDeps) {
  /** Labels to be sent now, one act after another. */
  let waiting: readonly Entry[] = []
  /** Labels that wait for the next attempt. Labels of one alarm stay in order. */
  let resting: readonly Entry[] = []
  let sending: readonly Entry[] = []
  let retryMs = FIRST_RETRY_MS
  let cancelRetry: (() => void) | null = null
  let pending: ReadonlyMap<string, Label> = new Map()
  let reasons: ReadonlyMap<string, Reason> = new Map()
  let kept: ReadonlyMap<string, Kept> = new Map()
  /** Labels that were chosen away before they were sent, by the act that did so. Undoing that act brings them back. */
  const chosenAway = new Map<string, Entry>()
  /** Counts how often the queue was cleared. */
  let round = 0
  const listeners = new Set<() => void>()

  const all = () => [...sending, ...resting, ...waiting]

  function publish() {
    pending = new Map(all().map((entry) => [entry.alarmId, entry.to]))
    reasons = new Map(all().map((entry) => [entry.alarmId, entry.reason]))
    kept = new Map(all().flatMap((entry) => (entry.kept ? [[entry.alarmId, entry.kept]] : [])))
    for (const listener of listeners) listener()
  }
  function change() {
    deps.remember(all().map(plain))
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

  function keep(group: readonly Entry[], why: Kept, error: unknown) {
    const named = new Set(group.map(({ alarmId }) => alarmId))
    const isMeant = ({ alarmId }: Entry) => why === 'later' || named.has(alarmId)
    const behind = waiting.filter(isMeant).map((other) => ({ ...other, kept: why }))
    resting = [...resting, ...group.map((entry) => ({ ...entry, kept: why, tried: true as const })), ...behind]
    waiting = waiting.filter((other) => !isMeant(other))
    later()
    const [first] = group
    if (first !== undefined && first.kept === undefined) deps.onKept(first.alarmId, why, error)
  }

  /** Drops all labels of an alarm and returns the last one that was wanted. */
  function dropAll(entry: Entry): Entry {
    const isOther = ({ alarmId }: Entry) => alarmId !== entry.alarmId
    const wanted = [...resting, ...waiting].findLast((other) => !isOther(other) && !other.undoes) ?? entry
    waiting = waiting.filter(isOther)
    resting = resting.filter(isOther)
    return wanted
  }

  function fail(group: readonly Entry[], error: unknown) {
    const failure = deps.failureOf(error)
    if (failure === 'later' || failure === 'trouble') {
      keep(group, failure, error)
      return
    }
    const wanted = group.map(dropAll)
    if (failure === 'refused') deps.onRefused(idsOf(group), error)
    else for (const entry of wanted) deps.onConflict(plain(entry), error)
  }

  function succeed(group: readonly Entry[], sent: SentGroup) {
    const conflicts = new Set(sent.conflicts)
    const gone = new Set(sent.gone)
    for (const entry of group.filter(({ alarmId }) => conflicts.has(alarmId))) deps.onConflict(plain(dropAll(entry)))
    const lost = group.filter(({ alarmId }) => gone.has(alarmId))
    for (const entry of lost) dropAll(entry)
    if (lost.length > 0) deps.onRefused(idsOf(lost))
    const stored = group.filter(({ alarmId }) => !conflicts.has(alarmId) && !gone.has(alarmId))
    if (stored.length > 0) deps.onSettled(stored.map(plain))
  }

  function finish([first]: readonly Entry[]) {
    if (first === undefined) return
    const isOfAct = ({ act, undoes }: Entry) => act === first.act && undoes === first.undoes
    if (!all().some(isOfAct)) deps.onFinished(plain(first))
  }

  async function pump(): Promise<void> {
    if (sending.length > 0) return
    const group = groupOf(waiting)
    if (group.length === 0) return
    waiting = waiting.slice(group.length)
    sending = group
    const begun = round
    try {
      const sent = await deps.send(group.map(plain))
      sending = []
      retryMs = FIRST_RETRY_MS
      if (begun === round) succeed(group, sent)
    } catch (error) {
      sending = []
      if (begun === round) fail(group, error)
    }
    if (begun === round) {
      change()
      finish(group)
    } else publish()
    await pump()
  }

  /** Adds a label behind those of its alarm, or behind all others while nothing can be sent. Returns the reason if it must wait. */
  function add(entry: Entry): Kept | undefined {
    const before = resting.find((other) => other.kept === 'later' || other.alarmId === entry.alarmId)
    if (before?.kept === undefined) waiting = [...waiting, entry]
    else resting = [...resting, { ...entry, kept: before.kept }]
    return before?.kept
  }

  const lastOf = (alarmId: string) => [...resting, ...waiting].findLast((entry) => entry.alarmId === alarmId)
  function replace(entry: Entry, instead: readonly Entry[]) {
    const swap = (entries: readonly Entry[]) => entries.flatMap((other) => (other === entry ? instead : [other]))
    waiting = swap(waiting)
    resting = swap(resting)
  }

  function enqueue(label: UnsentLabel): Kept | undefined {
    const queued = lastOf(label.alarmId)
    // A label that was sent may have reached the server, so a new choice is sent after it.
    if (queued === undefined || queued.tried || queued.undoes) {
      const before = queued ?? sending.find(({ alarmId }) => alarmId === label.alarmId)
      return add({ ...label, expected: before === undefined ? label.expected : before.to })
    }
    // A choice that is undone before it was sent is not sent at all.
    const isBack = queued.expected === label.to && label.reason === null
    if (isBack) chosenAway.set(label.act, queued)
    replace(queued, isBack ? [] : [{ ...queued, to: label.to, reason: label.reason, act: label.act, over: queued }])
    return undefined
  }

  function start(why: Kept | undefined, alarmId: string) {
    change()
    if (why !== undefined) deps.onKept(alarmId, why, undefined)
    void pump()
  }

  return {
    /** Labels alarms. `expected` is the label on screen. Labels with the same act are sent together. */
    choose(labels: readonly Omit<UnsentLabel, 'undoes'>[]): void {
      const [first] = labels
      if (first === undefined) return
      const why = labels.map((label) => enqueue({ ...label, undoes: false }))
      start(
        why.find((each) => each !== undefined),
        first.alarmId,
      )
    },
    /**
     * Takes labels back. `to` and `reason` are those to show until the server answers. A label that was not sent yet is not sent, and one
     * that has replaced another unsent label of the alarm gives way to it.
     */
    undo(labels: readonly Omit<UnsentLabel, 'undoes'>[]): void {
      const [first] = labels
      if (first === undefined) return
      for (const label of labels) {
        const queued = lastOf(label.alarmId)
        const away = chosenAway.get(label.act)
        if (away) enqueue(away)
        else if (queued && !queued.tried && !queued.undoes && queued.act === label.act)
          replace(queued, queued.over ? [{ ...queued.over, ...(queued.kept ? { kept: queued.kept } : {}) }] : [])
        else add({ ...label, undoes: true })
      }
      start(undefined, first.alarmId)
    },
    /** Unconfirmed labels, by alarm. The same object until something changes. */
    pending: () => pending,
    /** The reasons of unconfirmed labels, by alarm. */
    reasons: () => reasons,
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
    /** Takes over the unsent labels of this user's other pages, except those that are here already. */
    adopt(unsent: readonly UnsentLabel[]) {
      const known = new Set(all().map(unsentKey))
      const added = unsent.filter((label) => !known.has(unsentKey(label)))
      if (added.length === 0) return
      for (const label of added) add(label)
      change()
      void pump()
    },
    /** Drops labels that are not sent yet, because another page has sent them or taken them back. */
    drop(isDropped: (label: UnsentLabel) => boolean) {
      const stays = (entry: Entry) => !isDropped(entry)
      if ([...waiting, ...resting].every(stays)) return
      waiting = waiting.filter(stays)
      resting = resting.filter(stays)
      change()
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
