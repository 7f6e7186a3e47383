import { listAlarms } from '@winnow/contract'
import { call } from '../../../lib/api/call.ts'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { createAlarmFeed, type AlarmFeed } from '../model/alarm-feed.ts'
import { filtersKey, type AlarmFilters } from '../model/alarm-filters.ts'
import { createListHold, type ListHold } from '../model/list-hold.ts'
import type { Anchor } from '../model/scroll-anchor.ts'
import { schedule } from '../../../lib/schedule.ts'

/** How a list was left: its scroll position, whether it followed the newest alarms, and the newest one seen. */
export interface ListPosition {
  anchor: Anchor | null
  following: boolean
  seenTopId: string | null
}

export interface OpenList {
  key: string
  feed: AlarmFeed
  /** Who is using it now. */
  hold: ListHold
  position: ListPosition
}

/** Lists to keep: the current one and those that Back leads to. */
const KEEP = 4

let lists: readonly OpenList[] = []
let owner: string | undefined

// Another user must never see what the previous one had open, not even for one frame.
sessionStore.subscribe(() => {
  const user = sessionStore.get().user?.id
  if (user === owner) return
  owner = user
  for (const list of lists) list.feed.dispose()
  lists = []
})

/** The open lists, for labels and live messages that concern all of them. */
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
  }
}

/** The list for these filters, as it was left, or a new one that is not loaded yet. */
export function openList(filters: AlarmFilters): OpenList {
  const key = filtersKey(filters)
  const known = lists.find((list) => list.key === key)
  const list = known ?? newList(key, filters)
  const rest = lists.filter((other) => other !== list)
  for (const old of rest.slice(KEEP - 1)) old.feed.dispose()
  lists = [list, ...rest.slice(0, KEEP - 1)]
  return list
}
