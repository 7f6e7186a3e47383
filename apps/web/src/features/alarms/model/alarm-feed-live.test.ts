import { describe, expect, test } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import { feedHarness, range } from '../testing/feed-harness.ts'
import { settle } from '../testing/manual-clock.ts'

describe('live updates', () => {
  test('add new alarms at the top, with a single request for many alarms', async () => {
    const h = feedHarness()
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
    const h = feedHarness()
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
    const h = feedHarness()
    h.put(buildRow(299, { verdict: null }))
    await h.feed.load()
    h.put(buildRow(299, { verdict: 'false', version: 2 }))
    h.hear('alarm.changed', 299)
    await h.clock.advance(100)
    expect(h.feed.snapshot().feed.rows[0]?.verdict).toBe('false')
  })

  test('insert an alarm in its place when its verdict matches the filter', async () => {
    const h = feedHarness({ verdict: 'passed' })
    h.put(buildRow(298, { verdict: null }))
    await h.feed.load()
    expect(h.rows().slice(0, 2)).toEqual([299, 297])
    h.put(buildRow(298, { verdict: 'true', version: 2 }))
    h.hear('alarm.changed', 298)
    await h.clock.advance(100)
    expect(h.rows().slice(0, 3)).toEqual([299, 298, 297])
  })

  test('cause no request for a version that is already shown', async () => {
    const h = feedHarness()
    await h.feed.load()
    const before = h.requests.length
    h.hear('alarm.changed', 299, 1)
    await h.clock.advance(1000)
    expect(h.requests).toHaveLength(before)
  })

  test('cause no request for an alarm below the loaded rows, since paging will load it', async () => {
    const h = feedHarness()
    await h.feed.load()
    const before = h.requests.length
    h.hear('alarm.changed', 5)
    await h.clock.advance(1000)
    expect(h.requests).toHaveLength(before)
  })

  test('count new alarms and do not load them while older pages are shown', async () => {
    const h = feedHarness()
    await h.feed.load(alarmId(100))
    h.hear('alarm.created', 300)
    h.hear('alarm.created', 301)
    expect(h.feed.snapshot().beyond).toBe(2)
    await h.feed.load()
    expect(h.feed.snapshot().beyond).toBe(0)
  })

  test('are requested again after a failure', async () => {
    const h = feedHarness()
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
    const h = feedHarness()
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
    const h = feedHarness()
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
    const h = feedHarness()
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
    const h = feedHarness()
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
    const h = feedHarness()
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
    const h = feedHarness()
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
    const h = feedHarness()
    await h.feed.load()
    h.breakNetwork(true)
    await h.feed.resync()
    h.feed.dispose()
    expect(h.clock.waiting()).toBe(0)
  })

  test('reload the list after a long absence', async () => {
    const h = feedHarness()
    await h.feed.load()
    for (let n = 300; n < 400; n += 1) h.put(buildRow(n))
    await h.feed.resync()
    expect(h.rows()).toEqual(range(399, 340))
  })
})
