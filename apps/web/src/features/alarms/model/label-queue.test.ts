import { describe, expect, test } from 'vitest'
import { labelQueueHarness as harness } from '../testing/label-queue-harness.ts'

describe('labels in progress · ALARMS-001', () => {
  test('show at once and are sent with the label that was displayed', async () => {
    const h = harness()
    h.choose('a', true, null)
    expect(h.queue.pending().get('a')).toBe(true)
    expect(h.sent).toEqual([{ id: 'a', groundTruth: true, expected: null }])
    await h.succeed()
    expect(h.queue.pending().size).toBe(0)
  })

  test('pass the reply on, so that the alarm is refreshed · ALARMS-002', async () => {
    const h = harness()
    h.choose('a', true, null)
    await h.succeed()
    expect(h.settled).toHaveLength(1)
  })

  test('are sent one after another in the order of input', async () => {
    const h = harness()
    for (const id of ['a', 'b', 'c']) h.choose(id, false, null)
    expect(h.sent.map((entry) => entry.id)).toEqual(['a'])
    expect([...h.queue.pending().keys()]).toEqual(['a', 'b', 'c'])
    await h.succeed()
    await h.succeed()
    expect(h.sent.map((entry) => entry.id)).toEqual(['a', 'b', 'c'])
  })

  test('are sent only in the last version if changed before sending', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('b', true, null)
    h.choose('b', false, true)
    await h.succeed()
    expect(h.sent[1]).toEqual({ id: 'b', groundTruth: false, expected: null })
  })

  test('are not sent if undone before sending', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('b', true, null)
    h.choose('b', null, true)
    expect(h.queue.pending().has('b')).toBe(false)
    await h.succeed()
    expect(h.sent).toHaveLength(1)
  })

  test('that are changed while being sent name the label being sent as the expected one', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('a', false, true)
    expect(h.queue.pending().get('a')).toBe(false)
    await h.succeed()
    expect(h.sent[1]).toEqual({ id: 'a', groundTruth: false, expected: true })
  })

  test('wait in order without a connection and are sent when it is back', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('b', false, null)
    await h.fail('later')
    expect([...h.queue.pending()]).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(h.sent).toHaveLength(1)
    h.queue.retryNow()
    expect(h.sent[1]?.id).toBe('a')
    await h.succeed()
    expect(h.sent[2]?.id).toBe('b')
  })

  test('are retried at growing intervals, up to a quarter of a minute', async () => {
    const h = harness()
    h.choose('a', true, null)
    const waits: number[] = []
    for (let i = 0; i < 6; i += 1) {
      await h.fail('later')
      let waited = 0
      const before = h.sent.length
      while (h.sent.length === before) {
        await h.clock.advance(500)
        waited += 500
      }
      waits.push(waited)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
  })

  test('end with a conflict if another operator labelled, and later changes of it are dropped', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('a', false, true)
    h.choose('b', true, null)
    await h.fail('conflict')
    expect(h.conflicts).toEqual([['a', false]])
    expect([...h.queue.pending().keys()]).toEqual(['b'])
    expect(h.sent[1]?.id).toBe('b')
  })

  test('are undone with an error if the server refuses them, and the next label is sent', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('b', true, null)
    await h.fail('refused')
    expect(h.refused).toEqual(['a'])
    expect(h.queue.pending().has('a')).toBe(false)
    await h.succeed()
    expect(h.settled).toHaveLength(1)
  })

  test('notify subscribers of every change until they unsubscribe', async () => {
    const h = harness()
    let heard = 0
    const leave = h.queue.subscribe(() => {
      heard += 1
    })
    h.choose('a', true, null)
    await h.succeed()
    expect(heard).toBe(2)
    leave()
    h.choose('b', true, null)
    expect(heard).toBe(2)
  })
})

