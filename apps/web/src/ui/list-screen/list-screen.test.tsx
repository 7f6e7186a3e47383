import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createI18n } from '@winnow/i18n'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startKeys } from '../../lib/commands/dispatcher.ts'
import { createStore, useStore } from '../../lib/create-store.ts'
import { setErrorSink } from '../../lib/errors/error-handler.ts'
import { ThemeProvider } from '../../theme/theme-provider.tsx'
import { type ListAddress, listControl } from './list-address.ts'
import type { ListScreenProps } from './list-screen-props.ts'
import { ListScreen } from './list-screen.tsx'
import { hiddenColumnsStore } from './shown-columns.ts'

interface Row {
  id: string
  name: string
  size: number
}

const i18n = await createI18n('en', [initReactI18next])
const ROWS: Row[] = [
  { id: '1', name: 'Yard', size: 3 },
  { id: '2', name: 'Gate', size: 20 },
  { id: '3', name: 'Hall', size: 1 },
]
const opened = vi.fn<(row: Row) => void>()

const withRows = (rows: readonly Row[], count = rows.length) => ({
  data: { rows, count },
  isPending: false,
  error: null,
  refetch: () => undefined,
})

const textOf = (file = new Blob()): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.readAsText(file)
  })

/** Renders the list at an address, and returns access to its current address. */
function show(given: Partial<ListScreenProps<Row>> = {}, address: ListAddress = {}) {
  const store = createStore(address)
  function Page() {
    const now = useStore(store)
    return (
      <ListScreen
        label="Sites"
        query={withRows(ROWS)}
        list={listControl(now, (next) => store.set(() => next))}
        rowKey={(row) => row.id}
        empty={{ title: 'No sites', body: 'Add one.' }}
        columns={[
          {
            key: 'name',
            name: 'Name',
            fixed: true,
            sortBy: (row) => row.name,
            text: (row) => row.name,
            render: (row) => (
              <button type="button" onClick={() => opened(row)}>
                {row.name}
              </button>
            ),
          },
          { key: 'size', name: 'Size', sortBy: (row) => row.size, text: (row) => row.size, render: (row) => row.size },
          {
            key: 'delete',
            name: 'Delete',
            hideName: true,
            fixed: true,
            render: (row) => <button type="button">Delete {row.name}</button>,
          },
        ]}
        {...given}
      />
    )
  }
  render(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <Page />
      </ThemeProvider>
    </I18nextProvider>,
  )
  return { pointer: userEvent.setup(), address: store.get, go: (next: ListAddress) => act(() => store.set(() => next)) }
}

const namesShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('button')[0]?.textContent)

beforeEach(() => hiddenColumnsStore.set({}))
afterEach(() => opened.mockReset())

