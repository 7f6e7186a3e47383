import { describe, expect, test } from 'vitest'
import { frameDuration, initialPlayer, playerReducer, type PlayerEvent, type PlayerState } from './player-state.ts'

const run = (state: PlayerState, ...events: PlayerEvent[]) => events.reduce(playerReducer, state)
const opened: PlayerEvent = { type: 'opened', alarmId: 'a', count: 3, start: 1 }

describe('the player', () => {
  test('opens with the picture that the verdict is based on', () => {
    expect(run(initialPlayer, opened)).toMatchObject({ alarmId: 'a', index: 1, count: 3, playing: false })
  })
  test('steps with arrow right and left and stops at the ends · HOTKEYS-003', () => {
    const state = run(initialPlayer, opened)
    expect(run(state, { type: 'step', by: 1 }).index).toBe(2)
    expect(run(state, { type: 'step', by: 1 }, { type: 'step', by: 1 }).index).toBe(2)
    expect(run(state, { type: 'step', by: -1 }, { type: 'step', by: -1 }).index).toBe(0)
  })
  test('plays and pauses with space, in a loop · HOTKEYS-003', () => {
    const playing = run(initialPlayer, opened, { type: 'toggled' })
    expect(playing.playing).toBe(true)
    expect(run(playing, { type: 'tick' }, { type: 'tick' }).index).toBe(0)
    const paused = run(playing, { type: 'toggled' })
    expect(run(paused, { type: 'tick' })).toBe(paused)
  })
  test('stops playing when the user steps or chooses a picture', () => {
    const playing = run(initialPlayer, opened, { type: 'toggled' })
    expect(run(playing, { type: 'step', by: 1 }).playing).toBe(false)
    expect(run(playing, { type: 'chosen', index: 9 })).toMatchObject({ playing: false, index: 2 })
  })
  test('keeps playing when the alarm changes', () => {
    const state = run(initialPlayer, opened, { type: 'toggled' })
    const next = run(state, { type: 'opened', alarmId: 'b', count: 5, start: 4 })
    expect(next).toEqual({ alarmId: 'b', index: 4, count: 5, playing: true })
  })
  test('keeps the picture when pictures are added to the alarm', () => {
    const state = run(initialPlayer, opened, { type: 'step', by: 1 })
    expect(run(state, { type: 'opened', alarmId: 'a', count: 6, start: 5 })).toMatchObject({ index: 2, count: 6 })
  })
  test('opens with the right picture of an alarm whose pictures arrived later', () => {
    const empty = run(initialPlayer, { type: 'opened', alarmId: 'a', count: 0, start: 0 })
    expect(empty.index).toBe(0)
    expect(run(empty, { type: 'opened', alarmId: 'a', count: 3, start: 2 }).index).toBe(2)
  })
  test('does not play a single picture', () => {
    const one = run(initialPlayer, { type: 'opened', alarmId: 'a', count: 1, start: 0 }, { type: 'toggled' })
    expect(run(one, { type: 'tick' }).index).toBe(0)
  })
})

describe('the delay between pictures', () => {
  test.each([
    [[0, 500, 1000], 0, 1, 500],
    [[0, 500, 1000], 0, 2, 250],
    [[0, 10], 0, 1, 80],
    [[0, 60_000], 0, 1, 1500],
    [[null, null], 0, 1, 700],
    [[0, 500], 1, 1, 700],
    [[500, 100], 0, 1, 700],
  ] as const)('with offsets %j, at picture %i, at speed %d is %i ms', (offsets, index, speed, ms) => {
    expect(frameDuration(offsets, index, speed)).toBe(ms)
  })
})
