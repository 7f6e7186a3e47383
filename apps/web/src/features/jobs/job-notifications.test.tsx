import {
  cancelJob,
  listActiveJobs,
  listJobFailures,
  listJobs,
  listProjectTree,
  type BackgroundJob,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer } from '../clients/testing/clients-server.ts'
import { openClients } from '../clients/testing/open-clients.tsx'
import { buildJob } from './testing/job-factory.ts'

vi.setConfig({ testTimeout: 120_000 })
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The clients screen with these jobs on the server; `set` replaces them and announces the change. */
async function openWith(...jobs: BackgroundJob[]) {
  const server = new ClientsServer()
  let current = jobs
  server.api.on(listActiveJobs, () => current)
  const opened = await openClients('/cams/clients', server)
  const set = (...next: BackgroundJob[]) => {
    current = next
    for (const { id, status } of next) server.api.emit({ type: 'job.changed', jobId: id, status })
  }
  return { ...opened, set, card: () => screen.findByRole('region', { name: 'Switch cameras off' }) }
}

describe('the notification of a job', () => {
  test('is shown at the bottom right with progress and counts while the job runs · JOBS-001 JOBS-008 BULK-002', async () => {
    const { card } = await openWith(buildJob(1, { status: 'running', statProcessed: 4, statFailed: 1 }))
    const shown = within(await card())
    expect(shown.getByText('In progress')).toBeDefined()
    expect(shown.getByRole('progressbar', { name: 'Progress of the job' }).getAttribute('aria-valuenow')).toBe('40')
    for (const text of ['4 processed', '1 failed', '6 queued']) expect(shown.getByText(text)).toBeDefined()
    expect(shown.queryByRole('button', { name: 'Show details' })).toBeNull()
    expect(screen.getByRole('button', { name: 'All jobs' })).toBeDefined()
  })

  test('closes 3 s after a full success, and the tree is then loaded again once · JOBS-010 JOBS-011 JOBS-012 JOBS-013', async () => {
    const { server, set, card } = await openWith(buildJob(1, { status: 'running' }))
    await card()
    const before = server.api.callsOf(listProjectTree).length
    vi.useFakeTimers({ shouldAdvanceTime: true })
    set(buildJob(1))
    expect(await within(await card()).findByText('Done')).toBeDefined()
    await pass(1_500)
    expect(screen.getByRole('region', { name: 'Switch cameras off' })).toBeDefined()
    await pass(1_500)
    expect(screen.queryByRole('region', { name: 'Switch cameras off' })).toBeNull()
    vi.useRealTimers()
    expect(server.api.callsOf(listProjectTree).length).toBe(before + 1)
    set(buildJob(1))
    await waitFor(() => expect(server.api.callsOf(listActiveJobs).at(-1)?.body.watchIds).toEqual([]))
    expect(server.api.callsOf(listProjectTree).length).toBe(before + 1)
  })

  test('stays after failures, and shows them with links · JOBS-002 JOBS-005 JOBS-006 JOBS-009', async () => {
    const { server, set, card, pointer } = await openWith(buildJob(1, { status: 'running' }))
    await card()
    const link = '/cams/clients/u?cam=01900000-0000-7000-8000-000000000001'
    server.api.on(listJobFailures, () => ({
      rows: [
        { id: buildJob(3).id, name: 'Gate', place: 'Quarry / Pit', link, code: 'NAME_TAKEN', message: 'taken' },
        { id: buildJob(4).id, name: buildJob(4).id, place: null, link: null, code: 'NOT_FOUND', message: 'gone' },
      ],
      count: 2,
      countIsExact: true,
      page: 1,
      limit: 100,
    }))
    set(buildJob(1, { statFailed: 2 }))
    const shown = within(await card())
    expect((await shown.findByRole('alert')).textContent).toBe('Done, with failures')
    await pointer.click(shown.getByRole('button', { name: 'Show details' }))
    const table = within(await screen.findByRole('table'))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Category',
      'Item name',
      'Error',
    ])
    expect(table.getByRole('link', { name: 'Gate' }).getAttribute('href')).toBe(link)
    expect(table.getByText('The site has a camera of this name already')).toBeDefined()
    expect(table.getByText('Quarry / Pit')).toBeDefined()
    expect(table.getByText('Unknown camera')).toBeDefined()
    await pointer.keyboard('{Escape}')
    set(buildJob(1, { statFailed: 10 }))
    await pointer.click(await shown.findByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Switch cameras off' })).toBeNull()
  })

  test('has a button that cancels a running job', async () => {
    const { server, card, pointer, set } = await openWith(buildJob(1, { status: 'running' }))
    const cancelled = buildJob(1, { cancelledBy: 'Ada', statProcessed: 4 })
    server.api.on(cancelJob, () => {
      set(cancelled)
      return cancelled
    })
    await pointer.click(within(await card()).getByRole('button', { name: 'Cancel job' }))
    expect(await within(await card()).findByText('Cancelled by Ada')).toBeDefined()
  })
})

test('an error while loading the jobs is shown for 5 s · JOBS-020', async () => {
  const server = new ClientsServer()
  server.api.on(listActiveJobs, () => failure('INTERNAL', 'broken'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openClients('/cams/clients', server)
  expect(await screen.findByText('Error fetching background jobs list')).toBeDefined()
  // Another failure would show the error again, for another 5 s.
  server.api.on(listActiveJobs, () => [])
  await pass(2_500)
  expect(screen.getByText('Error fetching background jobs list')).toBeDefined()
  await pass(2_500)
  expect(screen.queryByText('Error fetching background jobs list')).toBeNull()
})

test('all jobs are listed with the users who started them', async () => {
  const { server, pointer } = await openWith(buildJob(1, { status: 'running' }))
  server.api.on(listJobs, () => ({
    rows: [buildJob(1, { status: 'running' }), buildJob(2, { type: 'views.move', userName: 'Grace' })],
    count: 2,
    countIsExact: true,
    page: 1,
    limit: 30,
  }))
  await pointer.click(await screen.findByRole('button', { name: 'All jobs' }))
  const table = within(await screen.findByRole('table'))
  expect(table.getByText('Move cameras')).toBeDefined()
  expect(table.getByText('Grace')).toBeDefined()
})
