import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { createLogger } from '../platform/log.ts'
import { startSupervised, type SupervisedProcess } from './supervised-process.ts'

const CHILD = fileURLToPath(new URL('hanging-child.fixture.ts', import.meta.url))
const PARENT = fileURLToPath(new URL('supervised.fixture.ts', import.meta.url))
const WAIT = { timeout: 20_000, interval: 20 }

let supervised: SupervisedProcess | undefined
let logged: string[] = []
afterEach(async () => {
  await supervised?.stop()
  supervised = undefined
})

async function start(times: { askEveryMs: number; mostUnanswered: number }): Promise<SupervisedProcess> {
  logged = []
  supervised = await startSupervised({
    name: 'child',
    entry: CHILD,
    begin: (ask) => ask('alive', undefined, 20_000),
    log: createLogger({ level: 'info', write: (line) => logged.push(line) }),
    times,
  })
  return supervised
}

/** The process id that the child reports. */
const pidOf = async (child: SupervisedProcess): Promise<string | undefined> =>
  (await child.ask('readiness', undefined, 20_000)).degraded[0]

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a hanging process is killed and started again, and the log says that it hung', async () => {
  const child = await start({ askEveryMs: 100, mostUnanswered: 20 })
  const before = await pidOf(child)
  expect(child.hung()).toBe(false)
  child.ask('metrics', undefined, 20_000).catch(() => undefined)
  await vi.waitFor(() => expect(child.hung()).toBe(true), WAIT)
  const after = await vi.waitFor(() => pidOf(child), WAIT)
  expect(after).not.toBe(before)
  expect(isThere(Number(before))).toBe(false)
  expect(child.hung()).toBe(true)
  expect(logged.join('')).toContain('a process hangs and is killed')
})

it('a process is not considered hung because its supervisor was suspended', async () => {
  const child = await start({ askEveryMs: 50, mostUnanswered: 30 })
  const before = await pidOf(child)
  // Blocks this process. A supervisor that is stopped, or whose machine sleeps, sends and receives nothing either.
  for (let stop = 0; stop < 2; stop++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
    expect(await pidOf(child)).toBe(before)
  }
  expect(child.hung()).toBe(false)
  expect(logged.join('')).not.toContain('hangs')
})

it('a hanging process ends even if its parent process is killed', async () => {
  const parent = fork(PARENT)
  const [pid]: unknown[] = await once(parent, 'message')
  if (typeof pid !== 'number') throw new Error('the parent told no number')
  try {
    expect(isThere(pid)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(isThere(pid)).toBe(false), WAIT)
  } finally {
    if (isThere(pid)) process.kill(pid, 'SIGKILL')
  }
})
