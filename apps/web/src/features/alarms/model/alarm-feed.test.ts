import { describe, expect, test } from 'vitest'
import type { AlarmRow } from '@winnow/contract'
import { alarmId, buildRow, PROJECT_ID, SITE_ID, VIEW_ID } from '../testing/alarm-factory.ts'
import { createManualClock, settle } from '../testing/manual-clock.ts'
import { readFilters } from './alarm-filters.ts'
import { alarmsSearch } from '../alarms-search.ts'
import { createAlarmFeed, type ListReply } from './alarm-feed.ts'
import type { ListRequest } from './list-request.ts'
import { matchesFilters } from './matches-filters.ts'

const numbers = (rows: readonly AlarmRow[]) => rows.map((row) => Number.parseInt(row.id.slice(-12), 16))

/** A list with a server that really filters and pages. */
function harness(search: object = {}, count = 300) {
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

const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i)

describe('loading', () => {
  test('loads the newest page and the count', async () => {
    const h = harness()
    expect(h.feed.snapshot().phase).toBe('loading')
    await h.feed.load()
    expect(h.rows()).toEqual(range(299, 240))
    expect(h.feed.snapshot()).toMatchObject({ phase: 'ready', feed: { count: { value: 300, exact: true } } })
  })

  test('loads older pages until the end, and then requests nothing more', async () => {
    const h = harness({}, 130)
    await h.feed.load()
    await h.feed.loadOlder()
    await h.feed.loadOlder()
    expect(h.rows()).toEqual(range(129, 0))
    expect(h.feed.snapshot().feed.atOldest).toBe(true)
    const before = h.requests.length
    await h.feed.loadOlder()
    expect(h.requests).toHaveLength(before)
  })

  test('loads around the alarm of a link, and from there in both directions', async () => {
    const h = harness()
    await h.feed.load(alarmId(100))
    expect(h.rows()).toEqual(range(160, 40))
    expect(h.feed.snapshot().feed).toMatchObject({ atNewest: false, atOldest: false })
    await h.feed.loadNewer()
    await h.feed.loadOlder()
    expect(h.rows()).toEqual(range(220, 0))
  })

  test('keeps the newest page if the filters exclude the alarm of a link', async () => {
    const h = harness({ label: 'unlabelled' })
    h.put(buildRow(100, { groundTruth: true }))
    await h.feed.load(alarmId(100))
    expect(h.rows()[0]).toBe(299)
    expect(h.rows()).not.toContain(100)
  })

  test('reports a failure and can be retried', async () => {
    const h = harness()
    h.breakNetwork(true)
    await h.feed.load()
    expect(h.feed.snapshot()).toMatchObject({ phase: 'failed', error: { message: 'no connection' } })
    h.breakNetwork(false)
    await h.feed.load()
    expect(h.feed.snapshot().phase).toBe('ready')
  })

  test('keeps the loaded rows if another page fails', async () => {
    const h = harness()
    await h.feed.load()
    h.breakNetwork(true)
    await h.feed.loadOlder()
    expect(h.feed.snapshot()).toMatchObject({ phase: 'ready', older: 'failed' })
    expect(h.rows()).toHaveLength(60)
    h.breakNetwork(false)
    await h.feed.loadOlder()
    expect(h.rows()).toHaveLength(120)
  })

  test('drops a reply for a list that was closed', async () => {
    const h = harness()
    const first = h.feed.load(alarmId(100))
    await h.feed.load()
    await first
    expect(h.rows()[0]).toBe(299)
    expect(h.rows()).toHaveLength(60)
  })
})

