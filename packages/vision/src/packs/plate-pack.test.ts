import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadNetworks } from '../detect/load-networks.ts'
import { chooseDetectors } from '../evaluate/choose-detectors.ts'
import { convertBuiltIn } from './built-in.ts'
import { checkPack } from './check-pack.ts'
import { checksumOf } from './checksum.ts'
import { packManifestSchema, type PackManifest } from './pack-manifest.ts'
import { createPackStore, readPack } from './pack-store.ts'

/** Loading and running take a second each on an idle processor. */
const SLOW = 120_000

let folder: string
let source: string
let manifest: PackManifest

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-plate-pack-'))
  source = path.join(folder, 'source')
  const model = await convertBuiltIn()
  // A network of the right shape. It need not detect plates for this test.
  manifest = packManifestSchema.parse({
    id: 'our-plates',
    version: '1',
    title: 'Our plates',
    licence: 'MIT',
    source: 'made for a test',
    capability: 'plate',
    file: 'plates.onnx',
    sha256: checksumOf(model),
    input: { name: 'tower_0/images', width: 512, height: 512, colours: 'rgb', fit: 'stretch' },
    family: { kind: 'centernet', keypoints: 'tower_0/keypoints', reach: 'tower_0/wh' },
    labels: ['plate', ...Array.from({ length: 79 }, (_, index) => `other ${index}`)],
  })
  await mkdir(source)
  await writeFile(path.join(source, 'plates.onnx'), model)
  await writeFile(path.join(source, 'pack.json'), JSON.stringify(manifest))
})
afterEach(() => rm(folder, { recursive: true }))

test('a plate pack is added and checked like any other', { timeout: SLOW }, async () => {
  const store = createPackStore(path.join(folder, 'models'))
  await store.addFrom(source)
  expect((await store.list()).packs[0]?.manifest.capability).toBe('plate')
  expect((await checkPack(await readPack(source))).totalMs).toBeGreaterThan(0)
})

test(
  'a plate pack detects no people or vehicles, and does not replace the built-in detector',
  { timeout: SLOW },
  async () => {
    const models = path.join(folder, 'models')
    await createPackStore(models).addFrom(source)
    const { networks, plateNetworks, failures } = await loadNetworks(models)
    expect(failures).toEqual([])
    expect(networks.map(({ id }) => id)).toEqual(['centernet'])
    expect(plateNetworks.map(({ id }) => id)).toEqual(['our-plates'])
    expect((await chooseDetectors(undefined, { installed: models })).map(({ id }) => id)).toEqual(['centernet'])
    await expect(chooseDetectors('our-plates', { installed: models })).rejects.toThrow('There is no pack our-plates')
  },
)

test('a plate pack without plates is refused, and so is an unknown capability', () => {
  const wrong = packManifestSchema.safeParse({ ...manifest, labels: 'coco-80' })
  expect(wrong.error?.issues).toMatchObject([
    { path: ['labels'], message: expect.stringContaining('COCO are for packs') },
  ])
  expect(packManifestSchema.safeParse({ ...manifest, capability: 'telepathy' }).success).toBe(false)
})
