import { describe, expect, test } from 'vitest'
import { type Level, layOut, PAGE_ROWS, ROOT, type TreeNode, type TreeRow } from './tree-levels.ts'

const node = (kind: TreeNode['kind'], id: string, parentId: string | null): TreeNode => ({
  kind,
  id,
  name: id,
  projectId: 'c',
  parentId,
  permission: 'write',
  active: true,
  pausedUntil: null,
  ownPauseUntil: null,
  arming: null,
  childCount: 1,
  matchCount: 1,
})

/** A level of which only these pages are loaded. */
function level(id: string, kind: TreeNode['kind'], count: number, pages: readonly number[]): Level {
  const rowsOf = (page: number) =>
    Array.from({ length: Math.min(PAGE_ROWS, count - page * PAGE_ROWS) }, (_, at) =>
      node(kind, `${id ? `${id}.` : 'c'}${page * PAGE_ROWS + at}`, id || null),
    )
  return { id, count, pages: new Map(pages.map((page) => [page, rowsOf(page)])), error: undefined }
}

const levels = (...all: Level[]) => new Map(all.map((each) => [each.id, each]))
const say = (row: TreeRow | undefined) => row && (row.type === 'node' ? `${'·'.repeat(row.level)}${row.key}` : row.type)

describe('rows', () => {
  const open = layOut(
    levels(level(ROOT, 'project', 250, [0, 2]), level('c1', 'site', 3, [0]), level('c1.1', 'view', 2, [0])),
    new Set(['c1', 'c1.1', 'c210', 'gone']),
  )

  test('are counted by the sizes of their levels, whether they are loaded or not', () => {
    expect(open.length).toBe(250 + 3 + 2 + 1)
    expect(open.at(-1)).toBeUndefined()
    expect(open.at(open.length)).toBeUndefined()
  })

  test('of children follow the opened node', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((at) => say(open.at(at)))).toEqual([
      '·c0',
      '·c1',
      '··c1.0',
      '··c1.1',
      '···c1.1.0',
      '···c1.1.1',
      '··c1.2',
      '·c2',
    ])
  })

  test('that are not loaded yet are shown as waiting, in their place', () => {
    expect(open.at(5 + 101)).toMatchObject({ type: 'waiting', index: 102, of: 250 })
    expect(say(open.at(5 + 200))).toBe('·c200')
  })

  test('of children that are not loaded yet are one line', () => {
    expect([210, 211, 212].map((at) => say(open.at(5 + at)))).toEqual(['·c210', 'loading', '·c211'])
  })

  test('contain their position in their level for assistive technology', () => {
    expect(open.at(6)).toMatchObject({ level: 2, index: 3, of: 3, expanded: false })
  })
})

describe('positions', () => {
  const open = layOut(levels(level(ROOT, 'project', 250, [0, 2]), level('c1', 'site', 150, [1])), new Set(['c1']))

  test('of rows are those where they are drawn, whether they are loaded or not', () => {
    expect(open.indexOf('c0')).toBe(0)
    expect(open.indexOf('c2')).toBe(152)
    expect(open.indexOf('c1.100')).toBe(102)
    expect(open.indexOf('c150')).toBeUndefined()
    expect(open.positionIn('c1', 50)).toBe(52)
    expect(open.positionIn(ROOT, 150)).toBe(300)
    expect(open.positionIn('c2', 0)).toBeUndefined()
  })

  test('lead to rows, and these rows to the same positions', () => {
    expect(open.length).toBe(400)
    for (let at = 0; at < open.length; at++) {
      const row = open.at(at)
      if (row?.type === 'node') expect(open.indexOf(row.key)).toBe(at)
      if (row?.type === 'waiting') expect(open.positionIn(row.parentId, row.index - 1)).toBe(at)
    }
  })

  test('behind the end of a level are that of its last row', () => {
    expect(open.positionIn('c1', 9_999)).toBe(151)
  })
})

describe('pages', () => {
  const open = layOut(levels(level(ROOT, 'project', 250, [0]), level('c1', 'site', 150, [0])), new Set(['c1', 'c2']))

  test('of the displayed rows come from every displayed level', () => {
    expect(open.pagesOf(0, 10)).toEqual([
      { levelId: ROOT, page: 0 },
      { levelId: 'c1', page: 0 },
    ])
    expect(open.pagesOf(120, 160)).toEqual([
      { levelId: 'c1', page: 1 },
      { levelId: ROOT, page: 0 },
      { levelId: 'c2', page: 0 },
    ])
    expect(open.pagesOf(390, 400)).toEqual([{ levelId: ROOT, page: 2 }])
  })

  test('of a level that is still unknown are only its first page', () => {
    expect(layOut(new Map(), new Set()).pagesOf(0, 30)).toEqual([{ levelId: ROOT, page: 0 }])
  })
})

test('a client of 50,000 sites is laid out in a moment', () => {
  const all = levels(
    level(ROOT, 'project', 10_000, [0]),
    level(
      'c1',
      'site',
      50_000,
      Array.from({ length: 500 }, (_, page) => page),
    ),
  )
  const began = performance.now()
  const open = layOut(all, new Set(['c1', 'c1.10']))
  expect(open.length).toBe(60_001)
  expect(performance.now() - began).toBeLessThan(100)
})

test('an opened node without children has a row that says so, and a node that failed has a row with the error', () => {
  const error = new Error('broken')
  const rows = layOut(
    levels(level(ROOT, 'project', 2, [0]), level('c0', 'site', 0, [0]), {
      id: 'c1',
      count: undefined,
      pages: new Map(),
      error,
    }),
    new Set(['c0', 'c1']),
  )
  expect([0, 1, 2, 3].map((at) => say(rows.at(at)))).toEqual(['·c0', 'empty', '·c1', 'error'])
  expect(rows.at(3)).toMatchObject({ error, parentId: 'c1' })
})
