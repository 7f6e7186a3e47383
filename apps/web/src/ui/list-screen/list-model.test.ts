import { describe, expect, test } from 'vitest'
import { type ListAddress, listAddress, listControl } from './list-address.ts'
import { listState } from './list-state.ts'
import { rowAfter } from './row-keys.ts'
import { eachOnce, everyPage, rowsAsCsv } from './rows-as-csv.ts'
import { allState, toggleAll, toggleRow } from './selected-rows.ts'
import { shownColumns, toggleColumn } from './shown-columns.ts'
import { nextSort, readSort, sortIn, sortRows } from './sort-rows.ts'

describe('the address of a list', () => {
  type Address = ListAddress & { status?: string | undefined; roles?: string[] | undefined; company?: string }
  /** The address after one change. */
  const after = (address: Address, change: (list: ReturnType<typeof listControl<Address>>) => void) => {
    let next: Address = address
    change(
      listControl<Address>(
        address,
        (to) => {
          next = to
        },
        ['company'],
      ),
    )
    return next
  }

  test('drops invalid parameters', () => {
    expect(listAddress.parse({ page: 0, search: 7, sort: 'name' })).toEqual({ sort: 'name' })
  })

  test('returns to the first page when the search or filter changes, and keeps the rest', () => {
    const address = { page: 4, search: 'ada', sort: '-name' }
    expect(after(address, (list) => list.set({ status: 'active' }))).toEqual({
      search: 'ada',
      sort: '-name',
      status: 'active',
    })
  })

  test('contains no empty values', () => {
    expect(after({ search: 'ada', roles: ['a'] }, (list) => list.set({ search: '', roles: [] }))).toEqual({})
  })

  test('contains the page from the second on', () => {
    expect(after({ search: 'ada' }, (list) => list.toPage(2))).toEqual({ search: 'ada', page: 2 })
    expect(after({ search: 'ada', page: 2 }, (list) => list.toPage(1)).page).toBeUndefined()
  })

  test('loses only search and filters when they are cleared', () => {
    const address = { page: 2, search: 'ada', sort: 'name', status: 'active', company: 'one' }
    expect(after(address, (list) => list.clear())).toEqual({ sort: 'name', company: 'one' })
  })

  test.each<[Address, boolean]>([
    [{}, false],
    [{ page: 3, sort: 'name', company: 'one' }, false],
    [{ search: '', roles: [] }, false],
    [{ search: 'ada' }, true],
    [{ roles: ['a'] }, true],
  ])('of %j narrows the list: %s', (address, isNarrowed) => {
    expect(listControl<Address>(address, () => undefined, ['company']).isNarrowed).toBe(isNarrowed)
  })
})

describe('the placeholder of a list', () => {
  const query = { data: undefined, isPending: false, error: null, refetch: () => undefined }
  const none = { rows: [], count: 0 }
  const plain = { page: 1, isNarrowed: false }
  test.each([
    ['loading', { ...query, isPending: true }, plain],
    ['failed', { ...query, error: new Error('broken') }, plain],
    ['empty', { ...query, data: none }, plain],
    ['nothing-found', { ...query, data: none }, { page: 1, isNarrowed: true }],
    ['beyond', { ...query, data: none }, { page: 3, isNarrowed: true }],
    ['rows', { ...query, data: { rows: [1], count: 1 } }, plain],
    // Loaded rows stay visible.
    ['rows', { ...query, data: { rows: [1], count: 1 }, error: new Error('broken') }, plain],
  ] as const)('has the state %s for the query %j of the list %j', (state, given, list) => {
    expect(listState(given, list)).toBe(state)
  })
})

