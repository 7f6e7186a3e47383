import { expect, it } from 'vitest'
import type { Line } from '../../platform/connect/connector.ts'
import { MotionReports } from './report-motion.ts'

it('keeps nothing quiet that moves now because of what the camera has kept', async () => {
  let stored = 0
  let nowMs = 1_000
  const line = {
    connection: { id: 'one' },
    signal: new AbortController().signal,
    clock: { now: () => new Date(0) },
    acceptSignal: () => Promise.resolve(`${(stored += 1)}`),
  } as unknown as Line
  const watcher = { show: () => Promise.resolve([]) }
  const reports = new MotionReports({
    line,
    watcher,
    coolDownSeconds: 30,
    host: 'camera',
    monotonicMs: () => nowMs,
    nextMs: 0,
  })
  await reports.report('motion', { isLate: true })
  await reports.report('intrusion', { isLate: true })
  expect(stored).toBe(1)
  nowMs += 2_000
  await reports.report('motion', { isLate: false })
  await reports.report('motion', { isLate: false })
  expect(stored).toBe(2)
})
