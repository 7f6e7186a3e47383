// One client of 50,000 sites: many have equal names, the others names of 100 wide characters. The server has all, the tree few of them.
import { findPlace, findTypedSite, listTreeSites } from '@winnow/contract'
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildProject, buildSite, projectId, siteId } from './testing/node-factory.ts'
import { line, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const SITES = 50_000
const PAGE = 100
const WIDE = '警'.repeat(95)
/** The site that is typed or named in the address, far away from all loaded rows. */
const FAR = 49_777

const site = (n: number) => buildSite(n, { name: n <= 300 ? 'Depot' : `${WIDE}${String(n).padStart(5, '0')}` })

function largeServer(): ClientsServer {
  const server = new ClientsServer(treeUser(), [buildProject(1, { siteCount: SITES })])
  server.sites = [site(FAR)]
  server.api
    .on(listTreeSites, ({ query }) => {
      const page = Number(query['page'])
      const numbers = Array.from({ length: PAGE }, (_, at) => (page - 1) * PAGE + at + 1)
      const rows = numbers.map((n) => ({ ...site(n), matchCount: 1 }))
      return { rows, count: SITES, countIsExact: true, page, limit: PAGE }
    })
    .on(findTypedSite, () => ({ found: { id: siteId(FAR), index: FAR - 1 } }))
    .on(findPlace, () => ({
      steps: [
        { kind: 'project' as const, id: projectId(1), index: 0 },
        { kind: 'site' as const, id: siteId(FAR), index: FAR - 1 },
      ],
    }))
  return server
}

async function openLarge(path = '/cams/clients') {
  const opened = await openClients(path, largeServer())
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(2_000_000)
  const { tree, server } = opened
  return {
    ...opened,
    active: () => tree.getAttribute('aria-activedescendant'),
    pages: () => [...new Set(server.api.callsOf(listTreeSites).map(({ query }) => Number(query['page'])))],
  }
}

test('End and the page keys reach the last of 50,000 sites, and load only the pages in sight', async () => {
  const { pointer, tree, active, pages } = await openLarge()
  tree.focus()
  await pointer.keyboard('{Home}{ArrowRight}')
  await waitFor(() => expect(pages()).toEqual([1]))
  await pointer.keyboard('{End}')
  await waitFor(() => expect(active()).toContain(siteId(SITES)))
  expect((await line(site(SITES).name)).getAttribute('aria-posinset')).toBe(String(SITES))
  await pointer.keyboard('{PageUp}')
  await waitFor(() => expect(active()).toContain(siteId(SITES - 10)))
  expect(pages()).toEqual([1, 500])
})

test('arrow keys go through sites of equal names one by one', async () => {
  const { pointer, tree, active } = await openLarge()
  tree.focus()
  await pointer.keyboard('{Home}{ArrowRight}')
  await waitFor(() => expect(tree.querySelectorAll('[aria-level="2"]').length).toBeGreaterThan(3))
  await pointer.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(active()).toContain(siteId(3))
})

test('typed letters move to a site that is not loaded yet', async () => {
  const { pointer, tree, active, pages, server } = await openLarge()
  tree.focus()
  await pointer.keyboard('{Home}{ArrowRight}')
  await waitFor(() => expect(tree.querySelectorAll('[aria-level="2"]').length).toBeGreaterThan(3))
  await pointer.keyboard('{ArrowDown}警')
  await waitFor(() => expect(active()).toContain(siteId(FAR)))
  expect(server.api.callsOf(findTypedSite)[0]?.query).toMatchObject({ startsWith: '警' })
  expect(pages().toSorted((a, b) => a - b)).toEqual([1, 498])
})

test.each([
  ['contextProjectId', `/cams/clients?contextProjectId=${siteId(FAR)}`],
  ['the open pane', `/cams/clients/u?site=${siteId(FAR)}`],
])('a site that is not loaded yet is scrolled to when it is named by %s · CLIENTS-006', async (_what, path) => {
  const { pages, tree } = await openLarge(path)
  expect(await line(site(FAR).name)).toBeDefined()
  expect(pages()).toContain(498)
  // A line has 30 pixels, the list 640; one line of the client comes before the sites.
  expect(tree.scrollTop).toBeGreaterThan(FAR * 30 - 640)
  expect(tree.scrollTop).toBeLessThanOrEqual(FAR * 30)
})
