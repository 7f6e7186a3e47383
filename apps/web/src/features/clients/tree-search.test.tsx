import { listProjectTree } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildProject, buildSite, projectId, siteId } from './testing/node-factory.ts'
import { heading, line, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

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