describe('live updates', () => {
  test('add new alarms at the top, with a single request for many alarms', async () => {
    const h = harness()
    await h.feed.load()
    const before = h.requests.length
    for (const n of [300, 301, 302]) {
      h.put(buildRow(n))
      h.hear('alarm.created', n)
    }
    await h.clock.advance(100)
    expect(h.rows().slice(0, 4)).toEqual([302, 301, 300, 299])
    expect(h.requests).toHaveLength(before + 1)
    expect(h.feed.snapshot().feed.count).toEqual({ value: 303, exact: true })
  })

  test('need at most two requests a second for a thousand alarms an hour', async () => {
    const h = harness()
    await h.feed.load()
    const before = h.requests.length
    for (let i = 0; i < 100; i += 1) {
      h.put(buildRow(300 + i))
      h.hear('alarm.created', 300 + i)
      await h.clock.advance(100)
    }
    await h.clock.advance(1000)
    expect(h.rows()[0]).toBe(399)
    expect(h.requests.length - before).toBeLessThanOrEqual(22)
  })

  test('show the verdict of a waiting alarm', async () => {
    const h = harness()
    h.put(buildRow(299, { verdict: null }))
    await h.feed.load()
    h.put(buildRow(299, { verdict: 'false', version: 2 }))
    h.hear('alarm.changed', 299)
    await h.clock.advance(100)
    expect(h.feed.snapshot().feed.rows[0]?.verdict).toBe('false')
  })

  test('insert an alarm in its place when its verdict matches the filter', async () => {
    const h = harness({ verdict: 'passed' })
    h.put(buildRow(298, { verdict: null }))
    await h.feed.load()
    expect(h.rows().slice(0, 2)).toEqual([299, 297])
    h.put(buildRow(298, { verdict: 'true', version: 2 }))
    h.hear('alarm.changed', 298)
    await h.clock.advance(100)
    expect(h.rows().slice(0, 3)).toEqual([299, 298, 297])
  })

  test('cause no request for a version that is already shown', async () => {
    const h = harness()
    await h.feed.load()
    const before = h.requests.length
    h.hear('alarm.changed', 299, 1)
    await h.clock.advance(1000)
    expect(h.requests).toHaveLength(before)
  })

  test('cause no request for an alarm below the loaded rows, since paging will load it', async () => {
    const h = harness()
    await h.feed.load()
    const before = h.requests.length
    h.hear('alarm.changed', 5)
    await h.clock.advance(1000)
    expect(h.requests).toHaveLength(before)
  })

  test('count new alarms and do not load them while older pages are shown', async () => {
    const h = harness()
    await h.feed.load(alarmId(100))
    h.hear('alarm.created', 300)
    h.hear('alarm.created', 301)
    expect(h.feed.snapshot().beyond).toBe(2)
    await h.feed.load()
    expect(h.feed.snapshot().beyond).toBe(0)
  })

  test('are requested again after a failure', async () => {
    const h = harness()
    await h.feed.load()
    h.put(buildRow(300))
    h.breakNetwork(true)
    h.hear('alarm.created', 300)
    await h.clock.advance(100)
    h.breakNetwork(false)
    await h.clock.advance(3000)
    expect(h.rows()[0]).toBe(300)
  })

  test('reload the list if there are too many', async () => {
    const h = harness()
    await h.feed.load()
    for (let n = 300; n <= 2300; n += 1) {
      h.put(buildRow(n))
      h.hear('alarm.created', n)
    }
    await settle()
    expect(h.rows().slice(0, 2)).toEqual([2300, 2299])
    expect(h.clock.waiting()).toBe(0)
  })

  test('after a short absence keep the loaded rows and request their changes', async () => {
    const h = harness()
    await h.feed.load()
    await h.feed.loadOlder()
    for (let n = 300; n < 310; n += 1) h.put(buildRow(n))
    h.put(buildRow(200, { verdict: 'false', version: 2 }))
    await h.feed.resync()
    await h.clock.advance(100)
    expect(h.rows()).toEqual(range(309, 180))
    expect(h.feed.snapshot().feed.rows.find((row) => row.id === alarmId(200))?.verdict).toBe('false')
  })

  test('report a list that cannot be updated, and retry at growing intervals until it succeeds', async () => {
    const h = harness()
    await h.feed.load()
    h.put(buildRow(300))
    h.breakNetwork(true)
    await h.feed.resync()
    expect(h.feed.snapshot()).toMatchObject({ phase: 'ready', outdated: true })
    const before = h.requests.length
    await h.clock.advance(1000 + 2000 + 4000)
    expect(h.requests.length - before).toBe(3)
    h.breakNetwork(false)
    await h.clock.advance(8000)
    expect(h.rows()[0]).toBe(300)
    expect(h.feed.snapshot().outdated).toBe(false)
    // The rows further down are requested one more time. After that, no request follows.
    await h.clock.advance(60_000)
    const asked = h.requests.length
    await h.clock.advance(60_000)
    expect(h.requests).toHaveLength(asked)
  })

  test('keep a change that was waiting when the update failed', async () => {
    const h = harness()
    await h.feed.load()
    await h.feed.loadOlder()
    h.put(buildRow(200, { verdict: 'false', version: 2 }))
    h.hear('alarm.changed', 200)
    h.breakNetwork(true)
    await h.feed.resync()
    h.breakNetwork(false)
    await h.clock.advance(2000)
    expect(h.feed.snapshot().feed.rows.find((row) => row.id === alarmId(200))?.verdict).toBe('false')
  })

  test('allow a page to be requested again if it was loading when the update failed', async () => {
    const h = harness()
    await h.feed.load()
    const older = h.feed.loadOlder()
    h.breakNetwork(true)
    await h.feed.resync()
    await older
    expect(h.feed.snapshot()).toMatchObject({ older: 'idle', newer: 'idle' })
    h.breakNetwork(false)
    await h.feed.loadOlder()
    expect(h.rows()).toHaveLength(120)
  })

  test('report and retry a list that could not be reloaded after a long absence', async () => {
    const h = harness()
    await h.feed.load()
    for (let n = 300; n < 400; n += 1) h.put(buildRow(n))
    h.feed.pin(alarmId(299))
    // The page with the gap is still loaded; the part around the open alarm is not.
    const resync = h.feed.resync()
    await Promise.resolve()
    h.breakNetwork(true)
    await resync
    expect(h.feed.snapshot()).toMatchObject({ phase: 'failed', outdated: true })
    h.breakNetwork(false)
    await h.clock.advance(1000)
    expect(h.feed.snapshot()).toMatchObject({ phase: 'ready', outdated: false })
    expect(h.rows()).toContain(330)
  })

  test('end when the list is closed', async () => {
    const h = harness()
    await h.feed.load()
    h.breakNetwork(true)
    await h.feed.resync()
    h.feed.dispose()
    expect(h.clock.waiting()).toBe(0)
  })

  test('reload the list after a long absence', async () => {
    const h = harness()
    await h.feed.load()
    for (let n = 300; n < 400; n += 1) h.put(buildRow(n))
    await h.feed.resync()
    expect(h.rows()).toEqual(range(399, 340))
  })
})

