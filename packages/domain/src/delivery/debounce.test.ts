import { describe, expect, it } from 'vitest'
import { debounce, type DebounceWindow } from './debounce.ts'

const now = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const person = { verdict: 'true', classes: ['person'] } as const
const open: DebounceWindow = { endsAt: after(60), ...person }

describe('debouncing with a timeout in seconds · NOTIFICATIONS-006', () => {
  it('sends the first alarm at once, and opens a window', () => {
    expect(debounce(undefined, person, 60, now)).toEqual({ gathers: false, window: open })
  })

  it.each([
    ['the same again', person],
    ['less of the same', { verdict: 'unverified', classes: [] }],
    ['a filtered one, whatever is seen in it', { verdict: 'false', classes: ['animal'] }],
    ['a true one without a class', { verdict: 'true', classes: [] }],
  ] as const)('gathers %s until the end of the window', (_what, alarm) => {
    expect(debounce(open, alarm, 60, after(59.999))).toEqual({ gathers: true, window: open })
  })

  it('sends a higher verdict at once, and gathers the next of it', () => {
    const low: DebounceWindow = { endsAt: after(60), verdict: 'unverified', classes: [] }
    const raised = debounce(low, person, 60, after(10))
    expect(raised).toEqual({ gathers: false, window: open })
    expect(debounce(raised.window, person, 60, after(20)).gathers).toBe(true)
  })

  it('sends another class at once, without a longer window', () => {
    const both = debounce(open, { verdict: 'true', classes: ['person', 'vehicle'] }, 60, after(10))
    expect(both).toEqual({ gathers: false, window: { ...open, classes: ['person', 'vehicle'] } })
    expect(debounce(both.window, { verdict: 'true', classes: ['vehicle'] }, 60, after(20)).gathers).toBe(true)
  })

  it.each<[string, Date, number]>([
    ['its end', after(60), 60],
    ['the clock was set back', after(-6), 60],
    ['the time was made shorter', after(0), 10],
  ])('opens a new window after %s', (_what, at, seconds) => {
    expect(debounce(open, person, seconds, at)).toEqual({
      gathers: false,
      window: { ...open, endsAt: new Date(at.getTime() + seconds * 1000) },
    })
  })
})