describe('states of a list', () => {
  test('it has only the controls that it was configured with', () => {
    show()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /columns|csv/i })).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('while loading it reserves the space of its rows', () => {
    show({ query: { ...withRows([]), data: undefined, isPending: true } })
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
  })

  test('after an error it offers a retry', async () => {
    const refetch = vi.fn<() => void>()
    const { pointer } = show({ query: { data: undefined, isPending: false, error: new Error('broken'), refetch } })
    await pointer.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  test('when empty it shows the next step', async () => {
    show({ query: withRows([]) })
    expect(screen.getByText('Add one.')).toBeDefined()
  })

  test('without a match it offers to clear search and filters', async () => {
    const { pointer, address } = show({ query: withRows([]), search: 'Search sites' }, { search: 'x' })
    expect(screen.queryByText('Add one.')).toBeNull()
    await pointer.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(address()).toEqual({})
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  test('beyond its last page it offers the first page', async () => {
    const { pointer, address } = show({ query: withRows([], 3), limit: 3 }, { page: 7 })
    await pointer.click(screen.getByRole('button', { name: 'Go to the first page' }))
    expect(address().page).toBeUndefined()
  })
})

describe('searching a list', () => {
  test('changes the address at once on Enter, and starts at the first page', async () => {
    const { pointer, address } = show({ search: 'Search sites', limit: 2 }, { page: 2 })
    await pointer.type(screen.getByRole('searchbox', { name: 'Search sites' }), ' gate {Enter}')
    expect(address()).toEqual({ search: 'gate' })
  })

  test('runs automatically during typing, and keeps the text that is typed before the reply', async () => {
    const { pointer, address } = show({ search: 'Search sites' })
    const field = screen.getByRole<HTMLInputElement>('searchbox')
    await pointer.type(field, 'ga')
    await waitFor(() => expect(address()).toEqual({ search: 'ga' }))
    await pointer.type(field, 'te')
    expect(field.value).toBe('gate')
    await waitFor(() => expect(address()).toEqual({ search: 'gate' }))
  })

  test('follows an address that changes for another reason, for example by Back', async () => {
    const { pointer, address, go } = show({ search: 'Search sites' })
    const field = screen.getByRole<HTMLInputElement>('searchbox')
    await pointer.type(field, 'gate{Enter}')
    go({})
    expect(field.value).toBe('')
    go({ search: 'gate' })
    expect(field.value).toBe('gate')
    expect(address()).toEqual({ search: 'gate' })
  })
})

describe('ordering a list', () => {
  test('switches by the heading between ascending, descending and none, and is announced to assistive technology', async () => {
    const { pointer, address } = show()
    const heading = () => screen.getByRole('columnheader', { name: 'Size' })
    expect(heading().getAttribute('aria-sort')).toBe('none')
    await pointer.click(within(heading()).getByRole('button'))
    expect(namesShown()).toEqual(['Hall', 'Yard', 'Gate'])
    expect(heading().getAttribute('aria-sort')).toBe('ascending')
    await pointer.click(within(heading()).getByRole('button'))
    expect(namesShown()).toEqual(['Gate', 'Yard', 'Hall'])
    expect(address()).toEqual({ sort: '-size' })
    await pointer.click(within(heading()).getByRole('button'))
    expect(namesShown()).toEqual(['Yard', 'Gate', 'Hall'])
  })

  test('is done by the server if it supports it, and the heading shows the default order', async () => {
    const sorts = { columns: ['size'], usual: '-size' }
    const { pointer, address, go } = show({ limit: 3, sorts })
    const sorted = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
    expect(sorted('Size')).toBe('descending')
    expect(sorted('Name')).toBeNull()
    await pointer.click(screen.getByRole('button', { name: 'Size' }))
    expect(address()).toEqual({ sort: 'size' })
    expect(sorted('Size')).toBe('ascending')
    // The rows stay as the server gave them.
    expect(namesShown()).toEqual(['Yard', 'Gate', 'Hall'])
    go({ sort: 'name', page: 2 })
    expect(sorted('Size')).toBe('descending')
    await pointer.click(screen.getByRole('button', { name: 'Size' }))
    expect(address()).toEqual({ sort: 'size' })
  })

  test('is not offered if the server has further pages', () => {
    show({ limit: 3 }, { sort: 'size' })
    expect(screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBeNull()
    expect(namesShown()).toEqual(['Yard', 'Gate', 'Hall'])
  })
})

describe('pages of a list', () => {
  test('show the position of the rows in the total, and are in the address', async () => {
    const { pointer, address } = show({ query: withRows(ROWS, 8), limit: 3 }, { page: 2 })
    const table = screen.getByRole('table')
    expect(table.getAttribute('aria-rowcount')).toBe('9')
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '5', '6', '7'])
    const pages = screen.getByRole('navigation', { name: 'Pages: Sites' })
    await pointer.click(within(pages).getByRole('button', { name: '3' }))
    expect(address().page).toBe(3)
  })

  test('mark the list as busy while another one loads', () => {
    show({ query: { ...withRows(ROWS), isPlaceholderData: true } })
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  })
})

describe('selecting rows', () => {
  const selection = () => ({
    nameOf: (row: Row) => row.name,
    renderActions: (rows: readonly Row[], clear: () => void) => (
      <button type="button" onClick={clear}>
        Delete {rows.map(({ name }) => name).join(' and ')}
      </button>
    ),
  })

  test('shows a bar with the possible actions', async () => {
    const { pointer } = show({ selection: selection() })
    expect(screen.queryByRole('region', { name: 'What is selected' })).toBeNull()
    await pointer.click(screen.getByRole('checkbox', { name: 'Select Yard' }))
    await pointer.click(screen.getByRole('checkbox', { name: 'Select Hall' }))
    const bar = screen.getByRole('region', { name: 'What is selected' })
    expect(within(bar).getByRole('status').textContent).toBe('2 selected')
    await pointer.click(within(bar).getByRole('button', { name: 'Delete Yard and Hall' }))
    expect(screen.queryByRole('region', { name: 'What is selected' })).toBeNull()
  })

  test('with Shift includes the rows between', async () => {
    const { pointer } = show({ selection: selection() })
    await pointer.click(screen.getByRole('checkbox', { name: 'Select Yard' }))
    await pointer.keyboard('{Shift>}')
    await pointer.click(screen.getByRole('checkbox', { name: 'Select Hall' }))
    await pointer.keyboard('{/Shift}')
    expect(screen.getByRole('button', { name: 'Delete Yard and Gate and Hall' })).toBeDefined()
  })

  test('leaves out rows that cannot be selected', async () => {
    const { pointer } = show({ selection: { ...selection(), allows: ({ size }) => size > 1 } })
    expect(screen.queryByRole('checkbox', { name: 'Select Hall' })).toBeNull()
    await pointer.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(screen.getByRole('button', { name: 'Delete Yard and Gate' })).toBeDefined()
  })

  test('of a whole page needs one checkbox', async () => {
    const { pointer } = show({ selection: selection() })
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
    await pointer.click(screen.getByRole('checkbox', { name: 'Select Gate' }))
    expect(all.indeterminate).toBe(true)
    await pointer.click(all)
    expect(screen.getByText('3 selected')).toBeDefined()
    await pointer.click(all)
    expect(screen.queryByText('3 selected')).toBeNull()
  })
})

describe('columns of a list', () => {
  test('can be hidden and are remembered, except required ones', async () => {
    const { pointer } = show({ columnsOf: 'sites' })
    await pointer.click(screen.getByRole('button', { name: 'Columns' }))
    await screen.findByRole('checkbox', { name: 'Size' })
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    await pointer.click(screen.getByRole('checkbox', { name: 'Size' }))
    expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull()
    expect(localStorage.getItem('winnow.hidden-columns')).toBe('{"sites":["size"]}')
  })
})

describe('exporting a list', () => {
  let saved: Blob | undefined
  beforeEach(() => {
    saved = undefined
    URL.createObjectURL = (file) => {
      saved = file instanceof Blob ? file : undefined
      return 'blob:saved'
    }
    URL.revokeObjectURL = () => undefined
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  })
  afterEach(() => void vi.restoreAllMocks())

  test('contains the visible columns and the rows of all pages', async () => {
    hiddenColumnsStore.set({ sites: ['size'] })
    const load = () => Promise.resolve([...ROWS, { id: '4', name: 'Attic', size: 4 }])
    const { pointer } = show({ columnsOf: 'sites', csv: { file: 'sites.csv', load } })
    await pointer.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toBeDefined())
    // A program that reads the text removes the byte order mark.
    await expect(textOf(saved)).resolves.toBe('"Name"\r\n"Yard"\r\n"Gate"\r\n"Hall"\r\n"Attic"\r\n')
  })

  test('uses the visible order', async () => {
    const { pointer } = show({ csv: { file: 'sites.csv' } }, { sort: 'size' })
    await pointer.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toBeDefined())
    await expect(textOf(saved)).resolves.toBe('"Name","Size"\r\n"Hall","1"\r\n"Yard","3"\r\n"Gate","20"\r\n')
  })

  test('shows its progress, and can be cancelled', async () => {
    let signal: AbortSignal | undefined
    const load = (watch: { signal: AbortSignal; onProgress: (done: number, count: number) => void }) => {
      ;({ signal } = watch)
      watch.onProgress(200, 1400)
      return new Promise<Row[]>((_resolve, reject) => {
        watch.signal.addEventListener('abort', () => reject(new Error('aborted')))
      })
    }
    const { pointer } = show({ csv: { file: 'sites.csv', load } })
    await pointer.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect((await screen.findByRole('status')).textContent).toBe('200 of 1,400 exported')
    await pointer.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeDefined()
    expect(signal?.aborted).toBe(true)
    expect(saved).toBeUndefined()
  })

  test('is not offered for an empty list', () => {
    show({ query: withRows([]), csv: { file: 'sites.csv' } })
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })

  test('shows a failure', async () => {
    const sink = vi.fn<() => void>()
    setErrorSink(sink)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { pointer } = show({ csv: { file: 'sites.csv', load: () => Promise.reject(new Error('broken')) } })
    await pointer.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(sink).toHaveBeenCalledOnce())
    expect(saved).toBeUndefined()
  })
})

describe('a list by keyboard', () => {
  test('/ focuses the search, the down arrow focuses the first row, and Enter opens that row', async () => {
    const stop = startKeys()
    const { pointer } = show({ search: 'Search sites' })
    await pointer.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await pointer.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Yard')
    await pointer.keyboard('{ArrowDown}{Enter}')
    expect(opened).toHaveBeenCalledExactlyOnceWith(ROWS[1])
    stop()
  })

  test('arrows stay in the column, and Home and End move to the ends', async () => {
    const { pointer } = show()
    screen.getByRole('button', { name: 'Delete Yard' }).focus()
    await pointer.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Delete Gate')
    await pointer.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe('Delete Hall')
    await pointer.keyboard('{Home}')
    expect(document.activeElement?.textContent).toBe('Delete Yard')
  })
})
