import { describe, expect, test } from 'vitest'
import { type ListAddress, listAddress, listControl } from './list-address.ts'
import { listState } from './list-state.ts'
import { rowAfter } from './row-keys.ts'
import { everyPage, rowsAsCsv } from './rows-as-csv.ts'
import { allState, toggleAll, toggleRow } from './selected-rows.ts'
import { shownColumns, toggleColumn } from './shown-columns.ts'
import { nextSort, readSort, sortRows } from './sort-rows.ts'

describe('the address of a list', () => {
  type Address = ListAddress & { status?: string | undefined; roles?: string[] | undefined; company?: string }
  /** Where one change of an address leads. */
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

  test('drops what it cannot read', () => {
    expect(listAddress.parse({ page: 0, search: 7, sort: 'name' })).toEqual({ sort: 'name' })
  })

  test('goes to the first page when another list is asked for, and keeps the rest', () => {
    const address = { page: 4, search: 'ada', sort: '-name' }
    expect(after(address, (list) => list.set({ status: 'active' }))).toEqual({
      search: 'ada',
      sort: '-name',
      status: 'active',
    })
  })

  test('does not hold what is empty', () => {
    expect(after({ search: 'ada', roles: ['a'] }, (list) => list.set({ search: '', roles: [] }))).toEqual({})
  })

  test('holds a page from the second on', () => {
    expect(after({ search: 'ada' }, (list) => list.toPage(2))).toEqual({ search: 'ada', page: 2 })
    expect(after({ search: 'ada', page: 2 }, (list) => list.toPage(1)).page).toBeUndefined()
  })

  test('loses search and filters alone when they are cleared', () => {
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

describe('what stands in the place of the list', () => {
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
    // What is there stays in sight.
    ['rows', { ...query, data: { rows: [1], count: 1 }, error: new Error('broken') }, plain],
  ] as const)('%s', (state, given, list) => {
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

  test('of texts is that of people, numbers in them by size, and of numbers by size', () => {
    expect(names('name')).toEqual(['Cam 2', 'cam 10', null])
    expect(sortRows(rows, columns, 'size').map(({ size }) => size)).toEqual([1, 2, 10])
  })

  test('can be turned round, and what has no value stays last', () => {
    expect(names('-name')).toEqual(['cam 10', 'Cam 2', null])
  })

  test.each([undefined, '', '-', 'plain', 'unknown'])('by %j is that of the server', (sort) => {
    expect(sortRows(rows, columns, sort)).toBe(rows)
  })

  test('goes up, down and back', () => {
    expect(nextSort(undefined, 'name')).toBe('name')
    expect(nextSort('size', 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBeUndefined()
    expect(readSort('-name')).toEqual({ key: 'name', descending: true })
  })
})

describe('the selection', () => {
  const keys = ['a', 'b', 'c', 'd']
  test('has one row more or less', () => {
    expect([...toggleRow(new Set(['a']), keys, 'c')]).toEqual(['a', 'c'])
    expect([...toggleRow(new Set(['a', 'c']), keys, 'c')]).toEqual(['a'])
  })

  test('has all rows from the last pressed one on, in both directions, chosen or taken away', () => {
    expect([...toggleRow(new Set(['a']), keys, 'c', 'a')]).toEqual(['a', 'b', 'c'])
    expect([...toggleRow(new Set(['d']), keys, 'b', 'd')].toSorted()).toEqual(['b', 'c', 'd'])
    expect([...toggleRow(new Set(keys), keys, 'c', 'b')]).toEqual(['a', 'd'])
  })

  test('has one row alone where the last pressed one is on another page', () => {
    expect([...toggleRow(new Set(), keys, 'b', 'elsewhere')]).toEqual(['b'])
  })

  test('has all rows of the page, or none', () => {
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

  test('of an empty page is none', () => {
    expect(allState(new Set(['a']), [])).toBe('none')
  })
})

describe('columns', () => {
  const columns = [{ key: 'name', fixed: true }, { key: 'email' }, { key: 'role' }]
  const left = (hidden: readonly string[]) => shownColumns(columns, hidden).map(({ key }) => key)
  test('are those that nobody took away, and what the list cannot do without', () => {
    expect(left([])).toEqual(['name', 'email', 'role'])
    expect(left(['email', 'name', 'gone'])).toEqual(['name', 'role'])
  })

  test('are taken away and brought back, and those that are no more are forgotten', () => {
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
  ])('%s leads from row %d to %s', (key, row, next) => {
    expect(rowAfter(key, row, 3)).toBe(next)
  })

  test('lead nowhere where there is no row', () => {
    expect(rowAfter('ArrowDown', -1, 0)).toBeUndefined()
  })
})

describe('a file of the list', () => {
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

  /** A server with so many rows, four to a page. */
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

  test('has the rows of all pages, and no page is asked for in vain', async () => {
    const { asked, load } = server(8)
    await expect(everyPage(load)).resolves.toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(asked).toEqual([1, 2])
  })

  test('has the rows that nobody counted', async () => {
    await expect(everyPage(server(9, false).load)).resolves.toHaveLength(9)
  })

  test('is empty where the list is', async () => {
    await expect(everyPage(server(0).load)).resolves.toEqual([])
  })
})
