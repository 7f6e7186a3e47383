import { pauseSite, pauseView } from '@winnow/contract'
import { localTimeInDays } from '@winnow/domain'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { PausedMark } from './components/override/paused-mark.tsx'
import { ClientsServer } from './testing/clients-server.ts'
import { buildSite, buildView, siteId, viewId } from './testing/node-factory.ts'
import { heading, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })
afterEach(() => {
  vi.useRealTimers()
})

const ZONE = 'Europe/London'
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const paused = (minutes: number) => ({
  pauseEndTime: inMinutes(minutes),
  since: inMinutes(-5),
  reason: 'Works',
  by: 'Ada',
})

test.each([
  ['For a day', 1],
  ['For a week', 7],
])('a site is paused: %s · OVERRIDE-001 OVERRIDE-002 SITES-002', async (choice, days) => {
  const { pointer, server } = await openClients(`/cams/clients/u?site=${siteId(1)}`)
  await pointer.click(await screen.findByRole('button', { name: 'Pause…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause site Site 1' }))
  await pointer.click(dialog.getByRole('radio', { name: choice }))
  await pointer.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Works')
  const before = localTimeInDays(days, new Date(), ZONE)
  await pointer.click(dialog.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText(/^Paused until /)).toBeDefined()
  const [call] = server.api.callsOf(pauseSite)
  expect(call).toMatchObject({ params: { id: siteId(1) }, body: { reason: 'Works' } })
  // The minute may have changed during the test.
  expect([before, localTimeInDays(days, new Date(Date.now() - 60_000), ZONE)]).toContain(call?.body.pauseEndTime)
})

test('a camera is paused until a local time of its site, and needs a reason · OVERRIDE-002', async () => {
  const { pointer, server } = await openClients(`/cams/clients/u?cam=${viewId(1)}`)
  await pointer.click(await screen.findByRole('button', { name: 'Pause…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause camera Camera 1' }))
  await pointer.click(dialog.getByRole('radio', { name: 'Until a time' }))
  const end = dialog.getByRole('textbox', { name: 'End, time at the site' })
  await pointer.clear(end)
  await pointer.type(end, '01/01/2020 10:00{Tab}')
  await pointer.click(dialog.getByRole('button', { name: 'Pause' }))
  expect(await dialog.findByText('The end must be in the future')).toBeDefined()
  expect(dialog.getByText('Required')).toBeDefined()
  expect(server.api.callsOf(pauseView)).toHaveLength(0)
})

test('a pause counts down and can be cancelled by a button · OVERRIDE-003', async () => {
  const server = new ClientsServer()
  server.views = [buildView(1, { pause: paused(90), sitePause: paused(30) })]
  const { pointer } = await openClients(`/cams/clients/u?cam=${viewId(1)}`, server)
  expect(await screen.findByText(/^Its site is paused until /)).toBeDefined()
  expect(screen.getByText('90 min left')).toBeDefined()
  expect(screen.getAllByText('Works')).toHaveLength(2)
  await pointer.click(screen.getByRole('button', { name: 'Cancel override' }))
  expect(await screen.findByText('Camera 1 follows its regular schedule again')).toBeDefined()
  expect(server.api.callsOf(pauseView)[0]?.body).toEqual({ pauseEndTime: null })
  await waitFor(() => expect(screen.queryByText(/^Paused until /)).toBeNull())
})

test('a pause that has ended is no longer shown · OVERRIDE-002', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = new ClientsServer()
  server.sites = [buildSite(1, { pause: paused(2) })]
  await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  expect(await screen.findByText(/^Paused until /)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(121_000))
  expect(screen.queryByText(/^Paused until /)).toBeNull()
})

test('the mark of a paused node goes when the pause ends, also if the computer slept meanwhile · OVERRIDE-002', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = new ClientsServer()
  server.sites = [buildSite(1, { pause: paused(60) })]
  await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  const node = within(await screen.findByRole('treeitem', { name: 'Site 1' }))
  expect(node.getByText('Paused')).toBeDefined()
  // No timer runs while the computer sleeps, but its clock goes on.
  vi.setSystemTime(Date.now() + 61 * 60_000)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(node.queryByText('Paused')).toBeNull()
})

test('the mark of a paused node goes at the new end if the pause is shortened · OVERRIDE-002', async () => {
  vi.useFakeTimers()
  const { container, rerender } = render(<PausedMark until={inMinutes(60)} />)
  await act(() => vi.advanceTimersByTimeAsync(30 * 60_000))
  rerender(<PausedMark until={inMinutes(10)} />)
  await act(() => vi.advanceTimersByTimeAsync(9 * 60_000))
  expect(container.childElementCount).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(container.childElementCount).toBe(0)
})

test('a paused node is marked in the tree and resumed from its menu · OVERRIDE-003', async () => {
  const server = new ClientsServer()
  server.sites = [buildSite(1, { pause: paused(30) })]
  const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  const node = await screen.findByRole('treeitem', { name: 'Site 1' })
  expect(within(node).getByText('Paused')).toBeDefined()
  expect(screen.getByRole('treeitem', { name: 'Site 1', description: /^Paused/ })).toBe(node)
  await pointer.pointer({ keys: '[MouseRight]', target: node })
  await pointer.click(await screen.findByRole('menuitem', { name: 'Cancel override' }))
  await waitFor(() => expect(server.api.callsOf(pauseSite)[0]?.body).toEqual({ pauseEndTime: null }))
})

test('a paused camera is marked in the tree, an active one is not · VIEWS-007', async () => {
  const server = new ClientsServer()
  server.sites = [buildSite(1)]
  server.views = [buildView(1, { pause: paused(30) }), buildView(2)]
  await openClients(`/cams/clients/u?cam=${viewId(1)}`, server)
  const node = await screen.findByRole('treeitem', { name: 'Camera 1' })
  expect(within(node).getByText('Paused')).toBeDefined()
  expect(within(screen.getByRole('treeitem', { name: 'Camera 2' })).queryByText('Paused')).toBeNull()
})

test('a user who may not set schedules sees a pause without its buttons', async () => {
  const user = buildUser({ permissions: ['node.read', 'node.write', 'alarm.read'] })
  const server = new ClientsServer(user)
  server.sites = [buildSite(1, { pause: paused(30) })]
  await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  expect(await heading('Site 1')).toBeDefined()
  expect(await screen.findByText(/^Paused until /)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel override' })).toBeNull()
})
