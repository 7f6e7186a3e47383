import { expect, test } from 'vitest'
import { areaOf, askedOf, hasColours } from './asked.ts'
import { investigateSearch } from './investigate-search.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const ID = '01900000-0000-7000-8000-0000000000a1'

test('a search covers the last day, unless another window or two instants are chosen', () => {
  expect(askedOf({}, NOW)).toEqual({ from: '2026-11-19T12:00:00.000Z', to: '2026-11-20T12:00:00.000Z' })
  expect(askedOf({ span: '7d' }, NOW).from).toBe('2026-11-13T12:00:00.000Z')
  const custom = { since: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z' }
  expect(askedOf(custom, NOW)).toEqual({ from: custom.since, to: custom.till })
  expect(askedOf({ till: custom.till }, NOW).from).toBe('1970-01-01T00:00:00.000Z')
})

test('places, classes, colours and the part of the picture are asked for as chosen', () => {
  const search = { camera: ID, object: 'vehicle,person', upper: 'red', lower: 'blue', area: '0.5,0,0.5,1' } as const
  expect(askedOf(search, NOW)).toMatchObject({
    cameras: [ID],
    classes: ['person', 'vehicle'],
    upper: 'red',
    lower: 'blue',
    area: { x: 0.5, y: 0, width: 0.5, height: 1 },
  })
})

test('an address with unknown values drops them', () => {
  const address = { span: '5y', object: 'person,dragon', upper: 'octarine', area: '0,0,9,1', camera: 'x', site: ID }
  expect(investigateSearch.parse(address)).toEqual({ object: 'person', site: ID })
  expect(areaOf('0,0,0,1')).toBeUndefined()
  expect(askedOf({ area: '0,0,0.5,1' }, NOW).area).toBeUndefined()
})

test('colours are offered where people or vehicles are searched', () => {
  expect(hasColours({})).toBe(true)
  expect(hasColours({ object: 'animal,person' })).toBe(true)
  expect(hasColours({ object: 'animal' })).toBe(false)
})
