import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadNetworks } from '../detect/load-networks.ts'
import { chooseDetectors } from '../evaluate/choose-detectors.ts'
import type { OnnxGraph } from '../graph/onnx-graph.ts'
import { checkPack } from './check-pack.ts'
import { createPackStore, readPack } from './pack-store.ts'
import { REDNESS_INPUT, rednessGraph, writeRedness } from './redness.fixture.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-own-pack-'))
})
afterEach(() => rm(folder, { recursive: true }))

const writePack = (change?: object, graph?: OnnxGraph) => writeRedness(folder, change, graph)

test('a network of another maker analyses a picture and returns our classes and coordinates', async () => {
  await writePack()
  const picture = path.join(folder, 'red.png')
  await sharp({ create: { width: 90, height: 60, channels: 3, background: { r: 204, g: 0, b: 0 } } }).toFile(picture)
  const { sightings } = await checkPack(await readPack(folder), picture)
  expect(sightings).toHaveLength(1)
  expect(sightings[0]).toMatchObject({ class: 'person', label: 'guard', box: { x: 0.5, y: 0, width: 0.5, height: 1 } })
  expect(sightings[0]?.score).toBeCloseTo(0.8, 2)
})

test.each([
  [
    { input: { name: 'image', width: 32, height: 32, colours: 'rgb', fit: 'stretch' } },
    'no input image; it has images',
  ],
  [{ family: { kind: 'yolo', output: 'output0', layout: 'final' } }, 'no output output0; it has found'],
  [
    { input: { name: 'images', width: 64, height: 64, colours: 'rgb', fit: 'stretch' } },
    'redness does not work as yolo',
  ],
  [
    { family: { kind: 'yolo', output: 'found', layout: 'rows' } },
    'tells 1 classes apart and the pack has labels for 2',
  ],
  [{ labels: ['guard'] }, 'speaks of class 1, and 1 have labels'],
  [{ input: { ...REDNESS_INPUT, deviation: [255, 255, 0] } }, 'input.deviation.2'],
  [{ classes: {} }, 'gives none of the labels a meaning'],
  [{ classes: { guard: 'other' } }, 'gives none of the labels a meaning'],
  [{ classes: { Guard: 'person' } }, 'gives a meaning to words that are not among the labels'],
])('a mismatch with the network is reported · %#', async (change, message) => {
  await writePack(change)
  await expect(readPack(folder).then((pack) => checkPack(pack))).rejects.toThrow(message)
})

test('a network that returns invalid numbers is reported, and fails every look instead of seeing nothing', async () => {
  const constants = new Map(rednessGraph.constants)
  constants.set('edges', { dims: [1, 1, 6], data: Float32Array.from([16, 0, 32, 32, NaN, 1]) })
  await writePack({}, { ...rednessGraph, constants })
  await expect(readPack(folder).then((pack) => checkPack(pack))).rejects.toThrow('holds numbers that are none')
})

describe('the built-in detector', { timeout: 60_000 }, () => {
  const loaded = async () => {
    const models = path.join(folder, 'models')
    await createPackStore(models).addFrom(folder)
    const { networks, failures } = await loadNetworks(models)
    expect(failures).toEqual([])
    expect((await chooseDetectors(undefined, { installed: models })).map(({ id }) => id)).toEqual(
      networks.map(({ id }) => id),
    )
    return networks.map(({ id }) => id)
  }

  test('stays in use if no pack detects people', async () => {
    await writePack({ classes: { fox: 'animal' } })
    expect(await loaded()).toEqual(['redness', 'centernet'])
  })

  test('is replaced by packs that detect people', async () => {
    await writePack()
    expect(await loaded()).toEqual(['redness'])
  })
})
