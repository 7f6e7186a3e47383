import type { BackgroundJob } from '@winnow/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildJob } from '../testing/job-factory.ts'
import { type JobsState, NO_JOBS, watchJobs } from './job-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A watch with a server whose answer the test sets, and the times of its requests. */
function open({ isAnnounced = false } = {}) {
  const started = Date.now()
  const asked: { at: number; watchIds: string[] }[] = []
  const seen = { state: NO_JOBS, errors: 0 }
  const server = { answer: [] as BackgroundJob[] | 'failure', isAnnounced }
  const watch = watchJobs({
    async fetchJobs(watchIds) {
      asked.push({ at: Date.now() - started, watchIds })
      if (server.answer === 'failure') throw new Error('no')
      return server.answer
    },
    schedule(run, ms) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    isAnnounced: () => server.isAnnounced,
    onChange: (state: JobsState) => (seen.state = state),
    onError: () => seen.errors++,
  })
  return { watch, server, seen, asked, times: () => asked.map(({ at }) => at) }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('polling', () => {
  test('happens every 2 s while a job is active, and ends when the job ends · JOBS-014 JOBS-017', async () => {
    const { watch, server, times } = open()
    server.answer = [buildJob(1, { status: 'running' })]
    watch.look()
    await pass(4_000)
    expect(times()).toEqual([0, 2_000, 4_000])
    server.answer = [buildJob(1, { status: 'done' })]
    await pass(60_000)
    expect(times()).toEqual([0, 2_000, 4_000, 6_000])
  })

  test('does not happen without jobs', async () => {
    const { watch, times } = open()
    watch.look()
    await pass(60_000)
    expect(times()).toEqual([0])
  })

  test('waits longer after each error, and begins again with the shortest wait when it would exceed a minute · JOBS-015 JOBS-016 JOBS-017 JOBS-021', async () => {
    const { watch, server, seen, times } = open()
    server.answer = 'failure'
    watch.look()
    await pass(300_000)
    const pauses = times()
      .slice(1)
      .map((at, n) => at - (times()[n] ?? 0))
    expect(pauses.slice(0, 9)).toEqual([3_000, 4_500, 6_750, 10_125, 15_187, 22_781, 34_171, 51_257, 2_000])
    expect(seen).toEqual({ state: { jobs: [], hasError: true }, errors: times().length })
    server.answer = []
    await pass(60_000)
    const settled = times().length
    await pass(120_000)
    expect(times()).toHaveLength(settled)
    expect(seen.state.hasError).toBe(false)
  })

  test('does not happen while the server announces changes', async () => {
    const { watch, server, times } = open({ isAnnounced: true })
    server.answer = [buildJob(1, { status: 'running' })]
    watch.look()
    await pass(10_000)
    expect(times()).toEqual([0])
    server.isAnnounced = false
    watch.look()
    await pass(2_000)
    expect(times()).toEqual([0, 10_000, 12_000])
  })

  test('forgets its jobs and sends no more requests after it was stopped · JOBS-018', async () => {
    const { watch, server, seen, times } = open()
    server.answer = [buildJob(1, { status: 'running' })]
    watch.look()
    await pass(0)
    expect(seen.state.jobs).toHaveLength(1)
    watch.stop()
    await pass(60_000)
    expect(times()).toEqual([0])
    expect(seen.state).toEqual(NO_JOBS)
  })
})

describe('jobs', () => {
  test('that are tracked are requested by their ids · JOBS-019', async () => {
    const { watch, server, asked, seen } = open()
    server.answer = [buildJob(7, { status: 'done' })]
    watch.track(buildJob(7, { status: 'queued' }))
    await pass(0)
    expect(asked).toEqual([{ at: 0, watchIds: [buildJob(7).id] }])
    expect(seen.state.jobs.map(({ status }) => status)).toEqual(['done'])
  })

  test('that are tracked while an earlier request is in progress stay', async () => {
    const { watch, seen, asked } = open({ isAnnounced: true })
    watch.look()
    watch.track(buildJob(7, { status: 'queued' }))
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked.map(({ watchIds }) => watchIds.length)).toEqual([0, 1])
    expect(seen.state.jobs.map(({ id }) => id)).toEqual([])
  })

  test('that have ended stay until they are dismissed, and do not appear again', async () => {
    const { watch, server, seen } = open()
    server.answer = [buildJob(1, { status: 'running' })]
    watch.look()
    await pass(0)
    server.answer = [buildJob(1, { status: 'done' })]
    await pass(2_000)
    server.answer = []
    watch.look()
    await pass(0)
    expect(seen.state.jobs.map(({ status }) => status)).toEqual(['done'])
    watch.dismiss(buildJob(1).id)
    expect(seen.state.jobs).toEqual([])
    server.answer = [buildJob(1, { status: 'done' })]
    watch.look()
    await pass(0)
    expect(seen.state.jobs).toEqual([])
  })

  test('of other users disappear when the server no longer sends them', async () => {
    const { watch, server, seen } = open()
    server.answer = [buildJob(1, { status: 'running' })]
    watch.look()
    await pass(0)
    server.answer = []
    await pass(2_000)
    expect(seen.state.jobs).toEqual([])
  })
})
