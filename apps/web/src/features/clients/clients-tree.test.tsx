import {
  assignToGroup,
  createGroup,
  deleteGroup,
  getSite,
  listGroups,
  listProjectTree,
  listTreeSites,
  listTreeViews,
  login,
  updateProject,
  type UserType,
} from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildProject, buildSite, projectId, siteId, viewId } from './testing/node-factory.ts'
import { heading, line, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

/** All sites, as one page of the sites of client 1. */
const sitesPage = ({ sites }: ClientsServer) => ({
  rows: sites.map((site) => ({ ...site, matchCount: site.viewCount })),
  count: sites.length,
  countIsExact: true,
  page: 1,
  limit: 100,
})

describe('nodes', () => {
  test('load their children when they are first opened, and only then · TREE-001 TREE-002', async () => {
    const { pointer, tree, server } = await openClients()
    expect(server.api.callsOf(listTreeSites)).toHaveLength(0)
    tree.focus()
    await pointer.keyboard('{Home}{ArrowRight}')
    expect(await line('Site 1')).toBeDefined()
    await pointer.keyboard('{ArrowLeft}')
    expect(screen.queryByRole('treeitem', { name: 'Site 1' })).toBeNull()
    await pointer.keyboard('{ArrowRight}')
    expect(await line('Site 1')).toBeDefined()
    expect(server.api.callsOf(listTreeSites)).toHaveLength(1)
    expect(server.api.callsOf(listTreeViews)).toHaveLength(0)
  })

  test('that cannot be loaded show an error and a retry · TREE-011', async () => {
    const server = new ClientsServer()
    server.api.on(listTreeSites, () => failure('INTERNAL', 'broken'))
    const { pointer, tree } = await openClients('/cams/clients', server)
    tree.focus()
    await pointer.keyboard('{Home}{ArrowRight}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('The server met an unexpected error')
    server.api.on(listTreeSites, () => sitesPage(server))
    await pointer.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await line('Site 2')).toBeDefined()
  })

  test('are loaded after the user has logged in again · TREE-011', async () => {
    const server = new ClientsServer()
    let known = false
    server.api
      .on(listTreeSites, () => (known ? sitesPage(server) : failure('NOT_AUTHORISED', 'Not authorised')))
      .on(login, () => {
        known = true
        return treeUser()
      })
    const { pointer, tree } = await openClients('/cams/clients', server)
    tree.focus()
    await pointer.keyboard('{Home}{ArrowRight}')
    const dialog = within(await screen.findByRole('dialog'))
    await pointer.type(await dialog.findByLabelText('Password'), 'a secret{Enter}')
    expect(await screen.findByRole('treeitem', { name: 'Site 1', hidden: true })).toBeDefined()
  })

  test('that changed while another page was open are loaded again on return', async () => {
    const { server, console: started } = await openClients('/cams/clients')
    await screen.findByRole('treeitem', { name: 'Client 1' })
    await act(() => started.router.navigate({ to: '/cams/settings/{-$tab}', params: { tab: 'theme' } }))
    await waitFor(() => expect(screen.queryByRole('tree')).toBeNull())
    server.projects = server.projects.map((project) => ({ ...project, name: `New ${project.name}` }))
    await act(() => started.router.navigate({ to: '/cams/clients' }))
    expect(await screen.findByRole('treeitem', { name: 'New Client 1' })).toBeDefined()
  })

  test('of a long list are loaded by page, and the requested one is scrolled into view · CLIENTS-006', async () => {
    const many = Array.from({ length: 250 }, (_, n) => buildProject(n + 1))
    const { tree, server } = await openClients(
      `/cams/clients?contextProjectId=${projectId(230)}`,
      new ClientsServer(treeUser(), many),
    )
    await waitFor(() =>
      expect(server.api.callsOf(listProjectTree).map((seen) => seen.query['page'])).toEqual(['1', '3']),
    )
    // A line has 30 pixels, the list 640. The requested line is scrolled into the visible part.
    await waitFor(() => expect(tree.scrollTop).toBeGreaterThan(229 * 30 - 640))
    expect(tree.scrollTop).toBeLessThanOrEqual(229 * 30)
  })

  describe('of a long list, when End is pressed,', () => {
    const many = Array.from({ length: 450 }, (_, n) => buildProject(n + 1))
    const active = (tree: HTMLElement) => tree.getAttribute('aria-activedescendant')

    test('all are loaded, and the last one gets the focus', async () => {
      const { tree, pointer } = await openClients('/cams/clients', new ClientsServer(treeUser(), many))
      tree.focus()
      await pointer.keyboard('{End}')
      await waitFor(() => expect(active(tree)).toContain(projectId(450)))
      expect(tree.scrollTop).toBeGreaterThan(430 * 30 - 640)
    })

    test('the focus stays where the user has moved it meanwhile', async () => {
      const { tree, pointer, server } = await openClients('/cams/clients', new ClientsServer(treeUser(), many))
      tree.focus()
      await pointer.keyboard('{End}{Home}')
      await waitFor(() => expect(server.api.callsOf(listProjectTree).length).toBeGreaterThan(0))
      await pointer.keyboard('{ArrowDown}')
      expect(active(tree)).toContain(projectId(2))
    })
  })
})

describe('choosing a node', () => {
  test('loads the pane · TREE-003', async () => {
    const { pointer } = await openClients()
    await pointer.click(await line('Client 2'))
    expect(await heading('Client 2')).toBeDefined()
    expect(location.search).toBe(`?project=${projectId(2)}`)
    expect((await line('Client 2')).getAttribute('aria-selected')).toBe('true')
  })

  test('keeps the open pane if the new one cannot be loaded · TREE-004', async () => {
    const { pointer, server } = await openClients(`/cams/clients?project=${projectId(1)}`)
    await heading('Client 1')
    ;(await screen.findByRole('tree')).focus()
    await pointer.keyboard('{Home}{ArrowRight}')
    server.api.on(getSite, () => failure('INTERNAL', 'broken'))
    await pointer.click(await line('Site 1'))
    const told = await screen.findByText(/The server met an unexpected error/)
    expect(told.closest('[role=alert]')).not.toBeNull()
    expect(location.search).toBe(`?project=${projectId(1)}`)
    expect((await line('Client 1')).getAttribute('aria-selected')).toBe('true')
    expect((await line('Site 1')).getAttribute('aria-selected')).toBe('false')
  })

  test('by the address of a camera also expands the nodes above it · CLIENTS-001', async () => {
    await openClients(`/cams/clients/u?cam=${viewId(1)}`)
    expect((await line('Camera 1')).getAttribute('aria-level')).toBe('3')
    expect(await heading('Camera 1')).toBeDefined()
  })

  test('by the address of a site works too · CLIENTS-002', async () => {
    await openClients(`/cams/clients/u?site=${siteId(2)}`)
    expect(await heading('Site 2')).toBeDefined()
  })
})

/** Starts renaming the first client. */
const startRename = async (server = new ClientsServer()) => {
  const opened = await openClients('/cams/clients', server)
  opened.tree.focus()
  await opened.pointer.keyboard('{Home}{F2}')
  return { ...opened, input: () => screen.queryByRole('textbox', { name: 'New name of Client 1' }) }
}

describe('renaming', () => {
  test('is saved by Enter · TREE-006', async () => {
    const { pointer, input, server } = await startRename()
    await pointer.keyboard('Harbour{Enter}')
    expect(await line('Harbour')).toBeDefined()
    expect(input()).toBeNull()
    expect(server.api.callsOf(updateProject).map((seen) => seen.body)).toEqual([{ name: 'Harbour' }])
  })

  test('is cancelled by Escape · TREE-007', async () => {
    const { pointer, input, server } = await startRename()
    await pointer.keyboard('Harbour{Escape}')
    expect(input()).toBeNull()
    expect(await line('Client 1')).toBeDefined()
    expect(server.api.callsOf(updateProject)).toHaveLength(0)
  })

  test('is cancelled by leaving · TREE-007', async () => {
    const { pointer, input, server } = await startRename()
    await pointer.keyboard('Harbour')
    await pointer.click(screen.getByRole('textbox', { name: 'Search clients, sites and cameras' }))
    expect(input()).toBeNull()
    expect(server.api.callsOf(updateProject)).toHaveLength(0)
  })

  test('does nothing with an empty name · TREE-008', async () => {
    const { pointer, input, server } = await startRename()
    await pointer.keyboard('{Delete}{Enter}')
    expect(input()).not.toBeNull()
    expect(server.api.callsOf(updateProject)).toHaveLength(0)
  })

  test('is refused if the server denies the right · TREE-005 TREE-010', async () => {
    const server = new ClientsServer(treeUser(), [buildProject(1, { permission: 'read' })])
    const { input } = await startRename(server)
    expect(input()).toBeNull()
    const notice = await screen.findByRole('alert')
    expect(within(notice).getByText('Error')).toBeDefined()
    expect(within(notice).getByText('This client can not be renamed')).toBeDefined()
  })

  test.each<UserType>([
    'SUPER_USER',
    'ADMIN_USER',
    'MEMBER_USER',
    'MEMBER_USER_READONLY',
    'EXTERNAL_USER',
    'EXTERNAL_USER_MASK_ONLY',
  ])('is possible for %s if the server allows it for this client · PERMISSIONS-019', async (role) => {
    const nodes = [buildProject(1, { permission: 'write' }), buildProject(2, { permission: 'read' })]
    const { pointer, input } = await startRename(new ClientsServer(treeUser({ roles: [role] }), nodes))
    expect(input()).not.toBeNull()
    await pointer.keyboard('{Escape}{ArrowDown}{F2}')
    expect((await screen.findByRole('alert')).textContent).toContain('This client can not be renamed')
  })

  test('is cancelled if the server refuses the change · TREE-005 TREE-010', async () => {
    const server = new ClientsServer()
    server.api.on(updateProject, () => failure('FORBIDDEN', 'no'))
    const { pointer } = await startRename(server)
    await pointer.keyboard('Harbour{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('This client can not be renamed')
    expect(await line('Client 1')).toBeDefined()
  })
})

test("the menu of a node leads to everyone's audit log · CLIENTS-008", async () => {
  const { pointer } = await openClients()
  await pointer.pointer({ keys: '[MouseRight]', target: await line('Client 1') })
  await pointer.click(await screen.findByRole('menuitem', { name: "View ALL clients' audit log" }))
  await waitFor(() => expect(location.pathname).toBe('/cams/audit-log'))
})

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
    const anchor = document.querySelector<HTMLElement>('[aria-haspopup=menu]')
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

describe('the search', () => {
  const search = () => screen.getByRole('textbox', { name: 'Search clients, sites and cameras' })
  const named = () => {
    const server = new ClientsServer()
    server.sites = [buildSite(1, { name: 'Hangar' }), buildSite(2)]
    return server
  }

  test('shows matches with the nodes above them, and is part of the address · VIEWS-010', async () => {
    const { pointer } = await openClients('/cams/clients', named())
    await pointer.type(search(), 'hang')
    // On a slow machine the search also runs for the first letters.
    await waitFor(() => expect(location.search).toBe('?search=hang'))
    expect((await line('Hangar')).getAttribute('aria-level')).toBe('2')
    expect(screen.getByRole('treeitem', { name: 'Client 1' })).toBeDefined()
    expect(screen.queryByRole('treeitem', { name: 'Site 2' })).toBeNull()
    expect(screen.queryByRole('treeitem', { name: 'Client 2' })).toBeNull()
    await pointer.click(await line('Hangar'))
    await heading('Hangar')
    expect(new URLSearchParams(location.search).get('search')).toBe('hang')
    expect(new URLSearchParams(location.search).get('site')).toBe(siteId(1))
    await pointer.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(await line('Client 2')).toBeDefined()
  })

  test('keeps the earlier rows when it fails, and shows an error · TREE-012 ERRORS-010', async () => {
    const server = named()
    const { pointer } = await openClients('/cams/clients', server)
    await pointer.type(search(), 'hang')
    await line('Hangar')
    server.api.on(listProjectTree, () => failure('INTERNAL', 'broken'))
    await pointer.type(search(), 'x')
    expect(within(await screen.findByRole('alert')).getByText('Warning')).toBeDefined()
    expect(screen.getByRole('treeitem', { name: 'Hangar' })).toBeDefined()
  })

  test('that finds nothing can be cleared with a button', async () => {
    const { pointer } = await openClients('/cams/clients', named())
    await pointer.type(search(), 'nowhere')
    await pointer.click(await screen.findByRole('button', { name: 'Remove all filters' }))
    expect(await line('Client 2')).toBeDefined()
    expect(location.search).toBe('')
  })
})

describe('a filter of the address', () => {
  test('is sent to the server, and its chip removes it · VIEWS-010', async () => {
    const { pointer, server } = await openClients('/cams/clients?thermal=true&integrations=email,api')
    const chips = within(await screen.findByRole('list', { name: 'Filters that are on' }))
    const sent = () => server.api.callsOf(listProjectTree).at(-1)?.query
    await waitFor(() => expect(sent()).toMatchObject({ thermal: 'true', integrations: 'email,api' }))
    await pointer.click(chips.getByRole('button', { name: 'Remove the filter “Thermal”' }))
    await waitFor(() => expect(sent()?.['thermal']).toBeUndefined())
    await pointer.click(chips.getByRole('button', { name: 'Remove the filter “API”' }))
    await waitFor(() => expect(sent()).toMatchObject({ integrations: 'email' }))
  })

  test('is chosen in a menu, where choosing the opposite of a filter replaces it', async () => {
    const { pointer, server } = await openClients('/cams/clients?masked=true')
    await pointer.click(await screen.findByRole('button', { name: 'Filter, 1 on' }))
    await pointer.click(await screen.findByRole('checkbox', { name: 'Without masks' }))
    await waitFor(() => expect(location.search).toBe('?unmasked=true'))
    await waitFor(() => expect(server.api.callsOf(listProjectTree).at(-1)?.query).toMatchObject({ unmasked: 'true' }))
  })
})

describe('selecting several nodes', () => {
  const checked = () =>
    screen
      .getAllByRole('treeitem')
      .filter((each) => each.getAttribute('aria-checked') === 'true')
      .map((each) => each.getAttribute('aria-label'))

  test('works with Ctrl, with Shift and with “select all”, and shows the number of cameras', async () => {
    const many = Array.from({ length: 6 }, (_, n) => buildProject(n + 1))
    const { pointer, tree } = await openClients('/cams/clients', new ClientsServer(treeUser(), many))
    await pointer.keyboard('{Control>}')
    await pointer.click(await line('Client 2'))
    await pointer.keyboard('{/Control}')
    expect(checked()).toEqual(['Client 2'])
    expect(location.search).toBe('')
    await pointer.keyboard('{Shift>}')
    await pointer.click(await line('Client 4'))
    await pointer.keyboard('{/Shift}')
    await waitFor(() => expect(checked()).toEqual(['Client 2', 'Client 3', 'Client 4']))
    expect(await screen.findByText('3 selected')).toBeDefined()
    expect(await screen.findByText('3 cameras')).toBeDefined()
    tree.focus()
    await pointer.keyboard('{Control>}a{/Control}')
    expect(checked()).toHaveLength(6)
    await pointer.keyboard('{Escape}')
    expect(checked()).toEqual([])
  })

  test('works by keyboard', async () => {
    const { pointer, tree } = await openClients()
    tree.focus()
    await pointer.keyboard('{Home}{Control>} {/Control}')
    expect(checked()).toEqual(['Client 1'])
    await pointer.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(checked()).toEqual(['Client 1', 'Client 2']))
  })
})

test('typed letters move to the next node whose name starts with them, even if that node is not loaded', async () => {
  const many = Array.from({ length: 250 }, (_, n) => buildProject(n + 1, { name: n === 240 ? 'Zoo' : `Client ${n}` }))
  const { pointer, tree } = await openClients('/cams/clients', new ClientsServer(treeUser(), many))
  tree.focus()
  await pointer.keyboard('{Home}zo')
  await waitFor(() => expect(tree.getAttribute('aria-activedescendant')).toContain(projectId(241)))
  expect(tree.scrollTop).toBeGreaterThan(200 * 30)
})

describe('groups', () => {
  const admin = () => buildUser({ permissions: ['project.create', 'node.read', 'node.write', 'groups.manage'] })
  const group = { id: siteId(70), name: 'Key accounts', projectCount: 2 }

  test('are assigned in the menu of a client · CLIENTS-009', async () => {
    const server = new ClientsServer(admin())
    server.api
      .on(listGroups, () => [group])
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

  test('cannot be assigned by a user who does not manage them', async () => {
    const { pointer } = await openClients()
    await pointer.pointer({ keys: '[MouseRight]', target: await line('Client 2') })
    await screen.findByRole('menuitem', { name: 'Open alarms' })
    expect(screen.queryByRole('menuitem', { name: 'Assign to group' })).toBeNull()
  })

  const openGroups = async () => {
    const server = new ClientsServer(admin())
    let groups = [group]
    server.api
      .on(listGroups, () => groups)
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
