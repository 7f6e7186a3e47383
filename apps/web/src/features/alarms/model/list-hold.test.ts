import { describe, expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock.ts'
import type { Hold } from './held-list.ts'
import { createListHold, HOLD_MS } from './list-hold.ts'

function setUp() {
  const clock = createManualClock()
  let who: Hold = 'none'
  const hold = createListHold({ tell: (next) => (who = next), schedule: clock.schedule })
  return { hold, clock, who: () => who }
}

describe('the list is held', () => {
  test('by a mouse over it and for eight seconds after, so that leaving it changes nothing', async () => {
    const { hold, clock, who } = setUp()
    hold.mouse(true)
    await clock.advance(10 * HOLD_MS)
    expect(who()).toBe('pointer')
    hold.mouse(false)
    await clock.advance(HOLD_MS - 1)
    expect(who()).toBe('pointer')
    await clock.advance(1)
    expect(who()).toBe('none')
  })

  test('by a finger while it is down and for eight seconds after', async () => {
    const { hold, clock, who } = setUp()
    hold.finger(true)
    await clock.advance(HOLD_MS + 1)
    expect(who()).toBe('pointer')
    hold.finger(false)
    await clock.advance(HOLD_MS - 1)
    expect(who()).toBe('pointer')
    await clock.advance(1)
    expect(who()).toBe('none')
  })

  test('by a key for eight seconds after the last key press', async () => {
    const { hold, clock, who } = setUp()
    hold.key()
    await clock.advance(HOLD_MS - 1)
    hold.key()
    await clock.advance(HOLD_MS - 1)
    expect(who()).toBe('keys')
    await clock.advance(1)
    expect(who()).toBe('none')
  })

  test('by the mouse if mouse and key are used, and by the key after the mouse has left', async () => {
    const { hold, clock, who } = setUp()
    hold.mouse(true)
    hold.key()
    expect(who()).toBe('pointer')
    hold.mouse(false)
    expect(who()).toBe('keys')
    await clock.advance(HOLD_MS)
    expect(who()).toBe('none')
  })

  test('by nothing after the list has left the screen', async () => {
    const { hold, clock, who } = setUp()
    hold.mouse(true)
    hold.finger(true)
    hold.key()
    hold.leave()
    expect(who()).toBe('none')
    expect(clock.waiting()).toBe(0)
  })
})