describe('the order of rows', () => {
  const columns = [
    { key: 'name', sortBy: (row: { name: string | null; size: number }) => row.name },
    { key: 'size', sortBy: (row: { name: string | null; size: number }) => row.size },
    { key: 'plain' },
  ]
  const rows = [
    { name: 'cam 10', size: 2 },
    { name: null, size: 10 },
    { name: 'Cam 2', size: 1 },
  ]
  const names = (sort: string | undefined) => sortRows(rows, columns, sort).map(({ name }) => name)

  test('sorts numbers by value, also numbers within texts, and ignores the case of letters', () => {
    expect(names('name')).toEqual(['Cam 2', 'cam 10', null])
    expect(sortRows(rows, columns, 'size').map(({ size }) => size)).toEqual([1, 2, 10])
  })

  test('can be reversed, and missing values stay last', () => {
    expect(names('-name')).toEqual(['cam 10', 'Cam 2', null])
  })

  test.each([undefined, '', '-', 'plain', 'unknown'])('by %j is the server’s', (sort) => {
    expect(sortRows(rows, columns, sort)).toBe(rows)
  })

  test('switches between ascending, descending and none', () => {
    expect(nextSort(undefined, 'name')).toBe('name')
    expect(nextSort('size', 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBeUndefined()
    expect(readSort('-name')).toEqual({ key: 'name', descending: true })
  })

  test.each([
    // The default order is never in the address, and every column can be sorted in both directions.
    [undefined, 'name', 'name', '-name'],
    ['-name', 'name', 'name', undefined],
    [undefined, 'size', 'name', 'size'],
    ['size', 'size', 'name', '-size'],
    ['-size', 'size', 'name', undefined],
    ['-size', 'name', 'name', undefined],
    [undefined, 'time', '-time', 'time'],
    ['time', 'time', '-time', undefined],
  ])('changes from %j, after a press on %s with the default %s, to %j', (now, key, usual, next) => {
    expect(nextSort(now, key, usual)).toBe(next)
  })

  test.each([
    ['size', 'size'],
    ['-size', '-size'],
    ['password', undefined],
    ['--size', undefined],
    [undefined, undefined],
  ])('that the address gives as %j is sent to the server as %j', (text, asked) => {
    expect(sortIn(['name', 'size'], text)).toBe(asked)
  })
})

describe('the selection', () => {
  const keys = ['a', 'b', 'c', 'd']
  test('adds or removes one row', () => {
    expect([...toggleRow(new Set(['a']), keys, 'c')]).toEqual(['a', 'c'])
    expect([...toggleRow(new Set(['a', 'c']), keys, 'c')]).toEqual(['a'])
  })

  test('changes for all rows from the last clicked one, in both directions, for selecting and deselecting', () => {
    expect([...toggleRow(new Set(['a']), keys, 'c', 'a')]).toEqual(['a', 'b', 'c'])
    expect([...toggleRow(new Set(['d']), keys, 'b', 'd')].toSorted()).toEqual(['b', 'c', 'd'])
    expect([...toggleRow(new Set(keys), keys, 'c', 'b')]).toEqual(['a', 'd'])
  })

  test('changes for one row if the last clicked one is on another page', () => {
    expect([...toggleRow(new Set(), keys, 'b', 'elsewhere')]).toEqual(['b'])
  })

  test('covers all rows of the page, or none', () => {
    expect([...toggleAll(new Set(['b']), keys)]).toEqual(keys)
    expect([...toggleAll(new Set(keys), keys)]).toEqual([])
  })

  test.each([
    ['none', ['elsewhere']],
    ['some', ['a']],
    ['all', ['a', 'b', 'c', 'd', 'elsewhere']],
  ] as const)('of %s', (state, selected) => {
    expect(allState(new Set(selected), keys)).toBe(state)
  })

  test('of an empty page is empty', () => {
    expect(allState(new Set(['a']), [])).toBe('none')
  })
})

describe('columns', () => {
  const columns = [{ key: 'name', fixed: true }, { key: 'email' }, { key: 'role' }]
  const left = (hidden: readonly string[]) => shownColumns(columns, hidden).map(({ key }) => key)
  test('are visible unless they are hidden, and required ones are always visible', () => {
    expect(left([])).toEqual(['name', 'email', 'role'])
    expect(left(['email', 'name', 'gone'])).toEqual(['name', 'role'])
  })

  test('can be hidden and shown again, and unknown ones are dropped', () => {
    expect(toggleColumn(columns, ['gone'], 'email')).toEqual(['email'])
    expect(toggleColumn(columns, ['email', 'role'], 'email')).toEqual(['role'])
  })
})

describe('keys', () => {
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 1, 2],
    ['ArrowDown', 2, 2],
    ['ArrowUp', 0, 0],
    ['ArrowUp', 2, 1],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['a', 0, undefined],
  ])('of the keyboard: %s moves from row %d to %s', (key, row, next) => {
    expect(rowAfter(key, row, 3)).toBe(next)
  })

  test('do nothing without rows', () => {
    expect(rowAfter('ArrowDown', -1, 0)).toBeUndefined()
  })
})

