import { countViews, listActiveJobs, pauseViews, refreshSnapshots, setViewsActive } from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure, json } from '../../testing/fake-api.ts'
import { matchFromNow } from '../../testing/setup.ts'
import { buildJob } from '../jobs/testing/job-factory.ts'
import { selectNodes } from './state/selected-nodes.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { projectId, siteId } from './testing/node-factory.ts'
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

  test('keeps its dialog when the window gets as narrow as a phone', async () => {
    const server = new ClientsServer()
    server.api.on(countViews, () => ({ count: 1234 })).on(setViewsActive, () => ({ job: buildJob(5) }))
    const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
    act(() => selectNodes([{ kind: 'project', id: projectId(1), name: 'Client 1' }]))
    const bar = within(await screen.findByRole('region', { name: 'Selected cameras' }))
    await pointer.click(await bar.findByRole('button', { name: 'Switch off' }))
    const dialog = await screen.findByRole('dialog', { name: 'Switch off' })
    act(() => matchFromNow('(max-width: 720px)'))
    await waitFor(() => expect(screen.queryByRole('tree', { hidden: true })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Switch off' })).toBe(dialog)
    await pointer.click(within(dialog).getByRole('button', { name: 'Switch off' }))
    await waitFor(() => expect(server.api.callsOf(setViewsActive)).toHaveLength(1))
  })

  const openMenu = async ({ pointer, bar }: Awaited<ReturnType<typeof select>>, item: string) => {
    await pointer.click(bar.getByRole('button', { name: 'More actions' }))
    await pointer.click(await screen.findByRole('menuitem', { name: item }))
  }
  const SELECTED = { filters: { below: [projectId(1)] }, allViews: false, asBackgroundJob: true }
  const pauseServer = (type: string) => {
    const job = buildJob(5, { type, status: 'queued', statProcessed: 0 })
    const server = new ClientsServer()
    server.api.on(pauseViews, () => ({ job })).on(listActiveJobs, () => [job])
    return server
  }

  test('pauses the cameras for a day, with a reason, and shows its job · OVERRIDE-002', async () => {
    const server = pauseServer('views.pause')
    const opened = await select(server)
    await openMenu(opened, 'Pause…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause' }))
    expect(dialog.getByText(/This changes 1,234 cameras/)).toBeDefined()
    expect(dialog.getByText(/^Ends on /)).toBeDefined()
    await opened.pointer.click(dialog.getByRole('button', { name: 'Start' }))
    expect(await dialog.findByText('Required')).toBeDefined()
    await opened.pointer.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Works')
    await opened.pointer.click(dialog.getByRole('button', { name: 'Start' }))
    expect(await screen.findByRole('region', { name: 'Pause cameras' })).toBeDefined()
    const [call, ...more] = server.api.callsOf(pauseViews)
    expect(more).toEqual([])
    expect(call?.body).toMatchObject({ ...SELECTED, reason: 'Works' })
    const hours = (new Date(call?.body.pauseEndTime ?? '').getTime() - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
  })

  test('pauses the cameras until a local time of each site, and keeps the form if it is refused · OVERRIDE-002', async () => {
    const server = pauseServer('views.pause')
    const message = 'The end must be in the future'
    server.api.on(pauseViews, () => failure('PAUSE_END_PAST', message, [{ field: 'pauseEndTime', message }]))
    const opened = await select(server)
    await openMenu(opened, 'Pause…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause' }))
    await opened.pointer.click(dialog.getByRole('radio', { name: 'Until a time' }))
    await opened.pointer.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Works')
    const end = dialog.getByRole('textbox', { name: 'End, time at each site' })
    const enter = async (text: string) => {
      await opened.pointer.clear(end)
      await opened.pointer.type(end, `${text}{Tab}`)
      await opened.pointer.click(dialog.getByRole('button', { name: 'Start' }))
    }
    await enter('01/01/2020 10:00')
    expect(await dialog.findByText(message)).toBeDefined()
    expect(server.api.callsOf(pauseViews)).toHaveLength(0)
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await enter(`${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)} 10:00`)
    await waitFor(() => expect(server.api.callsOf(pauseViews)[0]?.body.pauseEndTime).toBe(`${day}T10:00`))
    expect(await dialog.findByText(message)).toBeDefined()
    expect(screen.getByRole('region', { name: 'Selected cameras' })).toBeDefined()
  })

  test('ends the pauses of the cameras · OVERRIDE-003', async () => {
    const server = pauseServer('views.resume')
    const opened = await select(server)
    await openMenu(opened, 'End pauses')
    const dialog = within(await screen.findByRole('dialog', { name: 'End pauses' }))
    await opened.pointer.click(dialog.getByRole('button', { name: 'End pauses' }))
    expect(await screen.findByRole('region', { name: 'End pauses of cameras' })).toBeDefined()
    expect(server.api.callsOf(pauseViews)[0]?.body).toEqual({ ...SELECTED, pauseEndTime: null })
  })

  test('that pauses is not offered to a user who may not set schedules', async () => {
    const { pointer, bar } = await select(
      new ClientsServer(buildUser({ permissions: ['node.read', 'node.write', 'alarm.read'] })),
    )
    await pointer.click(bar.getByRole('button', { name: 'More actions' }))
    expect(await screen.findByRole('menuitem', { name: 'Detection settings' })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: 'Pause…' })).toBeNull()
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
