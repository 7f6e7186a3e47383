import { listAlarms } from '@winnow/contract'
import { call } from '../../../lib/api/call.ts'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { createAlarmFeed, type AlarmFeed } from '../model/alarm-feed.ts'
import { filtersKey, type AlarmFilters } from '../model/alarm-filters.ts'
import { createListHold, type ListHold } from '../model/list-hold.ts'
import type { Anchor } from '../model/scroll-anchor.ts'
import { createStore, type Store } from '../../../lib/create-store.ts'
import { schedule } from '../../../lib/schedule.ts'
import { nonePicked, type Picked } from '../model/picked.ts'
import { createListCards, type ListCards } from './list-cards.ts'

/** The state in which the user left a list: the scroll position, whether it followed the newest alarms, and the newest alarm seen. */
export interface ListPosition {
  anchor: Anchor | null
  following: boolean
  seenTopId: string | null
}

export interface OpenList {
  key: string
  feed: AlarmFeed
  /** Tracks who is using the list now. */
  hold: ListHold
  position: ListPosition
  /** The cards into which alarms of one camera are folded. */
  cards: ListCards
  /** The alarms selected for a common action. */
  picked: Store<Picked>
}

/** The number of lists to keep: the current one and those to which Back leads. */
const KEEP = 4

let lists: readonly OpenList[] = []
let owner: string | undefined

// Closes all lists when the user changes. A user must never see a list of the previous user, not even for one frame.
sessionStore.subscribe(() => {
  const user = sessionStore.get().user?.id
  if (user === owner) return
  owner = user
  for (const list of lists) list.feed.dispose()
  lists = []
})

/** Returns the open lists, for labels and live messages that concern all of them. */
export const openLists = (): readonly OpenList[] => lists

function newList(key: string, filters: AlarmFilters): OpenList {
  const feed = createAlarmFeed(filters, {
    list: (request) => call(listAlarms, request),
    now: () => new Date(),
    random: Math.random,
    schedule,
  })
  return {
    key,
    feed,
    hold: createListHold({ tell: (who) => feed.hold(who), schedule }),
    position: { anchor: null, following: true, seenTopId: null },
    cards: createListCards(() => feed.snapshot().shown.rows),
    picked: createStore(nonePicked),
  }
}

/** Returns the list for these filters as the user left it, or a new list that is not loaded yet. */
export function openList(filters: AlarmFilters): OpenList {
  const key = filtersKey(filters)
  const known = lists.find((list) => list.key === key)
  const list = known ?? newList(key, filters)
  const rest = lists.filter((other) => other !== list)
  for (const old of rest.slice(KEEP - 1)) old.feed.dispose()
  lists = [list, ...rest.slice(0, KEEP - 1)]
  return list
}
