import {
  getSite,
  listProjectTree,
  listTreeSites,
  listTreeViews,
  login,
  updateProject,
  type UserType,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { ROOT } from './model/tree-levels.ts'
import { loadedStore } from './state/tree-pages.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildProject, projectId, siteId, viewId } from './testing/node-factory.ts'
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

    /** A server whose last page arrives only when `lastPage` is resolved. */
    function slowServer() {
      const lastPage = Promise.withResolvers<void>()
      const server = new ClientsServer(treeUser(), many)
      server.api.on(listProjectTree, async ({ query }) => {
        const page = Number(query['page'])
        if (page === 5) await lastPage.promise
        const rows = many.slice((page - 1) * 100, page * 100).map((row) => ({ ...row, matchCount: row.viewCount }))
        return { rows, count: many.length, countIsExact: true, page, limit: 100 }
      })
      return { server, lastPage }
    }
    const askedFor = ({ api }: ClientsServer) => api.callsOf(listProjectTree).map(({ query }) => query['page'])

    test('the last page is loaded, and its last node gets the focus', async () => {
      const { server, lastPage } = slowServer()
      const { tree, pointer } = await openClients('/cams/clients', server)
      tree.focus()
      await pointer.keyboard('{End}')
      await waitFor(() => expect(askedFor(server)).toEqual(['1', '5']))
      lastPage.resolve()
      await waitFor(() => expect(active(tree)).toContain(projectId(450)))
      expect(tree.scrollTop).toBeGreaterThan(430 * 30 - 640)
    })

    test('the focus stays where the user has moved it meanwhile', async () => {
      const { server, lastPage } = slowServer()
      const { tree, pointer } = await openClients('/cams/clients', server)
      tree.focus()
      await pointer.keyboard('{End}')
      await waitFor(() => expect(askedFor(server)).toEqual(['1', '5']))
      await pointer.keyboard('{Home}{ArrowDown}')
      await act(async () => lastPage.resolve())
      await waitFor(() => expect(loadedStore.get().levels.get(ROOT)?.pages.has(4)).toBe(true))
      expect(active(tree)).toContain(projectId(2))
      expect(tree.scrollTop).toBe(0)
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
    expect(server.api.callsOf(updateProject).map((seen) => seen.body)).toEqual([
      { name: 'Harbour', basedOn: { name: 'Client 1' } },
    ])
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
