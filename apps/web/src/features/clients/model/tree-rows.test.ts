import { expect, test } from 'vitest'
import { buildProject, buildSite, buildView, projectId, siteId, viewId } from '../testing/node-factory.ts'
import { refOf } from './node-ref.ts'
import { findByPrefix, moveByKey } from './tree-keys.ts'
import { buildRows, type TreeSources } from './tree-rows.ts'

const none = { data: undefined, error: null }
const known: TreeSources = {
  sites: (id) => ({ data: id === projectId(1) ? [buildSite(1), buildSite(2)] : [], error: null }),
  views: (id) => ({ data: id === siteId(1) ? [buildView(1)] : [], error: null }),
}
const projects = [buildProject(1), buildProject(2, { name: 'Bakery' })]
const open = (...ids: string[]) => new Set(ids)
const names = (rows: ReturnType<typeof buildRows>) =>
  rows.map((row) => (row.type === 'node' ? `${'  '.repeat(row.level - 1)}${row.node.name}` : `(${row.type})`))

test('closed nodes show no children', () => {
  expect(names(buildRows(projects, 2, open(), known))).toEqual(['Client 1', 'Bakery'])
})

test('open nodes are followed by their children', () => {
  const rows = buildRows(projects, 2, open(projectId(1), siteId(1)), known)
  expect(names(rows)).toEqual(['Client 1', '  Site 1', '    Camera 1', '  Site 2', 'Bakery'])
})

test('an open node shows that its children are loading, missing, or failed', () => {
  const failing: TreeSources = {
    sites: (id) => (id === projectId(1) ? { data: undefined, error: new Error('away') } : none),
    views: () => none,
  }
  const rows = buildRows(projects, 2, open(projectId(1), projectId(2)), failing)
  expect(names(rows)).toEqual(['Client 1', '(error)', 'Bakery', '(loading)'])
  expect(names(buildRows(projects, 2, open(projectId(2)), known))).toEqual(['Client 1', 'Bakery', '(empty)'])
})

test('the loaded part of a huge list shows the total count', () => {
  const [first] = buildRows(projects, 20_000, open(), known)
  expect(first).toMatchObject({ index: 1, of: 20_000 })
})

test('a node knows the ids of its parents', () => {
  const rows = buildRows(projects, 2, open(projectId(1), siteId(1)), known)
  const nodes = rows.flatMap((row) => (row.type === 'node' ? [row.node] : []))
  expect(nodes.slice(0, 3).map((node) => refOf(rows, node))).toMatchObject([
    { projectId: projectId(1), siteId: null },
    { projectId: projectId(1), siteId: null },
    { id: viewId(1), projectId: projectId(1), siteId: siteId(1) },
  ])
})

const rows = buildRows(projects, 2, open(projectId(1), siteId(1)), known)

test.each([
  ['ArrowDown', projectId(1), { active: siteId(1) }],
  ['ArrowUp', siteId(1), { active: projectId(1) }],
  ['ArrowUp', projectId(1), { active: projectId(1) }],
  ['Home', viewId(1), { active: projectId(1) }],
  ['End', projectId(1), { active: projectId(2) }],
  ['PageDown', projectId(1), { active: projectId(2) }],
  ['ArrowRight', projectId(1), { active: siteId(1) }],
  ['ArrowRight', projectId(2), { toggle: projectId(2) }],
  ['ArrowRight', viewId(1), undefined],
  ['ArrowLeft', siteId(1), { toggle: siteId(1) }],
  ['ArrowLeft', viewId(1), { active: siteId(1) }],
  ['ArrowLeft', projectId(2), undefined],
  ['Enter', siteId(1), { select: siteId(1) }],
  [' ', viewId(1), { select: viewId(1) }],
  ['ArrowDown', undefined, { active: projectId(1) }],
  ['Enter', undefined, undefined],
  ['q', projectId(1), undefined],
])('%s on %s', (key, active, move) => {
  expect(moveByKey(rows, active, key)).toEqual(move)
})

test('a letter moves to the next name that starts with it, and wraps around', () => {
  expect(findByPrefix(rows, projectId(1), 's')).toBe(siteId(1))
  expect(findByPrefix(rows, siteId(1), 's')).toBe(siteId(2))
  expect(findByPrefix(rows, siteId(2), 'ss')).toBe(siteId(1))
})

test('more letters stay on the matching name', () => {
  expect(findByPrefix(rows, siteId(1), 'site')).toBe(siteId(1))
  expect(findByPrefix(rows, siteId(1), 'site 2')).toBe(siteId(2))
  expect(findByPrefix(rows, siteId(1), 'zoo')).toBeUndefined()
})
