import { describe, expect, it } from 'vitest'
import type { Standing } from '../standing/standing.ts'
import { LONGEST_BURST_MS, planBurst, type BurstInput, type OpenAlarm } from './plan-burst.ts'

const start = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const open = (lastSignal = 0) => ({
  id: 'a1',
  startedAt: start,
  lastSignalAt: at(lastSignal),
  event: 'VMD',
  standing: null,
  isUnfiltered: false,
  isSteady: true,
})
type Input = Partial<Omit<BurstInput, 'signal'>> & { signal?: Partial<BurstInput['signal']> }
const plan = ({ signal, ...input }: Input) =>
  planBurst({
    now: at(5),
    windowMs: 10_000,
    openAlarm: open(),
    ...input,
    signal: { kind: 'alarm', event: 'VMD', hasPictures: false, standing: null, isUnfiltered: false, ...signal },
  })

const joins = { action: 'join', alarmId: 'a1' }
const opens = { action: 'open' }
const nothing = { action: 'ignore' }

describe('a signal of a camera', () => {
  it.each([
    ['opens an alarm if there is none before it', { openAlarm: null }, opens],
    ['joins inside the window', {}, joins],
    ['joins exactly at the end of the window', { now: at(10) }, joins],
    ['opens an alarm if the camera did not count in between', { openAlarm: { ...open(), isSteady: false } }, opens],
    ['opens an alarm after the window', { now: at(10.001) }, opens],
    ['joins inside the window of a later signal of the burst', { now: at(18), openAlarm: open(9) }, joins],
    ['opens an alarm when the burst is too long', { now: at(61), openAlarm: open(60) }, opens],
    ['joins in a window that is longer than the longest burst', { now: at(290), windowMs: 300_000 }, joins],
    ['joins exactly at the end of the longest burst', { now: at(LONGEST_BURST_MS / 1000), openAlarm: open(55) }, joins],
    ['joins if it was received shortly before the last signal', { now: at(-3) }, joins],
    ['opens an alarm if it was received long before the last signal', { now: at(-300) }, opens],
    ['opens an alarm with a window of 0', { windowMs: 0 }, opens],
    ['opens an alarm with a window of 0, even at the same moment', { now: at(0), windowMs: 0 }, opens],
    ['joins the alarm of another event', { signal: { kind: 'alarm', event: 'linedetection' } }, joins],
    ['opens an alarm if it could not be read', { signal: { kind: 'unparsed', event: null } }, opens],
    ['is ignored as a test', { signal: { kind: 'test', event: null } }, nothing],
    ['is ignored as a test without an alarm', { openAlarm: null, signal: { kind: 'test', event: null } }, nothing],
    ['joins as the stop of the event', { now: at(40), signal: { kind: 'stop', event: 'VMD' } }, joins],
    ['joins as the stop of another event in the window', { signal: { kind: 'stop', event: 'PIR Stop' } }, joins],
    [
      'is ignored as a late stop of another event',
      { now: at(15), signal: { kind: 'stop', event: 'PIR Stop' } },
      nothing,
    ],
    ['is ignored as a late stop without a name', { now: at(15), signal: { kind: 'stop', event: null } }, nothing],
    ['joins as a stop in another spelling', { now: at(40), signal: { kind: 'stop', event: 'vmd_END' } }, joins],
    [
      'joins as the stop of the event with a window of 0',
      { windowMs: 0, signal: { kind: 'stop', event: 'VMD' } },
      joins,
    ],
    ['joins at the same moment', { now: at(0) }, joins],
    ['joins without an event name', { signal: { kind: 'alarm', event: null } }, joins],
    ['joins inside a wider window', { now: at(25), windowMs: 30_000 }, joins],
    ['opens an alarm a millisecond after the longest burst', { now: at(60.001), openAlarm: open(55) }, opens],
    [
      'joins as the stop of the event exactly at the last moment',
      { now: at(120), signal: { kind: 'stop', event: 'VMD Stop' } },
      joins,
    ],
    ['is ignored as a stop that comes too late', { now: at(121), signal: { kind: 'stop', event: 'VMD' } }, nothing],
    ['is ignored as a stop without an alarm', { openAlarm: null, signal: { kind: 'stop', event: 'VMD' } }, nothing],
    ['opens an alarm as a stop with pictures', { openAlarm: null, signal: { kind: 'stop', hasPictures: true } }, opens],
    [
      'opens an alarm as a late stop with pictures',
      { now: at(121), signal: { kind: 'stop', hasPictures: true } },
      opens,
    ],
    ['joins as a stop with pictures', { now: at(40), signal: { kind: 'stop', hasPictures: true } }, joins],
    ['is ignored as a test with pictures', { signal: { kind: 'test', hasPictures: true } }, nothing],
  ] as const)('%s', (_what, input, expected) => {
    expect(plan(input)).toEqual(expected)
  })

  const paused: Standing = { reason: 'paused', until: at(3600) }
  it.each<[string, Standing, Standing, object]>([
    ['joins an alarm of the same pause', paused, paused, joins],
    ['opens an alarm after its camera was paused', null, paused, opens],
    ['opens an alarm after the pause of its camera', paused, null, opens],
    ['opens an alarm after the pause of its camera was extended', paused, { ...paused, until: at(7200) }, opens],
    ['opens an alarm after its camera was switched off in a pause', paused, { reason: 'inactive', until: null }, opens],
  ])('%s · OVERRIDE-002', (_what, before, standing, expected) => {
    expect(plan({ openAlarm: { ...open(), standing: before }, signal: { standing } })).toEqual(expected)
  })

  it('is ignored as the stop of an event from before a pause', () => {
    expect(plan({ signal: { kind: 'stop', standing: paused } })).toEqual(nothing)
  })

  it('opens one alarm per minute if it comes every second for ten minutes', () => {
    const alarms: OpenAlarm[] = []
    for (let second = 0; second < 600; second++) {
      const now = at(second)
      const current = alarms.at(-1) ?? null
      if (current && plan({ now, openAlarm: current }).action === 'join') current.lastSignalAt = now
      else
        alarms.push({
          id: `a${second}`,
          startedAt: now,
          lastSignalAt: now,
          event: 'VMD',
          standing: null,
          isUnfiltered: false,
          isSteady: true,
        })
    }
    expect(alarms).toHaveLength(10)
  })
})
