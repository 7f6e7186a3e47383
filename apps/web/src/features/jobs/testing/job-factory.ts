import type { BackgroundJob } from '@winnow/contract'

/** Job number `n`. By default, it has switched off ten cameras. */
export function buildJob(n: number, facts: Partial<BackgroundJob> = {}): BackgroundJob {
  return {
    id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    group: 'view.toggle-active',
    type: 'views.deactivate',
    category: 'view',
    status: 'done',
    statQueued: 10,
    statProcessed: 10,
    statFailed: 0,
    logFailed: [],
    cancelledBy: null,
    error: null,
    userName: 'Ada',
    createdAt: '2026-11-20T12:00:00.000Z',
    finishedAt: null,
    ...facts,
  }
}
