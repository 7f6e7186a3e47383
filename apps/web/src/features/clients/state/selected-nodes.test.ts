import { beforeEach, expect, test } from 'vitest'
import { projectId, siteId, viewId } from '../testing/node-factory.ts'
import {
  addNodes,
  camerasOf,
  clearSelected,
  forgetSelected,
  isNothing,
  isSelected,
  selectedStore,
  selectMatching,
  selectNodes,
  toggleSelected,
} from './selected-nodes.ts'

const client = { kind: 'project', id: projectId(1), name: 'Client 1' } as const
const site = { kind: 'site', id: siteId(1), name: 'Site 1' } as const
const camera = { kind: 'view', id: viewId(1), name: 'Camera 1' } as const
const cameras = () => camerasOf(selectedStore.get())

beforeEach(clearSelected)

test('an empty selection contains no camera', () => {
  expect(isNothing(selectedStore.get())).toBe(true)
  expect(cameras()).toBeUndefined()
})

test('nodes of all kinds select the cameras below them and themselves', () => {
  selectNodes([client])
  addNodes([site, camera])
  expect(cameras()).toEqual({ below: [client.id, site.id, camera.id] })
  toggleSelected(site)
  expect(cameras()).toEqual({ below: [client.id, camera.id] })
  expect(isSelected(selectedStore.get(), site.id)).toBe(false)
})

test('the selection of all matches is the filter, and every node is selected', () => {
  selectMatching({ thermal: true })
  expect(cameras()).toEqual({ thermal: true })
  expect(isSelected(selectedStore.get(), site.id)).toBe(true)
})

test('selecting a single node after selecting all matches starts a new selection', () => {
  selectMatching({})
  toggleSelected(site)
  expect(cameras()).toEqual({ below: [site.id] })
})

test('a node that was deleted is no longer selected', () => {
  selectNodes([site, camera])
  forgetSelected(site.id)
  expect(cameras()).toEqual({ below: [camera.id] })
  forgetSelected(camera.id)
  expect(isNothing(selectedStore.get())).toBe(true)
})
