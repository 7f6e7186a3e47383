import { assignToGroup, createGroup, deleteGroup, listGroups } from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildProject, projectId, siteId } from './testing/node-factory.ts'
import { line, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

describe('a node’s menu', () => {
  const menuOf = async (name: string, server = new ClientsServer()) => {
    const opened = await openClients('/cams/clients', server)
    await opened.pointer.pointer({ keys: '[MouseRight]', target: await line(name) })
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
    return opened
  }
  test('opens at the position of a right-click · CONTEXTMENU-001', async () => {
    await openClients()
    fireEvent.contextMenu(await line('Client 1'), { clientX: 321, clientY: 123 })
    await screen.findByRole('menu')
    const anchor = document.querySelector<HTMLElement>('span[aria-haspopup=menu]')
    expect([anchor?.style.left, anchor?.style.top]).toEqual(['321px', '123px'])
  })

  test('wraps around with arrow keys, skips disabled items, and Enter runs an item · CONTEXTMENU-002 CONTEXTMENU-003', async () => {
    const { pointer } = await menuOf(
      'Client 1',
      new ClientsServer(treeUser(), [buildProject(1, { permission: 'read' })]),
    )
    const add = screen.getByRole('menuitem', { name: /Add a site/ })
    expect(add.getAttribute('aria-disabled') ?? add.getAttribute('data-disabled')).not.toBeNull()
    const focused = () => document.activeElement?.textContent
    expect(focused()).toContain('Rename')
    await pointer.keyboard('{ArrowUp}')
    expect(focused()).toBe("View ALL clients' audit log")
    await pointer.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('Open alarms')
    await pointer.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname).toBe('/cams/alarms'))
  })

  test('is closed by Escape, and the tree has the focus again · CONTEXTMENU-004', async () => {
    const { pointer, tree } = await menuOf('Client 1')
    await pointer.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(tree)
  })

  test('is closed by a click beside it · CONTEXTMENU-004', async () => {
    const { pointer } = await menuOf('Client 1')
    await pointer.click(document.body)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })
})

test("the menu of a node leads to everyone's audit log · CLIENTS-008", async () => {
  const { pointer } = await openClients()
  await pointer.pointer({ keys: '[MouseRight]', target: await line('Client 1') })
  await pointer.click(await screen.findByRole('menuitem', { name: "View ALL clients' audit log" }))
  await waitFor(() => expect(location.pathname).toBe('/cams/audit-log'))
})

describe('groups', () => {
  const pageOf = <Row,>(rows: Row[]) => ({ rows, count: rows.length, countIsExact: true, page: 1, limit: 200 })
  const admin = () => buildUser({ permissions: ['project.create', 'node.read', 'node.write', 'groups.manage'] })
  const group = { id: siteId(70), name: 'Key accounts', projectCount: 2 }

  test('are assigned in the menu of a client · CLIENTS-009', async () => {
    const server = new ClientsServer(admin())
    server.api
      .on(listGroups, () => pageOf([group]))
      .on(assignToGroup, ({ params, body }) => ({ ...group, id: params.id, projects: body.projectIds }))
    const { pointer } = await openClients('/cams/clients', server)
    await pointer.pointer({ keys: '[MouseRight]', target: await line('Client 2') })
    await pointer.click(await screen.findByRole('menuitem', { name: 'Assign to group' }))
    await pointer.click(await screen.findByRole('checkbox', { name: 'Key accounts' }))
    await waitFor(() =>
      expect(server.api.callsOf(assignToGroup).map((seen) => seen.body)).toEqual([
        { projectIds: [projectId(2)], assigned: true },
      ]),
    )
  })

  test('are searched by the server if there are more than fit on a page', async () => {
    const server = new ClientsServer(admin())
    server.api.on(listGroups, ({ query }) =>
      query['search'] === 'key' ? pageOf([group]) : { ...pageOf([{ ...group, name: 'Other' }]), count: 300 },
    )
    const { pointer } = await openClients('/cams/clients', server)
    await pointer.pointer({ keys: '[MouseRight]', target: await line('Client 2') })
    await pointer.click(await screen.findByRole('menuitem', { name: 'Assign to group' }))
    expect(await screen.findByText('299 more. Search for a part of its name.')).toBeDefined()
    await pointer.type(screen.getByRole('textbox', { name: 'Search groups' }), 'key')
    expect(await screen.findByRole('checkbox', { name: 'Key accounts' })).toBeDefined()
  })

  test('cannot be assigned by a user who does not manage them', async () => {
    const { pointer } = await openClients()
    await pointer.pointer({ keys: '[MouseRight]', target: await line('Client 2') })
    await screen.findByRole('menuitem', { name: 'Open alarms' })
    expect(screen.queryByRole('menuitem', { name: 'Assign to group' })).toBeNull()
  })

  test.each([
    ['are a filter for a user who manages them', admin(), 1],
    ['are no filter for any other user', buildUser({ permissions: ['node.read', 'node.write'] }), 0],
  ])('%s', async (_title, user, count) => {
    const server = new ClientsServer(user)
    server.api.on(listGroups, () => pageOf([group]))
    const { pointer } = await openClients('/cams/clients', server)
    await pointer.click(screen.getByRole('button', { name: 'Filter' }))
    await screen.findByRole('group', { name: 'Cameras' })
    await waitFor(() => expect(screen.queryAllByRole('combobox', { name: 'Group' })).toHaveLength(count))
    expect(server.api.callsOf(listGroups)).toHaveLength(count)
  })

  const openGroups = async () => {
    const server = new ClientsServer(admin())
    let groups = [group]
    server.api
      .on(listGroups, () => pageOf(groups))
      .on(createGroup, ({ body }) => {
        const made = { id: siteId(71), name: body.name, projectCount: 0, projects: [] }
        groups = [...groups, made]
        return made
      })
      .on(deleteGroup, ({ params }) => {
        groups = groups.filter(({ id }) => id !== params.id)
        return { success: true as const }
      })
    const opened = await openClients('/cams/clients', server)
    await opened.pointer.click(screen.getByRole('button', { name: 'Filter' }))
    await opened.pointer.click(await screen.findByRole('button', { name: 'Manage groups' }))
    await screen.findByText('Key accounts')
    return opened
  }

  test('are created in a dialog', async () => {
    const { pointer } = await openGroups()
    await pointer.type(screen.getByRole('textbox', { name: 'New group' }), 'North{Enter}')
    expect(await screen.findByText('North')).toBeDefined()
  })

  test('are deleted only after a confirmation · GROUPS-001', async () => {
    const { pointer, server } = await openGroups()
    await pointer.click(screen.getByRole('button', { name: 'Delete Key accounts' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete the group Key accounts?' }))
    expect(server.api.callsOf(deleteGroup)).toHaveLength(0)
    await pointer.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Key accounts')).toBeNull())
  })

  test('stay when the deletion is cancelled · GROUPS-002', async () => {
    const { pointer, server } = await openGroups()
    await pointer.click(screen.getByRole('button', { name: 'Delete Key accounts' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete the group Key accounts?' }))
    await pointer.click(question.getByRole('button', { name: 'Cancel' }))
    expect(server.api.callsOf(deleteGroup)).toHaveLength(0)
    expect(screen.getByText('Key accounts')).toBeDefined()
  })
})
