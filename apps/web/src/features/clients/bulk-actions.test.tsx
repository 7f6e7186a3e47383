import { countViews, listActiveJobs, refreshSnapshots, setViewsActive } from '@winnow/contract'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { failure, json } from '../../testing/fake-api.ts'
import { buildJob } from '../jobs/testing/job-factory.ts'
import { selectNodes } from './state/selected-nodes.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { projectId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

describe('an action on the selected cameras', () => {
  const select = async (server: ClientsServer) => {
    server.api.on(countViews, () => ({ count: 1234 }))
    const opened = await openClients('/cams/clients', server)
    act(() => selectNodes([{ kind: 'project', id: projectId(1), name: 'Client 1' }]))
    const bar = within(await screen.findByRole('region', { name: 'Selected cameras' }))
    await bar.findByText('1,234 cameras')
    return { ...opened, bar }
  }

  test('is started after a confirmation, and shows its job · BULK-001', async () => {
    const server = new ClientsServer()
    const job = buildJob(5, { status: 'queued', statProcessed: 0 })
    server.api.on(setViewsActive, () => ({ job })).on(listActiveJobs, () => [job])
    const { pointer, bar } = await select(server)
    await pointer.click(bar.getByRole('button', { name: 'Switch off' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/This changes 1,234 cameras/)).toBeDefined()
    await pointer.click(dialog.getByRole('button', { name: 'Switch off' }))
    expect(await screen.findByRole('region', { name: 'Switch cameras off' })).toBeDefined()
    expect(server.api.callsOf(setViewsActive).map(({ body }) => body)).toEqual([
      { filters: { below: [projectId(1)] }, allViews: false, asBackgroundJob: true, isActive: false },
    ])
    expect(screen.queryByRole('region', { name: 'Selected cameras' })).toBeNull()
  })

  test.each([
    ['a list', []],
    ['an empty object', {}],
    ['nothing', null],
  ])('shows an error if the reply to a refresh of snapshots is %s · BULK-013', async (_what, reply) => {
    const server = new ClientsServer()
    server.api.on(refreshSnapshots, () => json(reply))
    const { pointer, bar } = await select(server)
    await pointer.click(bar.getByRole('button', { name: 'More actions' }))
    await pointer.click(await screen.findByRole('menuitem', { name: /snapshots/i }))
    await pointer.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /snapshots/i }))
    expect(await screen.findByText('Unexpected response format from PUT /views/refresh-snapshots')).toBeDefined()
  })

  test('is refused while another action runs, and the selection is kept · BULK-003 BULK-007', async () => {
    const server = new ClientsServer()
    server.api.on(setViewsActive, () => failure('JOB_RUNNING', 'busy'))
    const { pointer, bar } = await select(server)
    await pointer.click(bar.getByRole('button', { name: 'Switch on' }))
    await pointer.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Switch on' }))
    expect(
      await screen.findByText('Unable to proceed. Please wait until the previous action is complete.'),
    ).toBeDefined()
    await pointer.keyboard('{Escape}')
    expect(screen.getByRole('region', { name: 'Selected cameras' })).toBeDefined()
  })
})
