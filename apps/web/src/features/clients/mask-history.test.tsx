import { listMaskHistory, listMaskHistoryClients, type MaskChange } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildProject, projectId, siteId, viewId } from './testing/node-factory.ts'
import { line, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const buildChange = (n: number, overrides: Partial<MaskChange> = {}): MaskChange => ({
  id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  time: '2026-11-20T10:00:00.000Z',
  kind: 'edited',
  userId: null,
  userName: `User ${n}`,
  viewId: viewId(1),
  viewName: 'Camera 1',
  siteId: siteId(1),
  siteName: 'Site 1',
  clientId: projectId(1),
  projectName: 'Client 1',
  timezone: 'Europe/London',
  ptz: false,
  copiedFrom: null,
  before: [],
  mask: [],
  picture: null,
  ...overrides,
})

const client = (n: number, changeCount: number) => ({
  id: projectId(n),
  name: `Client ${n}`,
  changeCount,
  viewCount: 1,
  lastChangedAt: '2026-11-20T10:00:00.000Z',
})

/** A server with these changes, the newest first, in pages of `size`. */
function serverWith(changes: readonly MaskChange[], size = 50, server = new ClientsServer()) {
  server.api
    .on(listMaskHistory, ({ query }) => {
      const wanted = query['clientIds']
      const all = changes.filter(({ clientId }) => wanted === undefined || wanted === clientId)
      const from = all.findIndex(({ id }) => id === query['after']) + 1
      const rows = all.slice(from, from + size)
      const next = from + size < all.length ? (rows.at(-1)?.id ?? null) : null
      return { rows, count: all.length, countIsExact: true, page: 1, limit: size, next }
    })
    .on(listMaskHistoryClients, () => ({
      rows: [client(1, 2), client(2, 1)],
      count: 2,
      countIsExact: true,
      page: 1,
      limit: 200,
    }))
  return server
}

/** Opens the mask history of all clients in the menu of the tree. */
async function openAll(server: ClientsServer) {
  const opened = await openClients('/cams/clients', server)
  await opened.pointer.click(screen.getByRole('button', { name: 'More actions' }))
  await opened.pointer.click(await screen.findByRole('menuitem', { name: 'Mask history…' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Mask history' })) }
}

/** Opens the mask history of a client in the menu of its node. */
async function openOf(name: string, server: ClientsServer) {
  const opened = await openClients('/cams/clients', server)
  await opened.pointer.pointer({ keys: '[MouseRight]', target: await line(name) })
  await opened.pointer.click(await screen.findByRole('menuitem', { name: 'Mask history…' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Mask history' })) }
}

const two = [
  buildChange(2, { clientId: projectId(2), projectName: 'Client 2', siteName: 'Yard', viewName: 'Gate' }),
  buildChange(1, { kind: 'restored' }),
]

test('the mask history of all clients shows who changed which camera, and can be narrowed to a client', async () => {
  const { pointer, dialog } = await openAll(serverWith(two))
  expect(await dialog.findByText('Gate · Client 2 / Yard')).toBeDefined()
  expect(dialog.getByText('Changed by User 2')).toBeDefined()
  expect(dialog.getByText('Restored by User 1')).toBeDefined()
  await pointer.click(dialog.getByRole('combobox', { name: 'Client' }))
  await pointer.click(await screen.findByRole('option', { name: 'Client 1 (2)', hidden: true }))
  await waitFor(() => expect(dialog.queryByText('Changed by User 2')).toBeNull())
  expect(await dialog.findByText('Restored by User 1')).toBeDefined()
})

test('a change leads to the mask history of its camera, which leaves the address when it is closed', async () => {
  const { pointer, dialog } = await openAll(serverWith(two))
  await pointer.click(await dialog.findByRole('link', { name: 'Open camera: Camera 1' }))
  const own = within(await screen.findByRole('dialog', { name: 'Masks of Camera 1 over time' }))
  expect(await own.findAllByRole('listitem')).toHaveLength(2)
  expect(location.pathname).toBe('/cams/clients/u')
  expect(new URLSearchParams(location.search).get('history')).toBe('true')
  await pointer.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(new URLSearchParams(location.search).get('history')).toBeNull()
  expect(new URLSearchParams(location.search).get('tab')).toBe('masks')
})

test('older changes are loaded from the last one on, and only visible rows are rendered', async () => {
  const server = serverWith(
    Array.from({ length: 120 }, (_, index) => buildChange(120 - index)),
    50,
  )
  const { dialog } = await openAll(server)
  expect(await dialog.findByText('Changed by User 120')).toBeDefined()
  const list = dialog.getByRole('list', { name: 'Changes of masks' })
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(50)
  list.scrollTo({ top: 100_000 })
  await waitFor(() =>
    expect(server.api.callsOf(listMaskHistory).map(({ query }) => query['after'])).toEqual([
      undefined,
      buildChange(71).id,
    ]),
  )
})

test('the mask history of a client opens in its menu, says when it is empty, and leads to all clients', async () => {
  const server = serverWith([buildChange(1, { clientId: projectId(2) })])
  const { pointer, dialog } = await openOf('Client 1', server)
  expect(await dialog.findByText('No masks have been changed at this client')).toBeDefined()
  expect(server.api.callsOf(listMaskHistory)[0]?.query['clientIds']).toBe(projectId(1))
  await pointer.click(dialog.getByText('All clients', { selector: 'button *' }))
  expect(await dialog.findByText('Changed by User 1')).toBeDefined()
})

test('the mask history without any change says what will be shown', async () => {
  const { dialog } = await openAll(serverWith([]))
  expect(await dialog.findByText('No masks have been changed yet')).toBeDefined()
})

test('the mask history shows an error with a retry, and that a right is missing', async () => {
  const server = serverWith(two)
  server.api.on(listMaskHistory, () => failure('FORBIDDEN', 'Forbidden'))
  const { pointer, dialog } = await openAll(server)
  const error = await dialog.findByRole('alert')
  expect(error.textContent).toContain('You have no access for this action')
  serverWith(two, 50, server)
  await pointer.click(within(error).getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('Changed by User 2')).toBeDefined()
})

test('a user who may not add clients reaches the mask history of a client in its menu alone', async () => {
  const user = treeUser({ permissionsByCompany: { [treeUser().companyId]: ['node.read'] } })
  const server = serverWith(two, 50, new ClientsServer(user, [buildProject(1, { permission: 'read' })]))
  const { dialog } = await openOf('Client 1', server)
  expect(await dialog.findByText('Restored by User 1')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'More actions', hidden: true })).toBeNull()
})
