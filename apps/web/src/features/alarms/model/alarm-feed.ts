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
import { eventMayMatch, listRequest, type AlarmEvent, type ListRequest } from './list-request.ts'
import { matchesFilters, toRow } from './matches-filters.ts'

export type ListReply = ReplyOf<typeof listAlarms>

export interface FeedDeps {
  list: (request: ListRequest) => Promise<ListReply>
  now: () => Date
  /** 0–1 */
  random: () => number
  /** Runs something after a while; returns how to call it off. */
  schedule: (run: () => void, ms: number) => () => void
}

type EndState = 'idle' | 'loading' | 'failed'

/** What the list shows. */
export interface FeedSnapshot {
  feed: Feed
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
  older: EndState
  newer: EndState
  /** Alarms that came in while the newest part of the list is not loaded. */
  beyond: number
  /** Changes were missed and could not be asked for yet; it is being tried again. */
  outdated: boolean
}

const PAGE = 60
/** Ids asked about in one request; the contract allows no more. */
const ASK = 200
const KEEP_ROWS = 5000

export type AlarmFeed = ReturnType<typeof createAlarmFeed>

/**
 * One open alarm list: loads pages at both ends, asks about rows that the live stream names, and holds the result for React to
 * read. It outlives the screen that shows it, so that going back finds the list as it was left.
 */
export function createAlarmFeed(filters: AlarmFilters, deps: FeedDeps) {
  let state: FeedSnapshot = {
    feed: emptyFeed,
    phase: 'loading',
    error: null,
    older: 'idle',
    newer: 'idle',
    beyond: 0,
    outdated: false,
  }
  // Replies to requests made before the list was loaded anew belong to a list that is gone.
  let generation = 0
  /** Tries in a row to bring the list up to date that failed, and how to call off the next one. */
  let failures = 0
  let callOff: (() => void) | undefined
  const listeners = new Set<() => void>()

  function set(change: Partial<FeedSnapshot>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
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

  /** Begins a new list: replies on their way and changes waiting to be asked about belong to the old one. */
  function begin(): number {
    callOff?.()
    collector.clear()
    return ++generation
  }
  const upToDate = () => {
    failures = 0
    return { outdated: false } as const
  }
  /** What was missed will not be told again, so the list itself must ask until it is answered. */
  function tryAgain() {
    callOff = deps.schedule(() => void resync(), backOff(failures, deps.random()))
    failures += 1
    set({ outdated: true })
  }

  /** Loads the newest page or, for an alarm further down that these filters let through, the part of the list around it. */
  async function load(around?: string | null): Promise<void> {
    const current = begin()
    set({ phase: 'loading', error: null, beyond: 0, older: 'idle', newer: 'idle' })
    try {
      const [first, row] = await Promise.all([page(), around ? ask([around]).then((rows) => rows[0]) : undefined])
      if (current !== generation) return
      const oldest = first.rows.at(-1)
      if (row === undefined || !first.more || oldest === undefined || row.id >= oldest.id) {
        set({ phase: 'ready', feed: withFirstPage(state.feed, first), ...upToDate() })
        return
      }
      const [above, below] = await Promise.all([page({ after: row.id }), page({ before: row.id })])
      if (current !== generation) return
      const middle: Feed = { ...withFirstPage(state.feed, first), rows: [row], pinnedLeaves: false }
      set({ phase: 'ready', feed: withPage(withPage(middle, 'newer', above), 'older', below), ...upToDate() })
    } catch (error) {
      if (current !== generation) return
      set({ phase: 'failed', error })
      // An empty list says itself that it failed.
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
      set({ feed: next, [direction]: 'idle', ...(next.atNewest ? { beyond: 0 } : {}) })
    } catch {
      if (current === generation) set({ [direction]: 'failed' })
    }
  }

  /** Brings a list up to date that has missed messages. What is loaded stays where that is possible. */
  async function resync(): Promise<void> {
    if (state.phase !== 'ready') return load(state.feed.pinned)
    const current = begin()
    // A page on its way is dropped, and can be asked for again.
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
    load,
    resync,
    loadOlder: () => loadMore('older'),
    loadNewer: () => loadMore('newer'),
    /** Takes a message of the live stream. */
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
    /** Opens a row. */
    pin: (id: string | null) => setFeed(withPinned(state.feed, id)),
    /** Takes a newer version of an alarm that was fetched or changed here. */
    settle(alarm: AlarmRow) {
      const row = toRow(alarm)
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
