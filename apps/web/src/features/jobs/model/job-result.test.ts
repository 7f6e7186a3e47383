import { expect, test } from 'vitest'
import { buildJob } from '../testing/job-factory.ts'
import { hasDetails, isActive, resultOf } from './job-result.ts'

test('a queued or running job is active, and a finished job is not · JOBS-003 JOBS-004', () => {
  expect((['queued', 'running', 'done'] as const).map((status) => isActive({ status }))).toEqual([true, true, false])
})

test.each([
  ['queued', { status: 'queued' }],
  ['running', { status: 'running', statFailed: 3 }],
  ['error', { statFailed: 10 }],
  ['warning', { statFailed: 9 }],
  ['success', { statFailed: 0 }],
  ['cancelled', { statFailed: 2, cancelledBy: 'Ada' }],
  ['error', { statFailed: 0, error: 'INTERNAL' }],
] as const)('the result is %s for %o · JOBS-005 JOBS-006 JOBS-007', (result, facts) => {
  expect(resultOf(buildJob(1, { statQueued: 10, ...facts }))).toBe(result)
})

test('only a job that is done and has failures has details · JOBS-009', () => {
  expect(hasDetails(buildJob(1, { status: 'running', statFailed: 1 }))).toBe(false)
  expect(hasDetails(buildJob(1, { status: 'done', statFailed: 0 }))).toBe(false)
  expect(hasDetails(buildJob(1, { status: 'done', statFailed: 1 }))).toBe(true)
})
