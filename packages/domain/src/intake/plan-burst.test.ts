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
})
type Input = Partial<Omit<BurstInput, 'signal'>> & { signal?: Partial<BurstInput['signal']> }
const plan = ({ signal, ...input }: Input) =>
  planBurst({
    now: at(5),
    windowMs: 10_000,
    openAlarm: open(),
    ...input,
    signal: { kind: 'alarm', event: 'VMD', hasPictures: false, standing: null, ...signal },
  })

const joins = { action: 'join', alarmId: 'a1' }
const opens = { action: 'open' }
const nothing = { action: 'ignore' }

describe('a signal of a camera', () => {
  it.each([
    ['with no alarm before it', { openAlarm: null }, opens],
    ['inside the window', {}, joins],
    ['exactly at the end of the window', { now: at(10) }, joins],
    ['after the window', { now: at(10.001) }, opens],
    ['inside the window of a later signal of the burst', { now: at(18), openAlarm: open(9) }, joins],
    ['of a burst that has gone on too long', { now: at(61), openAlarm: open(60) }, opens],
    ['in a window longer than that', { now: at(290), windowMs: 300_000 }, joins],
    ['at the longest a burst may last', { now: at(LONGEST_BURST_MS / 1000), openAlarm: open(55) }, joins],
    ['filed late, received a little before', { now: at(-3) }, joins],
    ['filed late, received long before', { now: at(-300) }, opens],
    ['of a camera that merges nothing', { windowMs: 0 }, opens],
    ['of a camera that merges nothing, at the same moment', { now: at(0), windowMs: 0 }, opens],
    ['of another event of the same camera', { signal: { kind: 'alarm', event: 'linedetection' } }, joins],
    ['that could not be read', { signal: { kind: 'unparsed', event: null } }, opens],
    ['that is a test', { signal: { kind: 'test', event: null } }, nothing],
    ['that is a test, with no alarm', { openAlarm: null, signal: { kind: 'test', event: null } }, nothing],
    ['that ends an event', { now: at(40), signal: { kind: 'stop', event: 'VMD' } }, joins],
    ['that ends an event, inside the window of another', { signal: { kind: 'stop', event: 'PIR Stop' } }, joins],
    ['that ends another event after the window', { now: at(15), signal: { kind: 'stop', event: 'PIR Stop' } }, nothing],
    ['that ends an unnamed event after the window', { now: at(15), signal: { kind: 'stop', event: null } }, nothing],
    ['that ends an event in other spelling', { now: at(40), signal: { kind: 'stop', event: 'vmd_END' } }, joins],
    [
      'that ends its event at a camera that merges nothing',
      { windowMs: 0, signal: { kind: 'stop', event: 'VMD' } },
      joins,
    ],
    ['at the same moment', { now: at(0) }, joins],
    ['without a name', { signal: { kind: 'alarm', event: null } }, joins],
    ['inside a wider window', { now: at(25), windowMs: 30_000 }, joins],
    ['a millisecond after the longest burst', { now: at(60.001), openAlarm: open(55) }, opens],
    [
      'that ends an event exactly at the last moment',
      { now: at(120), signal: { kind: 'stop', event: 'VMD Stop' } },
      joins,
    ],
    ['that ends an event long ago', { now: at(121), signal: { kind: 'stop', event: 'VMD' } }, nothing],
    ['that ends an event nobody heard of', { openAlarm: null, signal: { kind: 'stop', event: 'VMD' } }, nothing],
    ['that ends one, with pictures', { openAlarm: null, signal: { kind: 'stop', hasPictures: true } }, opens],
    ['that ends one long ago, with pictures', { now: at(121), signal: { kind: 'stop', hasPictures: true } }, opens],
    ['that ends its event, with pictures', { now: at(40), signal: { kind: 'stop', hasPictures: true } }, joins],
    ['that is a test, with pictures', { signal: { kind: 'test', hasPictures: true } }, nothing],
  ] as const)('%s', (_what, input, expected) => {
    expect(plan(input)).toEqual(expected)
  })

  const paused: Standing = { reason: 'paused', until: at(3600) }
  it.each<[string, Standing, Standing, object]>([
    ['goes on while its camera is paused', paused, paused, joins],
    ['ends when its camera is paused', null, paused, opens],
    ['ends when the pause of its camera does', paused, null, opens],
    ['ends when the pause of its camera is made longer', paused, { ...paused, until: at(7200) }, opens],
    ['ends when its camera is switched off during a pause', paused, { reason: 'inactive', until: null }, opens],
  ])('%s · OVERRIDE-002', (_what, before, standing, expected) => {
    expect(plan({ openAlarm: { ...open(), standing: before }, signal: { standing } })).toEqual(expected)
  })

  it('that ends an event from before the camera was paused is ignored', () => {
    expect(plan({ signal: { kind: 'stop', standing: paused } })).toEqual(nothing)
  })

  it('every second for ten minutes opens one alarm a minute', () => {
    const alarms: OpenAlarm[] = []
    for (let second = 0; second < 600; second++) {
      const now = at(second)
      const current = alarms.at(-1) ?? null
      if (current && plan({ now, openAlarm: current }).action === 'join') current.lastSignalAt = now
      else alarms.push({ id: `a${second}`, startedAt: now, lastSignalAt: now, event: 'VMD', standing: null })
    }
    expect(alarms).toHaveLength(10)
  })
})
