import { describe, expect, it } from 'vitest'
import { keepRestarting, type Running } from './restarting.ts'

function makeProgram() {
  const starts: { stops: number; end: () => void }[] = []
  const start = (): Running => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const one = { stops: 0, end: resolve }
    starts.push(one)
    return { stop: () => void (one.stops += 1), ended: promise }
  }
  return { starts, start }
}

/** Lets code that waits for resolved promises continue. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a restarting program', () => {
  it('starts once after several changes, when the running instance has ended', async () => {
    const { starts, start } = makeProgram()
    const program = keepRestarting(start)
    program.restart()
    program.restart()
    program.restart()
    await settle()
    expect(starts.map(({ stops }) => stops)).toEqual([1])
    starts[0]?.end()
    await settle()
    expect(starts.map(({ stops }) => stops)).toEqual([1, 0])
  })

  it('starts again after a crash only when a source changes', async () => {
    const { starts, start } = makeProgram()
    const program = keepRestarting(start)
    starts[0]?.end()
    await settle()
    expect(starts).toHaveLength(1)
    program.restart()
    await settle()
    expect(starts).toHaveLength(2)
  })

  it('ends permanently, even in the middle of a restart', async () => {
    const { starts, start } = makeProgram()
    const program = keepRestarting(start)
    program.restart()
    const ended = program.end()
    program.restart()
    starts[0]?.end()
    await ended
    await settle()
    expect(starts).toHaveLength(1)
  })
})
