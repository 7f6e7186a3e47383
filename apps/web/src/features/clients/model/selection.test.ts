import { describe, expect, it, test } from 'vitest'
import { clientsSearch, unitSearch } from '../clients-search.ts'
import { addressOf, readSelection, type Selection } from './selection.ts'

const ID = '01900000-0000-7000-8000-000000000010'
const read = (text: string) => {
  const search: Record<string, string> = Object.fromEntries(new URLSearchParams(text))
  return readSelection({ ...clientsSearch.parse(search), ...unitSearch.parse(search) })
}

describe('the address of a pane', () => {
  it.each<[string, string, Selection]>([
    ['a camera · CLIENTS-001', `cam=${ID}`, { pane: 'view', id: ID }],
    ['a site · CLIENTS-002', `site=${ID}`, { pane: 'site', id: ID }],
    ['a new client · CLIENTS-003', 'add=project', { pane: 'add-project' }],
    ['a new site · CLIENTS-004', `project=${ID}&type=add`, { pane: 'add-site', id: ID }],
    ['a new camera · CLIENTS-005', `site=${ID}&type=add`, { pane: 'add-view', id: ID }],
    ['a client · CLIENTS-007', `project=${ID}`, { pane: 'project', id: ID }],
    ['nothing · CLIENTS-007', '', { pane: 'none' }],
    ['nothing for what is no id', 'project=7&type=add', { pane: 'none' }],
    ['nothing for something unknown to add', 'add=planet', { pane: 'none' }],
  ])('is read: %s', (_name, text, selection) => {
    expect(read(text)).toEqual(selection)
  })

  it.each<Selection>([
    { pane: 'none' },
    { pane: 'add-project' },
    { pane: 'project', id: ID },
    { pane: 'add-site', id: ID },
    { pane: 'site', id: ID },
    { pane: 'add-view', id: ID },
    { pane: 'view', id: ID },
  ])('of kind $pane is written so that reading it returns the same pane', (selection) => {
    const { search } = addressOf(selection)
    expect(
      read(new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString()),
    ).toEqual(selection)
  })
})

test('sites and cameras have a separate page · CLIENTS-001 CLIENTS-002', () => {
  expect(addressOf({ pane: 'view', id: ID }).to).toBe('/cams/clients/u')
  expect(addressOf({ pane: 'site', id: ID }).to).toBe('/cams/clients/u')
  expect(addressOf({ pane: 'add-view', id: ID }).to).toBe('/cams/clients')
})
