import { exportTree } from '@winnow/contract'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { projectId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

test('an export asks for the chosen format, and keeps its dialog open if it fails', async () => {
  const { pointer, server } = await openClients()
  server.api.on(exportTree, () => failure('INTERNAL', 'x'))
  await pointer.click(screen.getByRole('button', { name: 'More actions' }))
  await pointer.click(await screen.findByRole('menuitem', { name: 'Export…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export clients, sites and cameras' })
  await pointer.click(within(dialog).getByRole('radio', { name: /semicolons/ }))
  await pointer.click(within(dialog).getByRole('button', { name: 'Export' }))
  expect(server.api.callsOf(exportTree)[0]?.query).toEqual({ separator: 'semicolon', keys: 'ids' })
  expect(await screen.findByText('Error whilst fetching object')).toBeDefined()
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('the export of a client is in its menu, and offers this client first', async () => {
  const { pointer, server } = await openClients()
  server.api.on(exportTree, () => failure('INTERNAL', 'x'))
  const [project] = await screen.findAllByRole('treeitem')
  if (!project) throw new Error('the tree is empty')
  await pointer.pointer({ keys: '[MouseRight]', target: project })
  await pointer.click(await screen.findByRole('menuitem', { name: 'Export…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export clients, sites and cameras' })
  await pointer.click(within(dialog).getByRole('button', { name: 'Export' }))
  expect(server.api.callsOf(exportTree)[0]?.query).toMatchObject({ projectId: projectId(1) })
})

test('neither import nor export is offered without the right to create clients', async () => {
  await openClients('/cams/clients', new ClientsServer(buildUser({ permissions: ['node.read', 'alarm.read'] })))
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
})
