import { expect, it } from 'vitest'
import { drawGroups, drawTree, type DrawnClient } from './draw-tree.ts'
import { SCENARIOS } from './scenarios.ts'

const { small } = SCENARIOS
const drawn = (seed: string): DrawnClient[] => [...drawTree(small, seed)]
const clients = drawn('test')
const sites = clients.flatMap((client) => client.sites)
const cameras = sites.flatMap((site) => site.cameras)

it('a drawn tree has exactly as many clients, sites and cameras as the scenario defines', () => {
  expect({ clients: clients.length, sites: sites.length, cameras: cameras.length }).toEqual({
    clients: small.clients,
    sites: small.sites,
    cameras: small.cameras,
  })
})

it('a drawn tree is equal for the same seed and different for another seed', () => {
  expect(drawn('test')).toEqual(clients)
  expect(drawn('other')).not.toEqual(clients)
})

it('each node of a drawn tree has a unique id, and a name that is unique under its parent', () => {
  const ids = [...clients, ...sites, ...cameras, ...drawGroups(small, 'test')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const siblings of [clients, ...clients.map((client) => client.sites), ...sites.map((site) => site.cameras)]) {
    const names = siblings.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  }
})

it('a drawn tree has valid time zones, and cameras of each kind that filters use', () => {
  for (const { timezone } of sites)
    if (timezone !== null) expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone })).not.toThrow()
  for (const kind of ['active', 'thermal', 'ptz'] as const)
    expect(new Set(cameras.map((camera) => camera[kind]))).toEqual(new Set([true, false]))
  expect(cameras.some(({ masks }) => masks.length > 0)).toBe(true)
  expect(cameras.filter(({ ptz, masks }) => ptz && masks.length > 0)).toEqual([])
  expect(clients.some(({ groups }) => groups.length > 0)).toBe(true)
})

it('in a drawn tree, one client has many times more sites than most clients', () => {
  const counts = clients.map((client) => client.sites.length).toSorted((a, b) => b - a)
  expect(counts[0]).toBeGreaterThan(5 * (counts[Math.floor(counts.length / 2)] ?? 0))
})
