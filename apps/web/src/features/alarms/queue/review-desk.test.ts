import type { nextReview, ReplyOf } from '@winnow/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import { schedule } from '../../../lib/schedule.ts'
import { type NextAsk, ReviewDesk } from './review-desk.ts'

type Reply = ReplyOf<typeof nextReview>

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const held = (n: number): Reply => ({
  status: 'held',
  item: {
    alarm: buildRow(n),
    since: '2026-11-20T01:00:00.000Z',
    dueAt: '2026-11-20T01:01:00.000Z',
    handOver: null,
  },
  ahead: [alarmId(n + 1)],
})
const EMPTY: Reply = { status: 'empty', item: null, ahead: [] }
const ELSEWHERE: Reply = { status: 'elsewhere', item: null, ahead: [] }

/** A desk at a server that gives these replies one after the other, and then an empty queue. */
function open(...replies: (Reply | Error)[]) {
  const asks: NextAsk[] = []
  const renewals: (string | undefined)[] = []
  const left: string[] = []
  const page = { isVisible: true, isUsed: true, status: 'held' as 'held' | 'lost' | 'idle' | 'elsewhere', tabs: 0 }
  const desk = new ReviewDesk({
    async next(_tab, ask) {
      asks.push(ask)
      const reply = replies.shift() ?? EMPTY
      if (reply instanceof Error) throw reply
      return reply
    },
    async renew(_tab, alarm) {
      renewals.push(alarm)
      return page.status
    },
    leave: (tab) => void left.push(tab),
    newTab: () => `tab-${++page.tabs}`,
    schedule,
    now: () => Date.now(),
    isVisible: () => page.isVisible,
    isUsed: () => page.isUsed,
    random: () => 0.5,
  })
  const leave = desk.enter()
  const alarm = () => desk.snapshot().item?.alarm.id
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { desk, leave, asks, renewals, left, page, alarm, pass }
}

describe('an operator at the queue', () => {
  test('takes over the seat, and gets the next alarm after a label or a skip', async () => {
    const { desk, asks, alarm, pass } = open(held(1), held(2), held(3))
    await pass(0)
    expect([alarm(), desk.snapshot().ahead]).toEqual([alarmId(1), [alarmId(2)]])
    desk.labelled(alarmId(1))
    // The alarm stays on screen until the next one is there, and cannot be decided twice.
    expect(desk.snapshot()).toMatchObject({ moving: true, phase: 'held' })
    desk.labelled(alarmId(1))
    desk.skip()
    await pass(0)
    expect(alarm()).toBe(alarmId(2))
    desk.skip()
    await pass(0)
    expect(alarm()).toBe(alarmId(3))
    expect(asks).toEqual([{ takeOver: true }, { done: alarmId(1) }, { skip: alarmId(2) }])
  })

  test('keeps the claim by renewing it every 20 s', async () => {
    const { renewals, alarm, pass } = open(held(1))
    await pass(61_000)
    expect(renewals).toEqual([alarmId(1), alarmId(1), alarmId(1)])
    expect(alarm()).toBe(alarmId(1))
  })

  test.each(['isVisible', 'isUsed'] as const)(
    'loses the alarm if the page is not looked at for a minute (%s)',
    async (what) => {
      const { desk, page, renewals, left, asks, pass } = open(held(1), held(2))
      await pass(0)
      page[what] = false
      await pass(59_000)
      expect(desk.snapshot().phase).toBe('held')
      await pass(2_000)
      expect(desk.snapshot()).toMatchObject({ phase: 'away', item: null })
      expect([renewals, left]).toEqual([[], ['tab-1']])
      await pass(600_000)
      expect(asks).toHaveLength(1)
      page[what] = true
      desk.continueHere()
      await pass(0)
      expect(desk.snapshot().item?.alarm.id).toBe(alarmId(2))
    },
  )

  test('goes on with a notice if the alarm was labelled or taken by somebody else', async () => {
    const { desk, page, alarm, pass } = open(held(1), held(2), held(3))
    await pass(0)
    page.status = 'lost'
    await pass(20_000)
    expect(desk.snapshot()).toMatchObject({ lost: true })
    expect(alarm()).toBe(alarmId(2))
    await desk.taken(alarmId(1))
    expect(alarm()).toBe(alarmId(2))
    await desk.taken(alarmId(2))
    expect(alarm()).toBe(alarmId(3))
  })

  test('stops in a tab whose seat another tab has taken', async () => {
    const { desk, page, asks, pass } = open(held(1))
    await pass(0)
    page.status = 'elsewhere'
    await pass(20_000)
    expect(desk.snapshot()).toMatchObject({ phase: 'elsewhere', item: null })
    await pass(600_000)
    expect(asks).toHaveLength(1)
  })

  test('is told at once if the seat is taken already', async () => {
    const { desk, pass } = open(ELSEWHERE)
    await pass(0)
    expect(desk.snapshot().phase).toBe('elsewhere')
  })
})

describe('an empty queue', () => {
  test('asks again soon after a change, once for many changes, and every 20 s', async () => {
    const { desk, asks, alarm, pass } = open(EMPTY, EMPTY, held(4))
    await pass(0)
    desk.wake()
    desk.wake()
    await pass(300)
    expect(asks).toHaveLength(2)
    await pass(20_000)
    expect([asks.length, alarm()]).toEqual([3, alarmId(4)])
  })

  test('asks for nothing while the page is hidden', async () => {
    const { desk, page, asks, pass } = open(EMPTY)
    await pass(0)
    page.isVisible = false
    desk.wake()
    await pass(50_000)
    expect(asks).toHaveLength(1)
  })

  test('gives the alarms back that were put aside, on request', async () => {
    const { desk, asks, pass } = open(EMPTY, held(1))
    await pass(0)
    desk.takeUpSkipped()
    await pass(0)
    expect(asks.at(-1)).toEqual({ withSkipped: true })
  })
})

test('a question that failed is asked again as it was', async () => {
  const { desk, asks, alarm, pass } = open(held(1), new Error('no connection'), held(2))
  await pass(0)
  desk.labelled(alarmId(1))
  await pass(0)
  expect(desk.snapshot()).toMatchObject({ phase: 'failed', moving: false })
  await pass(4_000)
  expect(alarm()).toBe(alarmId(2))
  expect(asks.slice(1)).toEqual([{ done: alarmId(1) }, { done: alarmId(1) }])
})

test('leaving frees the seat, and a reply that comes later is dropped', async () => {
  const { desk, leave, left, asks, pass } = open(held(1))
  leave()
  await pass(60_000)
  expect(desk.snapshot()).toMatchObject({ phase: 'loading', item: null })
  expect([left, asks.length]).toEqual([['tab-1'], 1])
  // Coming back is a visit of its own.
  desk.enter()
  expect(desk.tab).toBe('tab-2')
})
