import { countViews, listCameras } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { camerasOf, clearSelected, selectedStore } from './state/selected-nodes.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { buildView, projectId, siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import { renderConsole } from '../../testing/render-console.tsx'
import { media } from '../../testing/setup.ts'

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

test('an uploaded picture replaces the small one in a list that is open', async () => {
  const server = new ClientsServer()
  server.views = [buildView(1)]
  server.shownPictureAt = '2026-07-01T12:00:00.000Z'
  await openClients('/cams/clients', server)
  const list = await screen.findByRole('list', { name: 'List of cameras' })
  const shown = () => list.querySelector('img')?.getAttribute('src')
  await waitFor(() => expect(shown()).toMatch(/snapshot\?.*v=.*12:00/))
  server.shownPictureAt = '2026-07-01T12:05:00.000Z'
  const ofCamera = { id: viewId(9), viewId: viewId(1), siteId: siteId(1), projectId: projectId(1), version: 1 }
  act(() => server.api.emit({ type: 'alarm.created', ...ofCamera, isTest: true }))
  await waitFor(() => expect(shown()).toMatch(/snapshot\?.*v=.*12:05/), { timeout: 20_000 })
})

test.each(['Pictures', 'Table'])(
  'the list as “%s” marks paused cameras, and names the key of an imported one',
  async (layout) => {
    const server = new ClientsServer()
    const pause = {
      pauseEndTime: new Date(Date.now() + 1_800_000).toISOString(),
      since: '',
      reason: 'Works',
      by: 'Ada',
    }
    server.views = [buildView(1, { pause }), buildView(2, { sitePause: pause, externalKey: 'K-2' }), buildView(3)]
    const { pointer } = await openClients('/cams/clients', server)
    await pointer.click(await screen.findByText(layout))
    const list = within(await screen.findByRole('list', { name: 'List of cameras' }))
    const marksOf = async (name: RegExp) =>
      within(await list.findByRole('button', { name })).queryAllByText('Paused').length
    expect(await Promise.all([/Camera 1/, /Camera 2/, /Camera 3/].map(marksOf))).toEqual([1, 1, 0])
    expect(list.queryAllByText('K-2')).toHaveLength(layout === 'Table' ? 1 : 0)
  },
)

test('the next cameras are loaded when the last loaded ones are nearly in view', async () => {
  const server = new ClientsServer()
  server.views = [buildView(1), buildView(2), buildView(3)]
  server.camerasPerPage = 2
  await openClients('/cams/clients', server)
  const list = within(await screen.findByRole('list', { name: 'List of cameras' }))
  expect(await list.findByRole('button', { name: /Camera 3/ })).toBeDefined()
  expect(server.api.callsOf(listCameras).map(({ query }) => query['after'])).toEqual([undefined, '2'])
})

describe('the filter of the tree', () => {
  const lastQuery = (server: ClientsServer) => server.api.callsOf(listCameras).at(-1)?.query
  test('also filters the list of cameras, in any order and for “Select all”', async () => {
    const { pointer, server } = await openCameras('/cams/clients?masked=true&integrations=api&search=client')
    const filter = { masked: 'true', integrations: 'api', search: 'client' }
    expect(lastQuery(server)).toMatchObject(filter)
    expect(server.api.callsOf(countViews).at(-1)?.query).toMatchObject(filter)
    await pointer.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'alarms')
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ ...filter, sort: 'alarms' }))
    await pointer.click(screen.getByRole('button', { name: 'Select all' }))
    expect(camerasOf(selectedStore.get())).toEqual({ masked: true, integrations: ['api'], search: 'client' })
  })

  test('that changes also changes the list of cameras', async () => {
    const { pointer, server } = await openCameras('/cams/clients?masked=true&thermal=true')
    const chips = within(screen.getByRole('list', { name: 'Filters that are on' }))
    await pointer.click(chips.getByRole('button', { name: /With masks/ }))
    await waitFor(() => expect(lastQuery(server)).not.toHaveProperty('masked'))
    expect(lastQuery(server)).toMatchObject({ thermal: 'true' })
  })

  test('is shown in the list of cameras where the tree is not beside it', async () => {
    media.add('(max-width: 720px)')
    const server = new ClientsServer()
    await renderConsole(`/cams/clients/u?site=${siteId(1)}&tab=cameras&thermal=true`, { api: server.api })
    await screen.findByRole('searchbox', { name: 'Find cameras' })
    expect(screen.queryByRole('tree')).toBeNull()
    const chips = within(screen.getByRole('list', { name: 'Filters that are on' }))
    fireEvent.click(chips.getByRole('button', { name: /Thermal/ }))
    await waitFor(() => expect(lastQuery(server)).not.toHaveProperty('thermal'))
  })

  test('gives the list of a site its text, until another text is typed there', async () => {
    const { pointer, server } = await openCameras(
      `/cams/clients/u?site=${siteId(1)}&tab=cameras&search=client&thermal=true`,
    )
    expect(lastQuery(server)).toMatchObject({ siteId: siteId(1), search: 'client', thermal: 'true' })
    const field = screen.getByRole('searchbox', { name: 'Find cameras' })
    await pointer.clear(field)
    await pointer.type(field, 'yard{Enter}')
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ siteId: siteId(1), search: 'yard', thermal: 'true' }))
    expect(new URLSearchParams(location.search).get('search')).toBe('client')
    await pointer.click(screen.getByRole('button', { name: 'Select all' }))
    expect(camerasOf(selectedStore.get())).toEqual({ below: [siteId(1)], search: 'yard', thermal: true })
  })
})
