import { expect, test } from 'vitest'
import { clientsSearch } from '../clients-search.ts'
import { filterPart, isOpen, readFilter, withFlag } from './tree-filter.ts'

const group = '01900000-0000-7000-8000-000000000001'

test('the filter of the tree is read from the address', () => {
  const search = clientsSearch.parse({ search: 'gate ', thermal: true, integrations: 'email,api', group, cam: 'x' })
  expect(readFilter(search)).toEqual({ search: 'gate', thermal: true, integrations: ['email', 'api'], groupId: group })
})

test('a search text that the router has parsed as a number or a boolean becomes a text again', () => {
  expect(readFilter(clientsSearch.parse({ search: 12 }))).toEqual({ search: '12' })
  expect(readFilter(clientsSearch.parse({ search: true }))).toEqual({ search: 'true' })
})

test('unknown values are dropped', () => {
  const search = clientsSearch.parse({ search: '', thermal: 'maybe', integrations: 'fax', group: 'none' })
  expect(isOpen(readFilter(search))).toBe(true)
})

test('the filter is kept from node to node, and the rest of the address is not', () => {
  const search = clientsSearch.parse({ project: group, masked: true })
  expect(Object.entries(filterPart(search)).filter(([, value]) => value !== undefined)).toEqual([['masked', true]])
})

test('choosing a flag removes its opposite', () => {
  const search = withFlag(filterPart({ masked: true }), 'unmasked', true)
  expect(readFilter(search)).toEqual({ unmasked: true })
  expect(readFilter(withFlag(search, 'unmasked', false))).toEqual({})
})
