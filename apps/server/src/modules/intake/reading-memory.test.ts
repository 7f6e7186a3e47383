import { describe, expect, it, vi } from 'vitest'
import { createReadingMemory } from './reading-memory.ts'

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

/** Records the order in which messages are admitted, and keeps them open. */
function visitors(size: number) {
  const memory = createReadingMemory(size)
  const inside: string[] = []
  const leave = new Map<string, () => void>()
  const come = async (name: string, bytes: number) => {
    const leaving = await memory.enter(bytes)
    inside.push(name)
    if (leaving) leave.set(name, leaving)
  }
  return { memory, inside, come, leave: (name: string) => leave.get(name)?.() }
}

describe('the memory for messages that are read', () => {
  it('admits messages that fit together, and the others in their order as soon as they fit', async () => {
    const { inside, come, leave } = visitors(10)
    void come('a', 6)
    void come('b', 4)
    void come('c', 7)
    void come('d', 1)
    await settle()
    expect(inside).toEqual(['a', 'b'])
    leave('b')
    await settle()
    expect(inside).toEqual(['a', 'b'])
    leave('a')
    await settle()
    expect(inside).toEqual(['a', 'b', 'c', 'd'])
  })

  it('admits a message larger than the limit alone', async () => {
    const { inside, come, leave } = visitors(10)
    void come('huge', 99)
    void come('small', 1)
    await settle()
    expect(inside).toEqual(['huge'])
    leave('huge')
    await settle()
    expect(inside).toEqual(['huge', 'small'])
  })

  it('rejects a message whose waiting time is over, and admits the messages behind it', async () => {
    vi.useFakeTimers()
    try {
      const { memory, inside, come } = visitors(10)
      void come('a', 6)
      const impatient = memory.enter(8, 3_000)
      void come('b', 4)
      await settle()
      expect(inside).toEqual(['a'])
      vi.advanceTimersByTime(3_000)
      expect(await impatient).toBeUndefined()
      await settle()
      expect(inside).toEqual(['a', 'b'])
    } finally {
      vi.useRealTimers()
    }
  })
})
