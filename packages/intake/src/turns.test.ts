import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Turn, Turns } from './turns.ts'

const PIECE = 300_000

afterEach(() => {
  vi.useRealTimers()
})

/** The next round of the event loop. */
const round = () => new Promise((resolve) => setImmediate(resolve))

/** Records the names in the order of their turns. */
function watch() {
  const came: string[] = []
  return {
    came,
    /** Requests a turn under a name, and returns whether it was granted immediately. */
    take: (name: string, turn: Turn): boolean => {
      const waiting = turn.take(PIECE)
      if (waiting) void waiting.then(() => came.push(name))
      else came.push(name)
      return !waiting
    },
  }
}

describe('turns', () => {
  it('are not needed by small messages, however many large messages wait', () => {
    const turns = new Turns({ places: 1 })
    void turns.begin('a').take(PIECE)
    expect(turns.begin('a').take(PIECE)).toBeDefined()
    const small = turns.begin('a')
    for (let piece = 0; piece < 4; piece++) expect(small.take(64 * 1024)).toBeUndefined()
    expect(small.take(1)).toBeDefined()
  })

  it('are not awaited by a single large message', () => {
    const alone = new Turns({ places: 1 }).begin('a')
    for (let piece = 0; piece < 20; piece++) {
      expect(alone.take(PIECE)).toBeUndefined()
      alone.give()
    }
  })

  it('are granted to at most as many messages per round as there are places', async () => {
    const turns = new Turns({ places: 2 })
    const { came, take } = watch()
    const four = ['one', 'two', 'three', 'four'].map((name) => ({ name, turn: turns.begin('a') }))
    for (const { name, turn } of four) take(name, turn)
    expect(came).toEqual(['one', 'two'])
    for (const { turn } of four.slice(0, 2)) turn.give()
    // A granted turn starts in the next round, so that small messages can run in between.
    await Promise.resolve()
    expect(came).toEqual(['one', 'two'])
    await round()
    expect(came).toEqual(['one', 'two', 'three', 'four'])
  })

  it('alternate between addresses, so that each address gets its turn', async () => {
    const turns = new Turns({ places: 1 })
    const { came, take } = watch()
    const first = turns.begin('flood')
    take('flood', first)
    const flood = Array.from({ length: 20 }, () => turns.begin('flood'))
    for (const turn of flood) take('flood', turn)
    const other = turns.begin('other')
    take('other', other)
    let holder = first
    for (let turn = 0; turn < 6; turn++) {
      holder.give()
      // The next chunk of the message `other` has already arrived.
      if (holder === other) take('other', other)
      await round()
      holder = came.at(-1) === 'other' ? other : (flood.shift() ?? other)
    }
    expect(came.slice(1)).toEqual(['flood', 'other', 'flood', 'other', 'flood', 'other'])
  })

  it('go to the oldest message of an address first, so that it can finish', async () => {
    const turns = new Turns({ places: 1 })
    const { came, take } = watch()
    const [oldest, middle, youngest] = [turns.begin('a'), turns.begin('a'), turns.begin('a')]
    take('middle', middle)
    take('youngest', youngest)
    take('oldest', oldest)
    middle.give()
    await round()
    expect(came).toEqual(['middle', 'oldest'])
  })

  it('are returned by a message that breaks off while it has a turn or waits for one', async () => {
    const turns = new Turns({ places: 1 })
    const { came, take } = watch()
    const [holder, waiting, last] = [turns.begin('a'), turns.begin('a'), turns.begin('a')]
    take('holder', holder)
    take('waiting', waiting)
    take('last', last)
    waiting.end()
    holder.end()
    await round()
    // The promise of the waiting message that broke off also resolves, so that its handler can end.
    expect(came).toEqual(['holder', 'waiting', 'last'])
    last.end()
    expect(take('next', turns.begin('a'))).toBe(true)
  })

  it('are not kept by a message whose next chunk has not arrived', async () => {
    const turns = new Turns({ places: 1 })
    const { take } = watch()
    const slow = turns.begin('a')
    take('slow', slow)
    slow.give()
    const others = Array.from({ length: 3 }, () => turns.begin('b'))
    for (const turn of others) {
      take('other', turn)
      await round()
      expect(turn.take(0)).toBeUndefined()
      turn.end()
    }
  })

  it('are taken away from a message whose chunk takes too long', async () => {
    vi.useFakeTimers()
    const turns = new Turns({ places: 1, longestMs: 2_000 })
    const { came, take } = watch()
    const stuck = turns.begin('a')
    take('stuck', stuck)
    take('next', turns.begin('a'))
    await vi.advanceTimersByTimeAsync(1_900)
    expect(came).toEqual(['stuck'])
    await vi.advanceTimersByTimeAsync(200)
    expect(came).toEqual(['stuck', 'next'])
    // When the message later returns the place that it lost, no other message loses its place.
    stuck.give()
    take('third', turns.begin('a'))
    await vi.advanceTimersByTimeAsync(100)
    expect(came).toEqual(['stuck', 'next'])
  })
})
