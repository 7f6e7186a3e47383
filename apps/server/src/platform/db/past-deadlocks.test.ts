import { expect, it } from 'vitest'
import { pastDeadlocks } from './past-deadlocks.ts'

const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })

/** Fails with these errors, then succeeds. */
function failing(...errors: Error[]) {
  let runs = 0
  const run = async () => {
    const error = errors[runs]
    runs += 1
    if (error) throw error
    return 'done'
  }
  return { run, runs: () => runs }
}

it('a transaction that was rolled back to end a deadlock runs again', async () => {
  const one = failing(deadlock, deadlock)
  expect(await pastDeadlocks(one.run)).toBe('done')
  expect(one.runs()).toBe(3)
})

it('a transaction that never gets past its deadlocks fails', async () => {
  const one = failing(deadlock, deadlock, deadlock)
  await expect(pastDeadlocks(one.run)).rejects.toBe(deadlock)
  expect(one.runs()).toBe(3)
})

it('no other error is tried again', async () => {
  const taken = Object.assign(new Error('duplicate key'), { code: '23505' })
  const one = failing(taken)
  await expect(pastDeadlocks(one.run)).rejects.toBe(taken)
  expect(one.runs()).toBe(1)
})