describe('an active user of the list', () => {
  test.each(['pointer', 'keys'] as const)('(%s) finds each row in its place; new rows are counted', async (who) => {
    const h = harness()
    await h.feed.load()
    h.feed.hold(who)
    await h.comeIn(300)
    await h.comeIn(301)
    expect(h.shown()).toEqual(range(299, 240))
    expect(h.rows()).toEqual(range(301, 240))
    expect(h.feed.snapshot()).toMatchObject({ shown: { waiting: 2 }, feed: { count: { value: 302 } } })
  })

  test('can add the held-back rows, which adds no other rows', async () => {
    const h = harness()
    await h.feed.load()
    h.feed.hold('pointer')
    await h.comeIn(300)
    expect(h.feed.takeIn()).toBe(true)
    expect(h.shown()).toEqual(range(300, 240))
    expect(h.feed.takeIn()).toBe(false)
    await h.comeIn(301)
    expect(h.shown()).toEqual(range(300, 240))
  })

  test('gets the held-back and later rows automatically after leaving', async () => {
    const h = harness()
    await h.feed.load()
    h.feed.hold('keys')
    await h.comeIn(300)
    h.feed.hold('none')
    expect(h.shown()).toEqual(range(300, 240))
    await h.comeIn(301)
    expect(h.shown()[0]).toBe(301)
  })

  test('sees new verdicts and labels of the shown rows', async () => {
    const h = harness()
    await h.feed.load()
    h.feed.hold('pointer')
    h.put(buildRow(298, { verdict: 'false', version: 2 }))
    h.hear('alarm.changed', 298)
    await h.clock.advance(1000)
    expect(h.feed.snapshot().shown.rows[1]?.verdict).toBe('false')
  })

  test('can scroll to older alarms and, in a list that was opened at an older alarm, to newer alarms', async () => {
    const h = harness()
    await h.feed.load(alarmId(100))
    h.feed.hold('pointer')
    await h.feed.loadOlder()
    await h.feed.loadNewer()
    expect(h.shown()).toEqual(range(220, 0))
  })

  test('can jump from older alarms to the newest alarms', async () => {
    const h = harness()
    await h.feed.load(alarmId(100))
    h.feed.hold('pointer')
    await h.feed.loadNewest()
    expect(h.shown()).toEqual(range(299, 240))
  })

  test('keeps the list over a long absence, although it was reloaded', async () => {
    const h = harness()
    await h.feed.load()
    h.feed.hold('pointer')
    for (let n = 300; n < 400; n += 1) h.put(buildRow(n))
    await h.feed.resync()
    expect(h.shown()).toEqual(range(299, 240))
    expect(h.feed.snapshot().shown).toMatchObject({ waiting: 60, moreWait: true })
    h.feed.hold('none')
    expect(h.shown()).toEqual(range(399, 340))
  })

  test('who labels by key with the filter “unlabelled” gets the next alarm in the same place', async () => {
    const h = harness({ label: 'unlabelled' })
    await h.feed.load()
    h.feed.hold('keys')
    h.feed.pin(alarmId(298))
    h.feed.settle(buildRow(298, { groundTruth: true, version: 2 }))
    h.feed.pin(alarmId(297))
    expect(h.shown().slice(0, 3)).toEqual([299, 297, 296])
  })

  test('who labels by mouse keeps every row in its place', async () => {
    const h = harness({ label: 'unlabelled' })
    await h.feed.load()
    h.feed.hold('pointer')
    h.feed.pin(alarmId(298))
    h.feed.settle(buildRow(298, { groundTruth: true, version: 2 }))
    h.feed.pin(alarmId(297))
    expect(h.shown().slice(0, 3)).toEqual([299, 298, 297])
    expect([...h.feed.snapshot().shown.leaving]).toEqual([alarmId(298)])
    h.feed.hold('none')
    expect(h.shown().slice(0, 3)).toEqual([299, 297, 296])
  })
})

