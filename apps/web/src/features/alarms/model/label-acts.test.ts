import { describe, expect, test } from 'vitest'
import { labelQueueHarness as harness } from '../testing/label-queue-harness.ts'

describe('labels of one act', () => {
  test('are sent together, and apart if they were chosen over other labels', async () => {
    const h = harness()
    h.queue.choose([
      h.label('a', false, null, 'many'),
      h.label('b', false, null, 'many'),
      h.label('c', false, true, 'many'),
    ])
    expect(h.groups.map((group) => group.map(({ alarmId }) => alarmId))).toEqual([['a', 'b']])
    await h.succeed()
    expect(h.groups[1]?.map(({ alarmId }) => alarmId)).toEqual(['c'])
  })

  test('that conflict, and those of alarms that are gone, are reported, and the others are stored', async () => {
    const h = harness()
    h.queue.choose(['a', 'b', 'c'].map((id) => h.label(id, false, null, 'many')))
    await h.answer({ conflicts: ['b'], gone: ['c'] })
    expect(h.conflicts).toEqual([['b', false]])
    expect(h.refused).toEqual(['c'])
    expect(h.settled.flat().map(({ alarmId }) => alarmId)).toEqual(['a'])
    expect(h.queue.pending().size).toBe(0)
  })

  test('are finished when the last of them has its answer, and once', async () => {
    const h = harness()
    h.queue.choose([h.label('a', false, null, 'many'), h.label('b', false, true, 'many')])
    await h.succeed()
    expect(h.finished).toEqual([])
    await h.fail('later')
    expect(h.finished).toEqual([])
    h.queue.retryNow()
    await h.answer({ conflicts: ['b'], gone: [] })
    expect(h.finished).toEqual(['many'])
  })

  test('wait together without a connection', async () => {
    const h = harness()
    h.queue.choose([h.label('a', false, null, 'many'), h.label('b', false, null, 'many')])
    await h.fail('later')
    expect(h.queue.pending().size).toBe(2)
    h.queue.retryNow()
    expect(h.groups[1]).toHaveLength(2)
  })
})

describe('taking a label back', () => {
  test('that was sent is sent by the id of its act, once for all its alarms', async () => {
    const h = harness()
    const labels = [h.label('a', false, null, 'many'), h.label('b', false, null, 'many')]
    h.queue.choose(labels)
    await h.succeed()
    h.queue.undo(labels.map((label) => ({ ...label, to: null, expected: false })))
    expect(h.groups[1]).toMatchObject([
      { alarmId: 'a', act: 'many', undoes: true },
      { alarmId: 'b', act: 'many', undoes: true },
    ])
    expect(h.queue.pending().get('a')).toBeNull()
  })

  test('of 2,500 alarms is sent once, though they were labelled by the thousand', async () => {
    const h = harness()
    const labels = Array.from({ length: 2500 }, (_, n) => h.label(`alarm-${n}`, false, null, 'many'))
    h.queue.choose(labels)
    for (const _ of [1, 2, 3]) await h.succeed()
    expect(h.groups.map((group) => group.length)).toEqual([1000, 1000, 500])
    h.queue.undo(labels.map((label) => ({ ...label, to: null, expected: false })))
    expect(h.groups[3]).toHaveLength(2500)
    await h.succeed()
    expect(h.groups).toHaveLength(4)
    expect(h.finished).toEqual(['many', 'many undone'])
  })

  test('that was not sent yet sends nothing', async () => {
    const h = harness()
    h.choose('z', true, null)
    h.choose('a', true, null, 'mine')
    h.queue.undo([h.label('a', null, true, 'mine')])
    await h.succeed()
    expect(h.sent.map(({ id }) => id)).toEqual(['z'])
  })

  test('of a label that may have reached the server is sent after it', async () => {
    const h = harness()
    h.choose('a', true, null, 'mine')
    await h.fail('trouble')
    h.queue.undo([h.label('a', null, true, 'mine')])
    h.queue.retryNow()
    await h.succeed()
    expect(h.groups.slice(1).map(([first]) => first?.undoes)).toEqual([false, true])
  })

  test('brings back an unsent label that the last one had taken away', async () => {
    const h = harness()
    h.choose('z', true, null)
    h.choose('a', true, null, 'first')
    h.choose('a', null, true, 'second')
    h.queue.undo([h.label('a', true, null, 'second')])
    await h.succeed()
    expect(h.groups[1]).toMatchObject([{ alarmId: 'a', to: true, act: 'first', undoes: false }])
  })

  test('is sent before a later label of the same alarm', async () => {
    const h = harness()
    h.choose('a', true, null, 'mine')
    await h.succeed()
    h.queue.undo([h.label('a', null, true, 'mine')])
    h.choose('a', false, null)
    await h.succeed()
    expect(h.groups.slice(1).map(([first]) => [first?.undoes, first?.to])).toEqual([
      [true, null],
      [false, false],
    ])
  })
})

test('several labels of an alarm are taken back one after the other, also unsent ones', async () => {
  const h = harness()
  // Another alarm is being sent, so the labels of this one wait.
  h.choose('x', true, null)
  h.choose('a', true, null, 'one')
  h.choose('a', false, true, 'two')
  h.choose('a', true, false, 'three')
  const undo = (act: string, to: boolean | null, from: boolean) => h.queue.undo([h.label('a', to, from, act)])
  undo('three', false, true)
  expect(h.queue.pending().get('a')).toBe(false)
  undo('two', true, false)
  expect(h.queue.pending().get('a')).toBe(true)
  undo('one', null, true)
  expect(h.queue.pending().has('a')).toBe(false)
  await h.succeed()
  expect(h.sent).toHaveLength(1)
})

test('several acts that were stored are taken back in the opposite order', async () => {
  const h = harness()
  for (const [act, to, from] of [
    ['one', true, null],
    ['two', false, true],
  ] as const) {
    h.choose('a', to, from, act)
    await h.succeed()
  }
  h.queue.undo([h.label('a', true, false, 'two')])
  h.queue.undo([h.label('a', null, true, 'one')])
  await h.succeed()
  await h.succeed()
  expect(h.groups.slice(2).map(([label]) => [label?.act, label?.undoes])).toEqual([
    ['two', true],
    ['one', true],
  ])
})

describe('labels of the user’s other page', () => {
  test('are taken over once', () => {
    const h = harness()
    const label = { ...h.label('a', true, null, 'theirs'), undoes: false }
    h.queue.adopt([label])
    h.queue.adopt([label])
    expect(h.sent).toHaveLength(1)
  })

  test('are dropped when that page has sent them or taken them back', async () => {
    const h = harness()
    h.choose('a', true, null, 'mine')
    await h.fail('later')
    h.queue.adopt([{ ...h.label('b', true, null, 'theirs'), undoes: false }])
    h.queue.drop(({ act }) => act === 'theirs')
    h.queue.retryNow()
    await h.succeed()
    expect(h.sent.map(({ id }) => id)).not.toContain('b')
  })
})
