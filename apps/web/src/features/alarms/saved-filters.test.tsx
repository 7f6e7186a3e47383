import { searchNodes, setSavedFilters, type SavedFilter } from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AlarmServer } from './testing/alarm-api.ts'
import { buildAlarm, VIEW_ID } from './testing/alarm-factory.ts'
import { list, openAlarms } from './testing/open-alarms.tsx'

const night: SavedFilter = { name: 'Night shift', search: { verdict: 'passed' }, isDefault: false }
const open = async (views: SavedFilter[] = [], path = '/cams/alarms') => {
  const server = new AlarmServer([3, 2, 1].map((n) => buildAlarm(n, { viewName: `Camera ${n}` })))
  server.saved = { filters: views, version: views.length }
  const page = await openAlarms({ server, path })
  await list()
  return page
}
type Page = Awaited<ReturnType<typeof open>>
const menu = async ({ pointer }: Page, name = 'Saved filters') => {
  await pointer.click(await screen.findByRole('button', { name }))
  return screen.findByRole('menu')
}
const choose = async (page: Page, item: string, button?: string) => {
  await menu(page, button)
  await page.pointer.click(await screen.findByRole('menuitem', { name: item }))
}
const save = async (page: Page, name: string, button = 'Save') => {
  await choose(page, 'Save these filters…')
  await page.pointer.type(await screen.findByRole('textbox', { name: 'Name' }), name)
  await page.pointer.click(within(screen.getByRole('dialog')).getByRole('button', { name: button }))
}

describe('saved filters', () => {
  test('are saved under a name, and shown as active in the address they stand for', async () => {
    const page = await open([], '/cams/alarms?verdict=passed')
    expect(within(await menu(page)).getByText('Save filters under a name to return to them.')).toBeTruthy()
    await page.pointer.keyboard('{Escape}')
    await save(page, 'Night shift')
    expect(await screen.findByRole('button', { name: 'Saved filters: Night shift' })).toBeTruthy()
    expect(page.server.saved).toEqual({ filters: [night], version: 1 })
  })

  test('are applied from the menu, into an address that can be shared', async () => {
    const page = await open([night])
    await choose(page, 'Night shift')
    await waitFor(() => expect(location.search).toBe('?verdict=passed'))
  })

  test('replace those of the same name, after saying so', async () => {
    const page = await open([night], '/cams/alarms?verdict=filtered,passed')
    await choose(page, 'Save these filters…')
    await page.pointer.type(await screen.findByRole('textbox', { name: 'Name' }), 'night SHIFT')
    expect(screen.getByText('Replaces the saved filters of this name.')).toBeTruthy()
    await page.pointer.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(page.server.saved.filters).toHaveLength(1))
    expect(page.server.saved.filters[0]?.search).toEqual({ verdict: 'filtered,passed' })
  })

  test('are renamed and deleted', async () => {
    const page = await open([night], '/cams/alarms?verdict=passed')
    await choose(page, 'Rename…', 'Saved filters: Night shift')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await page.pointer.clear(field)
    await page.pointer.type(field, 'Late shift{Enter}')
    await choose(page, 'Delete “Late shift”', 'Saved filters: Late shift')
    await waitFor(() => expect(page.server.saved.filters).toEqual([]))
  })

  test('open the list if they are the default, but not over the filters of a link or after clearing', async () => {
    const page = await open([{ ...night, isDefault: true }])
    await waitFor(() => expect(location.search).toBe('?verdict=passed'))
    await page.pointer.click(screen.getByRole('button', { name: 'Passed', pressed: true }))
    await waitFor(() => expect(location.search).toBe(''))
    expect(await screen.findByRole('button', { name: 'Saved filters' })).toBeTruthy()
  })

  test('that another tab has changed are not overwritten; the new state is shown, and saving works then', async () => {
    const page = await open([], '/cams/alarms?verdict=passed')
    await screen.findByRole('button', { name: 'Saved filters' })
    page.server.saved = { filters: [{ ...night, name: 'Other', search: { label: 'true' } }], version: 7 }
    await save(page, 'Night shift')
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByRole('alert')
    await page.pointer.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.server.saved.filters.map(({ name }) => name)).toEqual(['Other', 'Night shift']))
    expect(page.server.api.callsOf(setSavedFilters)).toHaveLength(2)
  })
})

test('C finds a camera by a part of its name; its alarms alone are listed until the chip is removed', async () => {
  const page = await open()
  page.server.api.on(searchNodes, () => [
    { id: VIEW_ID, kind: 'view' as const, name: 'Yard north', path: 'Acme › Harbour › Yard north' },
  ])
  fireEvent.keyDown(document.body, { key: 'c', code: 'KeyC' })
  const field = await screen.findByRole('combobox', { name: 'Find a client, site or camera' })
  await page.pointer.type(field, 'yard')

  await screen.findByRole('option', { name: /Yard north/ })
  await page.pointer.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toBe(`?camera=${VIEW_ID}`))
  await page.pointer.click(await screen.findByRole('button', { name: 'Show not only Yard north' }))
  await waitFor(() => expect(location.search).toBe(''))
})
