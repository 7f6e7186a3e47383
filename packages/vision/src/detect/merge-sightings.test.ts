import { expect, test } from 'vitest'
import { linkDetections } from '../link/link-detections.ts'
import { mergeSightings } from './merge-sightings.ts'
import type { RegionSighting } from './merge-sightings.ts'

function sighting(score: number, box: [number, number, number, number], isCut = false): RegionSighting {
  const [x, y, width, height] = box
  return { class: 'person', label: 'person', score, box: { x, y, width, height }, isCut }
}

test('two looks at one person become one sighting, with the better score', () => {
  const merged = mergeSightings([sighting(0.4, [0.1, 0.1, 0.2, 0.4]), sighting(0.7, [0.11, 0.1, 0.2, 0.41])])
  expect(merged).toHaveLength(1)
  expect(merged[0]).toMatchObject({ score: 0.7, box: { x: 0.11 } })
  expect(merged[0]).not.toHaveProperty('isCut')
})

test('a person cut off by a crop gets the box of the look that saw the whole person', () => {
  const merged = mergeSightings([sighting(0.8, [0.1, 0.3, 0.2, 0.2], true), sighting(0.5, [0.1, 0.1, 0.2, 0.4])])
  expect(merged).toHaveLength(1)
  expect(merged[0]).toMatchObject({ score: 0.8, box: { y: 0.1, height: 0.4 } })
})

test('two people side by side, or a person and a vehicle at one place, are not merged', () => {
  expect(mergeSightings([sighting(0.8, [0.1, 0.1, 0.1, 0.4]), sighting(0.7, [0.2, 0.1, 0.1, 0.4])])).toHaveLength(2)
  expect(
    mergeSightings([sighting(0.8, [0.1, 0.1, 0.1, 0.4]), { ...sighting(0.7, [0.1, 0.1, 0.1, 0.4]), class: 'vehicle' }]),
  ).toHaveLength(2)
})

const on = (frame: number, x: number, size = 0.1) => ({
  frame,
  class: 'person',
  score: 0.5,
  box: { x, y: 0.4, width: size, height: 2 * size },
})

test('linking follows a walker over frames and keeps two walkers apart', () => {
  const tracks = linkDetections([on(0, 0.1), on(1, 0.2), on(2, 0.3), on(0, 0.8), on(1, 0.75)])
  expect(new Set(tracks.map((track) => track.members.length))).toEqual(new Set([2, 3]))
  for (const track of tracks)
    expect(new Set(track.members.map((member) => member.frame)).size).toBe(track.members.length)
})

test('linking does not join objects of very different size, of different class, or far apart', () => {
  expect(linkDetections([on(0, 0.1), on(1, 0.1, 0.3)])).toHaveLength(2)
  expect(linkDetections([on(0, 0.1), { ...on(1, 0.1), class: 'vehicle' }])).toHaveLength(2)
  expect(linkDetections([on(0, 0.05, 0.03), on(1, 0.9, 0.03)])).toHaveLength(2)
})
