import { describe, expect, test } from 'vitest'
import { createManualClock, settle } from '../testing/manual-clock.ts'
import {
  createLabelQueue,
  type Kept,
  type Label,
  type LabelFailure,
  type SentGroup,
  type UnsentLabel,
} from './label-queue.ts'

type Sent = { id: string; groundTruth: Label; expected: Label }

/** A queue with a server whose answers the test triggers. */
function harness() {
  const clock = createManualClock()
  const sent: Sent[] = []
  const answers: { resolve: (sent: SentGroup) => void; reject: (failure: LabelFailure) => void }[] = []
  const groups: (readonly UnsentLabel[])[] = []
  const settled: (readonly UnsentLabel[])[] = []
  let acts = 0
  const conflicts: [string, Label][] = []
  const refused: string[] = []
  const finished: string[] = []
  const kept: [string, Kept][] = []
  const remembered: (readonly UnsentLabel[])[] = []
  const queue = createLabelQueue({
    send(group) {
      groups.push(group)
      for (const { alarmId, to, expected } of group) sent.push({ id: alarmId, groundTruth: to, expected })
      return new Promise((resolve, reject) => {
        answers.push({ resolve, reject })
      })
    },
    failureOf: (error) => (error === 'conflict' || error === 'refused' || error === 'trouble' ? error : 'later'),
    schedule: clock.schedule,
    onSettled: (group) => settled.push(group),
    onConflict: ({ alarmId, to }) => conflicts.push([alarmId, to]),
    onRefused: (ids) => refused.push(...ids),
    onFinished: ({ act, undoes }) => finished.push(undoes ? `${act} undone` : act),
    onKept: (id, why) => kept.push([id, why]),
    remember: (labels) => remembered.push(labels),
  })
  const label = (alarmId: string, to: Label, expected: Label, act = `act-${(acts += 1)}`) => ({
    alarmId,
    to,
    expected,
    reason: null,
    act,
  })
  return {
    queue,
    clock,
    sent,
    groups,
    label,
    choose: (...given: Parameters<typeof label>) => queue.choose([label(...given)]),
    settled,
    conflicts,
    refused,
    finished,
    kept,
    /** The labels that another page would find. */
    left: () => remembered.at(-1),
    async succeed() {
      answers.shift()?.resolve({ conflicts: [], gone: [] })
      await settle()
    },
    async answer(reply: SentGroup) {
      answers.shift()?.resolve(reply)
      await settle()
    },
    async fail(failure: LabelFailure) {
      answers.shift()?.reject(failure)
      await settle()
    },
  }
}

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