describe('a label that cannot be sent', () => {
  test('is reported once with the reason, for any number of attempts', async () => {
    const h = harness()
    h.choose('a', true, null)
    await h.fail('later')
    expect([...h.queue.kept()]).toEqual([['a', 'later']])
    await h.clock.advance(1000)
    await h.fail('later')
    expect(h.kept).toEqual([['a', 'later']])
    await h.clock.advance(2000)
    await h.succeed()
    expect([h.queue.kept().size, h.queue.pending().size]).toEqual([0, 0])
  })

  test('because of a server error does not delay labels of other alarms', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('b', true, null)
    await h.fail('trouble')
    expect(h.sent.map(({ id }) => id)).toEqual(['a', 'b'])
    await h.succeed()
    h.choose('c', true, null)
    expect(h.sent.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    await h.succeed()
    await h.clock.advance(1000)
    expect(h.sent.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'a'])
  })

  test('goes before a later label of the same alarm, because the server may have stored it without an answer', async () => {
    const h = harness()
    h.choose('a', true, null)
    await h.fail('trouble')
    h.choose('a', null, true)
    expect(h.queue.pending().get('a')).toBeNull()
    expect(h.sent).toHaveLength(1)
    h.queue.retryNow()
    await h.succeed()
    expect(h.sent.slice(1)).toEqual([
      { id: 'a', groundTruth: true, expected: null },
      { id: 'a', groundTruth: null, expected: true },
    ])
  })

  test('keeps its place while nothing can be sent, and causes no request for every later label', async () => {
    const h = harness()
    h.choose('a', true, null)
    await h.fail('later')
    h.choose('b', true, null)
    expect(h.sent).toHaveLength(1)
    h.queue.retryNow()
    await h.succeed()
    expect(h.sent.map(({ id }) => id)).toEqual(['a', 'a', 'b'])
  })
})

describe('the labels that another page of the same user finds', () => {
  test('are those that the server has not confirmed, in order, and are sent from there', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('b', false, null)
    await h.fail('later')
    expect(h.left()).toMatchObject([
      { alarmId: 'a', to: true, expected: null },
      { alarmId: 'b', to: false, expected: null },
    ])
    const next = harness()
    next.queue.adopt(h.left() ?? [])
    expect(next.sent[0]).toEqual({ id: 'a', groundTruth: true, expected: null })
    await next.succeed()
    await next.succeed()
    expect(next.left()).toEqual([])
  })

  test('remain after the user leaves', async () => {
    const h = harness()
    h.choose('a', true, null)
    await h.fail('later')
    h.queue.forget()
    expect(h.left()).toMatchObject([{ alarmId: 'a', to: true, expected: null }])
  })
})

describe('before the user leaves', () => {
  test('the queue tries waiting labels at once, and reports when all are sent', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('b', true, null)
    await h.fail('later')
    let isSent = false
    void h.queue.sent().then(() => (isSent = true))
    expect(h.sent.map(({ id }) => id)).toEqual(['a', 'a'])
    await h.succeed()
    expect(isSent).toBe(false)
    await h.succeed()
    expect(isSent).toBe(true)
  })

  test('there is nothing to wait for without labels', async () => {
    await expect(harness().queue.sent()).resolves.toBeUndefined()
  })
})

describe('after the user has left', () => {
  test('no waiting label is sent, and none in progress is repeated', async () => {
    const h = harness()
    h.choose('a', true, null)
    h.choose('b', true, null)
    h.queue.forget()
    await h.fail('later')
    await h.clock.advance(60_000)
    expect(h.sent.map(({ id }) => id)).toEqual(['a'])
    expect([h.queue.pending().size, h.refused, h.conflicts]).toEqual([0, [], []])
  })

  test('no label that waits for a retry is tried', async () => {
    const h = harness()
    h.choose('a', true, null)
    await h.fail('later')
    h.queue.forget()
    await h.clock.advance(60_000)
    expect(h.sent).toHaveLength(1)
    h.choose('b', false, null)
    expect(h.sent.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
