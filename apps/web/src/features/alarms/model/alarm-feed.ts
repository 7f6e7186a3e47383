import type { AlarmRow, listAlarms, ReplyOf } from '@winnow/contract'
import { backOff } from '../../../lib/live/back-off.ts'
import type { AlarmFilters } from './alarm-filters.ts'
import { createChangeCollector } from './change-collector.ts'
import {
  coversId,
  emptyFeed,
  indexOfRow,
  withAnswers,
  withFirstPage,
  withoutTail,
  withPage,
  withPinned,
  withPinnedLeaving,
  withRow,
  type Feed,
} from './feed.ts'
import { heldList, wholeList, withoutShown, type Hold, type ShownList } from './held-list.ts'
import { eventMayMatch, listRequest, type AlarmEvent, type AlarmsEvent, type ListRequest } from './list-request.ts'
import { matchesFilters, toRow } from './matches-filters.ts'

export type ListReply = ReplyOf<typeof listAlarms>

export interface FeedDeps {
  list: (request: ListRequest) => Promise<ListReply>
  now: () => Date
  /** 0–1 */
  random: () => number
  /** Runs a function after a delay; returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void
}

type EndState = 'idle' | 'loading' | 'failed'

/** The state that the list shows. */
export interface FeedSnapshot {
  /** All loaded rows. */
  feed: Feed
  /** The displayed rows: all loaded rows, unless the list is held because somebody is using it. */
  shown: ShownList
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
  older: EndState
  newer: EndState
  /** The number of new alarms that arrived while the newest part of the list was not loaded. */
  beyond: number
  /** Whether changes were missed and could not be loaded yet. Loading them is retried. */
  outdated: boolean
}

const PAGE = 60
/** The maximum number of ids per request, as the contract sets it. */
const ASK = 200
const KEEP_ROWS = 5000

export type AlarmFeed = ReturnType<typeof createAlarmFeed>

/**
 * One open alarm list. It loads pages at both ends, requests rows that the live stream names, and holds the result for React. It outlives
 * the screen, so that the user finds the list as they left it.
 */
export function createAlarmFeed(filters: AlarmFilters, deps: FeedDeps) {
  let hold: Hold = 'none'
  let state: FeedSnapshot = {
    feed: emptyFeed,
    shown: wholeList(emptyFeed),
    phase: 'loading',
    error: null,
    older: 'idle',
    newer: 'idle',
    beyond: 0,
    outdated: false,
  }
  // Replies to requests from before the list was reloaded are ignored.
  let generation = 0
  /** Consecutive failed attempts to update the list, and a function that cancels the next one. */
  let failures = 0
  let callOff: (() => void) | undefined
  const listeners = new Set<() => void>()

  /** Changes the state. While the list is held, it shows only changes that were requested: `newer` rows above, or the `whole` list. */
  function set(change: Partial<FeedSnapshot>, asked?: 'newer' | 'whole') {
    const isMoved = change.feed !== undefined && change.feed.rows !== state.feed.rows
    state = { ...state, ...change }
    if (isMoved) {
      const isWhole = hold === 'none' || asked === 'whole'
      const shown = isWhole ? wholeList(state.feed) : heldList(state.shown, state.feed, asked === 'newer')
      state = { ...state, shown }
    }
    for (const listener of listeners) listener()
  }
  function takeIn(): boolean {
    if (state.shown.rows === state.feed.rows) return false
    set({ shown: wholeList(state.feed) })
    return true
  }
  const setFeed = (feed: Feed) => {
    if (feed !== state.feed) set({ feed })
  }

  const page = (extra: Partial<ListRequest['query']> = {}) => {
    const request = listRequest(filters, deps.now(), PAGE)
    return deps.list({ ...request, query: { ...request.query, ...extra } })
  }
  const ask = async (ids: readonly string[]) => {
    const request = listRequest(filters, deps.now(), ASK)
    const reply = await deps.list({ ...request, body: { ...request.body, alarms: [...ids] } })
    return reply.rows
  }

  const collector = createChangeCollector({
    schedule: deps.schedule,
    async flush(ids) {
      const current = generation
      const wanted = ids.filter((id) => coversId(state.feed, id))
      if (wanted.length === 0) return
      const rows = await ask(wanted)
      if (current === generation) setFeed(withoutTail(withAnswers(state.feed, wanted, rows), KEEP_ROWS))
    },
    overflow: () => void resync(),
  })

  /** Starts a new list. Pending replies and changes belong to the old list and are dropped. */
  function begin(): number {
    callOff?.()
    collector.clear()
    return ++generation
  }
  const upToDate = () => {
    failures = 0
    return { outdated: false } as const
  }
  /** Missed changes are not announced again, so the list retries until it gets a reply. */
  function tryAgain() {
    callOff = deps.schedule(() => void resync(), backOff(failures, deps.random()))
    failures += 1
    set({ outdated: true })
  }

  /** Loads the newest page or, for an alarm further down that matches the filters, the part of the list around it. */
  async function load(around?: string | null, asked?: 'whole'): Promise<void> {
    const current = begin()
    set({ phase: 'loading', error: null, beyond: 0, older: 'idle', newer: 'idle' })
    try {
      const [first, row] = await Promise.all([page(), around ? ask([around]).then((rows) => rows[0]) : undefined])
      if (current !== generation) return
      const oldest = first.rows.at(-1)
      if (row === undefined || !first.more || oldest === undefined || row.id >= oldest.id) {
        set({ phase: 'ready', feed: withFirstPage(state.feed, first), ...upToDate() }, asked)
        return
      }
      const [above, below] = await Promise.all([page({ after: row.id }), page({ before: row.id })])
      if (current !== generation) return
      const middle: Feed = { ...withFirstPage(state.feed, first), rows: [row], pinnedLeaves: false }
      set({ phase: 'ready', feed: withPage(withPage(middle, 'newer', above), 'older', below), ...upToDate() })
    } catch (error) {
      if (current !== generation) return
      set({ phase: 'failed', error })
      // An empty list shows the failure itself.
      if (state.feed.rows.length > 0) tryAgain()
    }
  }

  async function loadMore(direction: 'older' | 'newer'): Promise<void> {
    const { feed } = state
    const edge = direction === 'older' ? feed.rows.at(-1) : feed.rows[0]
    const done = direction === 'older' ? feed.atOldest : feed.atNewest
    if (state.phase !== 'ready' || done || edge === undefined || state[direction] === 'loading') return
    const current = generation
    set({ [direction]: 'loading' })
    try {
      const reply = await page(direction === 'older' ? { before: edge.id } : { after: edge.id })
      if (current !== generation) return
      const next = withPage(state.feed, direction, reply)
      const settled = { feed: next, [direction]: 'idle', ...(next.atNewest ? { beyond: 0 } : {}) }
      set(settled, direction === 'newer' ? 'newer' : undefined)
    } catch {
      if (current === generation) set({ [direction]: 'failed' })
    }
  }

  /** Updates a list that has missed messages. Keeps the loaded rows where possible. */
  async function resync(): Promise<void> {
    if (state.phase !== 'ready') return load(state.feed.pinned)
    const current = begin()
    // A page request in progress is dropped, and can be repeated.
    set({ older: 'idle', newer: 'idle' })
    try {
      const first = await page()
      if (current !== generation) return
      const known = state.feed
      const oldest = first.rows.at(-1)
      const newest = known.rows[0]
      const gap = first.more && oldest !== undefined && newest !== undefined && oldest.id > newest.id
      if (gap) return await load(known.pinned)
      const fresh = withFirstPage(known, first)
      const below = first.more && oldest ? known.rows.filter((row) => row.id < oldest.id) : []
      set({
        feed: {
          ...withPage(fresh, 'older', { rows: below, more: !known.atOldest }),
          atOldest: first.more ? known.atOldest : true,
        },
        beyond: 0,
        older: 'idle',
        newer: 'idle',
        ...upToDate(),
      })
      collector.add(below.map((row) => row.id))
    } catch {
      if (current === generation) tryAgain()
    }
  }

  return {
    filters,
    snapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    load: (around?: string | null) => load(around),
    /** Loads the newest page and shows it, even while the list is held. */
    loadNewest: () => load(null, 'whole'),
    resync,
    loadOlder: () => loadMore('older'),
    loadNewer: () => loadMore('newer'),
    /** Handles a message of the live stream. */
    hear(event: AlarmEvent) {
      if (!eventMayMatch(filters, event)) return
      const { feed } = state
      const known = feed.rows[indexOfRow(feed.rows, event.id)]
      if (known !== undefined && known.version >= event.version) return
      const newest = feed.rows[0]
      if (event.type === 'alarm.created' && newest !== undefined && event.id > newest.id && !feed.atNewest)
        set({ beyond: state.beyond + 1 })
      else if (state.phase !== 'ready' || coversId(feed, event.id)) collector.add([event.id])
    },
    /** Handles a live message about several alarms of a camera. */
    hearMany({ ids, ...place }: AlarmsEvent) {
      if (!eventMayMatch(filters, { ...place, isTest: filters.tests })) return
      collector.add(ids.filter((id) => state.phase !== 'ready' || coversId(state.feed, id)))
    },
    /** Opens a row. */
    pin(id: string | null) {
      const { pinned, pinnedLeaves } = state.feed
      const feed = withPinned(state.feed, id)
      if (feed === state.feed) return
      // A user who moves on by key is done with the previous row, so the next row takes its place. Under a mouse pointer, no row moves.
      const isDone = pinnedLeaves && pinned !== null && hold === 'keys'
      if (isDone) state = { ...state, shown: withoutShown(state.shown, pinned) }
      set({ feed })
    },
    /** Sets who is using the list. When nobody is using it any more, held-back rows appear. */
    hold(who: Hold) {
      if (who === hold) return
      hold = who
      if (hold === 'none') takeIn()
    },
    /** Shows held-back rows, even while the list is held. Returns whether there were any. */
    takeIn,
    /** Applies a newer version of an alarm that was fetched or changed here. */
    settle(alarm: AlarmRow) {
      const row = toRow(alarm)
      // Opening an alarm comes by here, too. What is known already must not make the list new.
      if ((state.feed.rows[indexOfRow(state.feed.rows, row.id)]?.version ?? -1) >= row.version) return
      const matches = matchesFilters(filters, row)
      const patched = withRow(state.feed, row)
      if (!matches && patched.pinned === row.id) setFeed(withPinnedLeaving(patched, true))
      else setFeed(withAnswers(patched, [row.id], matches ? [row] : []))
    },
    dispose() {
      begin()
    },
  }
}
