import { describe, expect, test } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import { feedHarness, range } from '../testing/feed-harness.ts'

describe('loading', () => {
  test('loads the newest page and the count', async () => {
    const h = feedHarness()
    expect(h.feed.snapshot().phase).toBe('loading')
    await h.feed.load()
    expect(h.rows()).toEqual(range(299, 240))
    expect(h.feed.snapshot()).toMatchObject({ phase: 'ready', feed: { count: { value: 300, exact: true } } })
  })

  test('loads older pages until the end, and then requests nothing more', async () => {
    const h = feedHarness({}, 130)
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
    const h = feedHarness()
    await h.feed.load(alarmId(100))
    expect(h.rows()).toEqual(range(160, 40))
    expect(h.feed.snapshot().feed).toMatchObject({ atNewest: false, atOldest: false })
    await h.feed.loadNewer()
    await h.feed.loadOlder()
    expect(h.rows()).toEqual(range(220, 0))
  })

  test('keeps the newest page if the filters exclude the alarm of a link', async () => {
    const h = feedHarness({ label: 'unlabelled' })
    h.put(buildRow(100, { groundTruth: true }))
    await h.feed.load(alarmId(100))
    expect(h.rows()[0]).toBe(299)
    expect(h.rows()).not.toContain(100)
  })

  test('reports a failure and can be retried', async () => {
    const h = feedHarness()
    h.breakNetwork(true)
    await h.feed.load()
    expect(h.feed.snapshot()).toMatchObject({ phase: 'failed', error: { message: 'no connection' } })
    h.breakNetwork(false)
    await h.feed.load()
    expect(h.feed.snapshot().phase).toBe('ready')
  })

  test('keeps the loaded rows if another page fails', async () => {
    const h = feedHarness()
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
    const h = feedHarness()
    const first = h.feed.load(alarmId(100))
    await h.feed.load()
    await first
    expect(h.rows()[0]).toBe(299)
    expect(h.rows()).toHaveLength(60)
  })
})

describe('an active user of the list', () => {
  test.each(['pointer', 'keys'] as const)('(%s) finds each row in its place; new rows are counted', async (who) => {
    const h = feedHarness()
    await h.feed.load()
    h.feed.hold(who)
    await h.comeIn(300)
    await h.comeIn(301)
    expect(h.shown()).toEqual(range(299, 240))
    expect(h.rows()).toEqual(range(301, 240))
    expect(h.feed.snapshot()).toMatchObject({ shown: { waiting: 2 }, feed: { count: { value: 302 } } })
  })

  test('can add the held-back rows, which adds no other rows', async () => {
    const h = feedHarness()
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
    const h = feedHarness()
    await h.feed.load()
    h.feed.hold('keys')
    await h.comeIn(300)
    h.feed.hold('none')
    expect(h.shown()).toEqual(range(300, 240))
    await h.comeIn(301)
    expect(h.shown()[0]).toBe(301)
  })

  test('sees new verdicts and labels of the shown rows', async () => {
    const h = feedHarness()
    await h.feed.load()
    h.feed.hold('pointer')
    h.put(buildRow(298, { verdict: 'false', version: 2 }))
    h.hear('alarm.changed', 298)
    await h.clock.advance(1000)
    expect(h.feed.snapshot().shown.rows[1]?.verdict).toBe('false')
  })

  test('can scroll to older alarms and, in a list that was opened at an older alarm, to newer alarms', async () => {
    const h = feedHarness()
    await h.feed.load(alarmId(100))
    h.feed.hold('pointer')
    await h.feed.loadOlder()
    await h.feed.loadNewer()
    expect(h.shown()).toEqual(range(220, 0))
  })

  test('can jump from older alarms to the newest alarms', async () => {
    const h = feedHarness()
    await h.feed.load(alarmId(100))
    h.feed.hold('pointer')
    await h.feed.loadNewest()
    expect(h.shown()).toEqual(range(299, 240))
  })

  test('keeps the list over a long absence, although it was reloaded', async () => {
    const h = feedHarness()
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
    const h = feedHarness({ label: 'unlabelled' })
    await h.feed.load()
    h.feed.hold('keys')
    h.feed.pin(alarmId(298))
    h.feed.settle(buildRow(298, { groundTruth: true, version: 2 }))
    h.feed.pin(alarmId(297))
    expect(h.shown().slice(0, 3)).toEqual([299, 297, 296])
  })

  test('who labels by mouse keeps every row in its place', async () => {
    const h = feedHarness({ label: 'unlabelled' })
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
    const h = feedHarness({ label: 'unlabelled' })
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
    const h = feedHarness({ label: 'unlabelled' })
    await h.feed.load()
    h.feed.settle(buildRow(298, { groundTruth: true, version: 2 }))
    expect(h.rows()).not.toContain(298)
    h.feed.settle(buildRow(298, { groundTruth: null, version: 3 }))
    expect(h.rows().slice(0, 3)).toEqual([299, 298, 297])
  })

  test('do not change a list that was closed', async () => {
    const h = feedHarness()
    const loading = h.feed.load()
    h.feed.dispose()
    await loading
    expect(h.rows()).toEqual([])
  })
})
