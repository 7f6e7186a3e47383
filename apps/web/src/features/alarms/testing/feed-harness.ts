import type { AlarmRow } from '@winnow/contract'
import { alarmsSearch } from '../alarms-search.ts'
import { createAlarmFeed, type ListReply } from '../model/alarm-feed.ts'
import { readFilters } from '../model/alarm-filters.ts'
import type { ListRequest } from '../model/list-request.ts'
import { matchesFilters } from '../model/matches-filters.ts'
import { alarmId, buildRow, PROJECT_ID, SITE_ID, VIEW_ID } from './alarm-factory.ts'
import { createManualClock } from './manual-clock.ts'

const numbers = (rows: readonly AlarmRow[]) => rows.map((row) => Number.parseInt(row.id.slice(-12), 16))

/** A list with a server that really filters and pages. */
export function feedHarness(search: object = {}, count = 300) {
  const clock = createManualClock()
  const filters = readFilters(alarmsSearch.parse(search))
  const table = new Map(Array.from({ length: count }, (_, n) => [alarmId(n), buildRow(n)]))
  const requests: ListRequest[] = []
  let broken = false
  const feed = createAlarmFeed(filters, {
    now: () => new Date('2026-11-20T02:00:00Z'),
    schedule: clock.schedule,
    random: () => 1,
    async list(request): Promise<ListReply> {
      requests.push(request)
      if (broken) throw new Error('no connection')
      const { before, after, limit = 50 } = request.query
      const ids = request.body.alarms
      const all = [...table.values()].filter((row) => matchesFilters(filters, row)).toReversed()
      const rows = all
        .filter((row) => before === undefined || row.id < before)
        .filter((row) => after === undefined || row.id > after)
        .filter((row) => ids === undefined || ids.includes(row.id))
      const page = after === undefined ? rows.slice(0, limit) : rows.slice(-limit)
      const keyset = before !== undefined || after !== undefined || ids !== undefined
      const more = rows.length > page.length
      return { rows: page, count: keyset ? null : rows.length, countIsExact: true, page: 1, limit, more }
    },
  })
  return {
    feed,
    clock,
    requests,
    rows: () => numbers(feed.snapshot().feed.rows),
    shown: () => numbers(feed.snapshot().shown.rows),
    /** An alarm arrives, and the list has requested it. */
    async comeIn(n: number) {
      table.set(alarmId(n), buildRow(n))
      this.hear('alarm.created', n)
      await clock.advance(1000)
    },
    breakNetwork: (value: boolean) => {
      broken = value
    },
    put: (row: AlarmRow) => table.set(row.id, row),
    hear(type: 'alarm.created' | 'alarm.changed', n: number, version = 2) {
      feed.hear({
        type,
        id: alarmId(n),
        viewId: VIEW_ID,
        siteId: SITE_ID,
        projectId: PROJECT_ID,
        version,
        isTest: false,
      })
    },
  }
}

/** The numbers of alarms from the newest to the oldest. */
export const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i)
