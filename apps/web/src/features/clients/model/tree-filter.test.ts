import { expect, test } from 'vitest'
import { clientsSearch } from '../clients-search.ts'
import { filterPart, isOpen, readFilter, withFlag } from './tree-filter.ts'

const group = '01900000-0000-7000-8000-000000000001'

test('an address says what the tree is filtered by', () => {
  const search = clientsSearch.parse({ search: 'gate ', thermal: true, integrations: 'email,api', group, cam: 'x' })
  expect(readFilter(search)).toEqual({ search: 'gate', thermal: true, integrations: ['email', 'api'], groupId: group })
})

test('a number or a boolean that the router read is searched for as text', () => {
  expect(readFilter(clientsSearch.parse({ search: 12 }))).toEqual({ search: '12' })
  expect(readFilter(clientsSearch.parse({ search: true }))).toEqual({ search: 'true' })
})

test('what nobody knows is dropped', () => {
  const search = clientsSearch.parse({ search: '', thermal: 'maybe', integrations: 'fax', group: 'none' })
  expect(isOpen(readFilter(search))).toBe(true)
})

test('the filter goes along from node to node, and nothing else of the address does', () => {
  const search = clientsSearch.parse({ project: group, masked: true })
  expect(Object.entries(filterPart(search)).filter(([, value]) => value !== undefined)).toEqual([['masked', true]])
})

test('one of two opposites takes the other away', () => {
  const search = withFlag(filterPart({ masked: true }), 'unmasked', true)
  expect(readFilter(search)).toEqual({ unmasked: true })
  expect(readFilter(withFlag(search, 'unmasked', false))).toEqual({})
})