describe('labels', () => {
  test('with the filter “unlabelled” keep the alarm while it is open, and remove it afterwards', async () => {
    const h = harness({ label: 'unlabelled' })
    await h.feed.load()
    h.feed.pin(alarmId(298))
    h.put(buildRow(298, { groundTruth: true, version: 2 }))
    h.feed.settle(buildRow(298, { groundTruth: true, version: 2 }))
    expect(h.rows().slice(0, 3)).toEqual([299, 298, 297])
    expect(h.feed.snapshot().feed.rows[1]?.groundTruth).toBe(true)
    h.feed.pin(alarmId(297))
    expect(h.rows().slice(0, 3)).toEqual([299, 297, 296])
  })

  test('that are undone restore the row in its place', async () => {
    const h = harness({ label: 'unlabelled' })
    await h.feed.load()
    h.feed.settle(buildRow(298, { groundTruth: true, version: 2 }))
    expect(h.rows()).not.toContain(298)
    h.feed.settle(buildRow(298, { groundTruth: null, version: 3 }))
    expect(h.rows().slice(0, 3)).toEqual([299, 298, 297])
  })

  test('do not change a list that was closed', async () => {
    const h = harness()
    const loading = h.feed.load()
    h.feed.dispose()
    await loading
    expect(h.rows()).toEqual([])
  })
})
