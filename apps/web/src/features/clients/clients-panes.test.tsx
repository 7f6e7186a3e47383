import { createProject, createSite, createView, restoreNode, updateSite } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildProject, buildSite, buildView, projectId, siteId, viewId } from './testing/node-factory.ts'
import { heading, line, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

test('a new user is guided from the empty screen to the address of a camera · CLIENTS-003 CLIENTS-004 CLIENTS-005 CLIENTS-007', async () => {
  const { pointer, server } = await openClients('/cams/clients', new ClientsServer(treeUser(), []))
  expect(await screen.findByText('Connect your first camera')).toBeDefined()
  await pointer.click(screen.getAllByRole('button', { name: 'Add a client' }).at(-1) ?? document.body)
  expect(location.search).toBe('?add=project')

  await pointer.type(await screen.findByRole('textbox', { name: 'Name of the client' }), 'Harbour{Enter}')
  await pointer.type(await screen.findByRole('textbox', { name: 'Name of the site' }), 'Yard{Enter}')
  await pointer.type(await screen.findByRole('textbox', { name: 'Name of the camera' }), 'Gate{Enter}')

  // The form had the focus. The focus moves to the heading of the node that the form created.
  await waitFor(async () => expect(document.activeElement).toBe(await heading('Gate')))
  expect((await screen.findAllByText('cam-90@alarms.example')).length).toBeGreaterThan(0)
  expect(location.pathname + location.search).toBe(`/cams/clients/u?cam=${viewId(90)}`)
  expect(server.api.callsOf(createProject)[0]?.body).toEqual({ name: 'Harbour' })
  expect(server.api.callsOf(createSite)[0]?.body).toEqual({ name: 'Yard', timezone: null })
  expect(server.api.callsOf(createView)[0]?.body).toEqual({ name: 'Gate', integration: 'email' })
})

test('a user who sees no clients and may not create one is told whom to ask', async () => {
  await openClients('/cams/clients', new ClientsServer(buildUser({ permissions: ['node.read', 'alarm.read'] }), []))
  expect(await screen.findByText(/^You see no client yet\. Ask an administrator/)).toBeDefined()
  expect(screen.queryByText('Connect your first camera')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a client' })).toBeNull()
})

test.each([
  ['client', `project=${projectId(1)}`],
  ['site', `site=${siteId(1)}`],
  ['camera', `cam=${viewId(1)}`],
])('a %s has a link to its history in the audit log', async (_what, search) => {
  await openClients(`/cams/clients/u?${search}`)
  const link = await screen.findByRole('link', { name: 'History' })
  const subject = search.replace('cam=', 'view=')
  expect(link.getAttribute('href')).toBe(`/cams/audit-log?${subject}`)
})

test.each([
  ['client', `project=${projectId(1)}`, 'K-client'],
  ['site', `site=${siteId(1)}`, 'K-site'],
  ['camera', `cam=${viewId(1)}&tab=settings`, 'K-camera'],
])('the pane of an imported %s shows its key in the other system', async (_what, search, key) => {
  const server = new ClientsServer()
  server.projects = [buildProject(1, { externalKey: 'K-client' })]
  server.sites = [buildSite(1, { externalKey: 'K-site' })]
  server.views = [buildView(1, { externalKey: 'K-camera' })]
  await openClients(`/cams/clients/u?${search}`, server)
  expect(await screen.findByText(key)).toBeDefined()
  expect(screen.getAllByText(/^K-/)).toHaveLength(1)
})

test('users who may not read the audit log see no link to a history', async () => {
  const user = buildUser({ permissions: ['node.read', 'alarm.read'] })
  await openClients(`/cams/clients/u?site=${siteId(1)}`, new ClientsServer(user))
  expect(await heading('Site 1')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'History' })).toBeNull()
})

test('a camera that a program created is shown, and nothing of it can be configured · CAMERAS-003', async () => {
  const said = 'Cameras created via the API are not configurable on the website.'
  const server = new ClientsServer()
  server.views = [buildView(1, { createdByApi: true })]
  const { pointer } = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=settings`, server)
  expect(await screen.findByText(said)).toBeDefined()
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the camera' })
  expect(name.disabled).toBe(true)
  expect(screen.getByRole('button', { name: 'Delete this camera' })).toBeDefined()
  await pointer.click(screen.getByRole('tab', { name: 'Connect' }))
  await screen.findAllByText('cam-01@alarms.example')
  expect(screen.queryByRole('button', { name: 'New address' })).toBeNull()
})

test('an empty and a duplicate name are errors at the field, and the input stays', async () => {
  const { pointer, server } = await openClients('/cams/clients?add=project')
  await pointer.click(await screen.findByRole('button', { name: 'Create client' }))
  expect(await screen.findByText('Required')).toBeDefined()
  expect(server.api.callsOf(createProject)).toHaveLength(0)
  const name = screen.getByRole('textbox', { name: 'Name of the client' })
  await pointer.type(name, 'Client 1{Enter}')
  expect(await screen.findByText('This name is taken already')).toBeDefined()
  expect(screen.getByDisplayValue('Client 1')).toBe(name)
  await pointer.click(name)
  await pointer.paste('x'.repeat(101))
  expect(screen.getByText('No more than 100 characters.')).toBeDefined()
})

test('leaving a pane with unsaved changes needs a confirmation', async () => {
  const { pointer, server } = await openClients(`/cams/clients/u?site=${siteId(1)}`)
  await pointer.type(await screen.findByRole('textbox', { name: 'Name of the site' }), ' B')
  await pointer.click(await line('Client 2'))
  await pointer.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(location.search).toBe(`?site=${siteId(1)}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  expect(await heading('Site 1 B')).toBeDefined()
  expect(server.api.callsOf(updateSite)[0]?.body).toEqual({ name: 'Site 1 B', basedOn: { name: 'Site 1' } })
  await pointer.click(await line('Client 2'))
  expect(await heading('Client 2')).toBeDefined()
})

test('a deletion needs a confirmation and can be undone', async () => {
  const { pointer, server } = await openClients(`/cams/clients/u?site=${siteId(2)}`)
  await pointer.click(await screen.findByRole('button', { name: 'Delete this site' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the site Site 2?' }))
  await pointer.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(location.search).toBe(`?project=${projectId(1)}`))
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'Site 2' })).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await heading('Client 1')))
  await pointer.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await line('Site 2')).toBeDefined()
  expect(server.api.callsOf(restoreNode).map((seen) => seen.params)).toEqual([{ id: siteId(2) }])
})

test('a change by a colleague shows in tree and pane, and keeps the user’s input', async () => {
  const { pointer, server, api } = await openClients(`/cams/clients/u?site=${siteId(1)}`)
  const name = await screen.findByRole('textbox', { name: 'Name of the site' })
  await pointer.type(name, '!')
  server.sites = [buildSite(1, { name: 'Renamed elsewhere' }), buildSite(2)]
  api.emit({ type: 'tree.changed', projectId: projectId(1), siteId: siteId(1), viewId: null })
  expect(await line('Renamed elsewhere')).toBeDefined()
  expect(await heading('Renamed elsewhere')).toBeDefined()
  expect(screen.getByDisplayValue('Site 1!')).toBe(name)
})

test('a user who may only read sees why nothing can be changed', async () => {
  const server = new ClientsServer()
  server.sites = [buildSite(1, { permission: 'read' })]
  await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  expect(await screen.findByText(/You may look at this but not change it/)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the site' }).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Delete this site' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a camera' })).toBeNull()
})