describe('an exported list', () => {
  test('has a line for each row, without formulas', () => {
    const columns = [
      { name: 'Name', text: (row: { name: string; size: number | null }) => row.name },
      { name: 'Size', text: (row: { name: string; size: number | null }) => row.size },
    ]
    const rows = [
      { name: 'a "b", c', size: 3 },
      { name: '=1+1', size: null },
    ]
    expect(rowsAsCsv(rows, columns)).toBe('\uFEFF"Name","Size"\r\n"a ""b"", c","3"\r\n"\'=1+1",""\r\n')
  })

  const unwatched = { signal: new AbortController().signal, onProgress: () => undefined }

  /** A server with this number of rows, four per page. */
  const server = (all: number, countIsExact?: boolean) => {
    const asked: number[] = []
    const load = (page: number) => {
      asked.push(page)
      const rows = Array.from({ length: all }, (_, row) => row).slice((page - 1) * 4, page * 4)
      const count = countIsExact === false ? 4 : all
      return Promise.resolve({ rows, count, ...(countIsExact === undefined ? {} : { countIsExact }) })
    }
    return { asked, load }
  }

  test('has the rows of all pages, and requests no page in vain', async () => {
    const { asked, load } = server(8)
    const { signal } = new AbortController()
    const told: string[] = []
    const onProgress = (done: number, count: number) => void told.push(`${done}/${count}`)
    await expect(everyPage(load, { signal, onProgress })).resolves.toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(asked).toEqual([1, 2])
    expect(told).toEqual(['4/8', '8/8'])
  })

  test('can be cancelled between two pages', async () => {
    const abort = new AbortController()
    const { asked, load } = server(12)
    const onProgress = () => abort.abort()
    await expect(everyPage(load, { signal: abort.signal, onProgress })).rejects.toThrow('abort')
    expect(asked).toEqual([1, 2])
  })

  test('contains each row once, even if two pages returned it because another row was added meanwhile', () => {
    expect(eachOnce(['a', 'b', 'b', 'c'], (row) => row)).toEqual(['a', 'b', 'c'])
  })

  test.each([
    ['on the page before', 1, 3],
    ['on several pages before', 2, 6],
  ])('misses no row when others, %s, are deleted meanwhile', async (_where, after, gone) => {
    let rows = Array.from({ length: 14 }, (_, row) => row)
    const load = async (page: number) => {
      const reply = { rows: rows.slice((page - 1) * 4, page * 4), count: rows.length }
      if (page === after && rows.length === 14) rows = rows.slice(gone)
      return reply
    }
    const all = eachOnce(await everyPage(load, unwatched), String)
    expect(all.filter((row) => row >= gone)).toEqual(rows)
  })

  test('has all rows without a known count', async () => {
    await expect(everyPage(server(9, false).load, unwatched)).resolves.toHaveLength(9)
  })

  test('is empty if the list is empty', async () => {
    await expect(everyPage(server(0).load, unwatched)).resolves.toEqual([])
  })
})
