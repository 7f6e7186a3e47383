import { listCameras } from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { camerasOf, clearSelected, selectedStore } from './state/selected-nodes.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { buildView, siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })
beforeEach(() => {
  localStorage.clear()
  clearSelected()
})

const selectedIds = () => {
  const selected = selectedStore.get()
  return selected.of === 'nodes' ? [...selected.nodes.keys()] : 'all'
}

async function openCameras(path = '/cams/clients') {
  const server = new ClientsServer()
  server.views = [1, 2, 3, 4].map((n) => buildView(n, { name: `Camera ${n}` }))
  const opened = await openClients(path, server)
  const list = within(await screen.findByRole('list', { name: 'List of cameras' }))
  return { ...opened, list }
}

test('cameras are selected one by one, as a range with Shift, or all that match', async () => {
  const { pointer, list } = await openCameras()
  await pointer.click(list.getByRole('checkbox', { name: 'Select Camera 1' }))
  expect(selectedIds()).toEqual([viewId(1)])
  fireEvent.click(list.getByRole('button', { name: /Camera 3/ }), { shiftKey: true })
  expect(selectedIds()).toEqual([viewId(1), viewId(2), viewId(3)])
  fireEvent.click(list.getByRole('button', { name: /Camera 2/ }), { ctrlKey: true })
  expect(selectedIds()).toEqual([viewId(1), viewId(3)])
  fireEvent.keyDown(list.getByRole('button', { name: /Camera 2/ }), { key: 'a', ctrlKey: true })
  expect(selectedStore.get()).toEqual({ of: 'filter', filter: {} })
})

test('“Select all” in the list of a site’s cameras selects everything below the site', async () => {
  const { pointer } = await openCameras(`/cams/clients/u?site=${siteId(1)}&tab=cameras`)
  await pointer.click(screen.getByRole('button', { name: 'Select all' }))
  expect(camerasOf(selectedStore.get())).toEqual({ below: [siteId(1)] })
})

test('a click on a column sorts the table, and a second click reverses the order', async () => {
  const { pointer, server } = await openCameras()
  await pointer.click(screen.getByText('Table'))
  const columns = within(screen.getByRole('toolbar', { name: 'Sort by' }))
  await pointer.click(columns.getByRole('button', { name: 'Alarms a day' }))
  await waitFor(() =>
    expect(server.api.callsOf(listCameras).at(-1)?.query).toMatchObject({ sort: 'alarms', order: 'desc' }),
  )
  await pointer.click(columns.getByRole('button', { name: 'Alarms a day' }))
  await waitFor(() =>
    expect(server.api.callsOf(listCameras).at(-1)?.query).toMatchObject({ sort: 'alarms', order: 'asc' }),
  )
  const list = within(await screen.findByRole('list', { name: 'List of cameras' }))
  expect(list.getAllByText('90.0 %')[0]?.title).toBe('9 of 10 alarms in seven days')
  expect(list.getAllByText('2')[0]?.title).toBe('14 alarms in seven days')
})
