import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createEventQueue } from './event-queue.ts'

it('stores the event after one that could not be stored, and says that the one before failed', async () => {
  const queue = createEventQueue()
  const failure = new Error('no room')
  await queue.add(() => Promise.reject(failure))
  await turn()
  const stored: string[] = []
  const store = async (): Promise<void> => {
    await turn()
    stored.push('next')
  }
  await expect(queue.add(store)).rejects.toBe(failure)
  await queue.finish()
  expect(stored).toEqual(['next'])
})
