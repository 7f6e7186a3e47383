import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PACK_SETS, packsNamed, PUBLISHED_PACKS, type PublishedPack } from './catalogue.ts'
import { checksumOf } from './checksum.ts'
import { findPublished } from './find-published.ts'
import { packManifestSchema, type PackManifest } from './pack-manifest.ts'
import { createPackStore, type PackStore } from './pack-store.ts'

const MODEL = new TextEncoder().encode('a network')
const [first] = PUBLISHED_PACKS
if (!first) throw new Error('no pack is known')
const known: PublishedPack = {
  bytes: MODEL.length,
  manifest: first.manifest,
  published: { kind: 'onnx', model: { url: 'https://example.invalid/model.onnx', sha256: checksumOf(MODEL) } },
}
const own: PackManifest = { ...first.manifest, id: 'our-own', sha256: checksumOf(MODEL) }

let folder: string
let store: PackStore

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-packs-'))
  store = createPackStore(path.join(folder, 'models'))
})
afterEach(() => rm(folder, { recursive: true }))

const fetchModel: typeof fetch = () => Promise.resolve(new Response(MODEL))

async function writePack(name: string, manifest: unknown, model = MODEL): Promise<string> {
  const place = path.join(folder, name)
  await mkdir(place, { recursive: true })
  await writeFile(path.join(place, 'pack.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  await writeFile(path.join(place, own.file), model)
  return place
}

describe('the packs of an installation', () => {
  test('are an empty list at first', async () => {
    expect(await store.list()).toEqual({ packs: [], broken: [] })
    expect(await store.remove('yolox-nano')).toBe(false)
  })

  test('are added by name, listed with their licence, replaced and removed', async () => {
    await store.add(known, { fetch: fetchModel })
    await store.add(known, { fetch: fetchModel })
    const { packs } = await store.list()
    expect(packs.map(({ manifest }) => [manifest.id, manifest.licence])).toEqual([['yolox-nano', 'Apache-2.0']])
    expect(await readFile(packs[0]?.model ?? '')).toEqual(Buffer.from(MODEL))
    expect(await store.remove('yolox-nano')).toBe(true)
    expect(await store.list()).toEqual({ packs: [], broken: [] })
  })

  test('are added from a file without a network connection', async () => {
    const file = path.join(folder, 'downloaded.onnx')
    await writeFile(file, MODEL)
    await store.addFrom(file, known)
    expect((await store.list()).packs).toHaveLength(1)
  })

  test('are converted from two files of another format, fetched or found side by side', async () => {
    const [graph, weights] = [new TextEncoder().encode('a graph'), new TextEncoder().encode('weights')]
    const files = { 'net.param': graph, 'net.bin': weights }
    const told = (name: keyof typeof files) => ({
      url: `https://example.invalid/${name}`,
      sha256: checksumOf(files[name]),
    })
    const pair: PublishedPack = {
      bytes: 1,
      manifest: first.manifest,
      published: {
        kind: 'pair',
        convert: (text, bytes) => new TextEncoder().encode(`${text} of ${bytes.length} bytes`),
        editions: [{ graph: told('net.param'), weights: told('net.bin') }],
      },
    }
    const fetchPart: typeof fetch = (input) =>
      Promise.resolve(new Response(new Request(input).url.endsWith('.bin') ? weights : graph))
    const { model } = await store.add(pair, { fetch: fetchPart })
    expect(await readFile(model, 'utf8')).toBe('a graph of 7 bytes')
    await store.remove(first.manifest.id)
    expect(await findPublished(pair, folder)).toBeUndefined()
    await writeFile(path.join(folder, 'net.param'), graph)
    await expect(store.addFrom(path.join(folder, 'net.param'), pair)).rejects.toThrow('net.bin must lie beside')
    await writeFile(path.join(folder, 'net.bin'), weights)
    expect(await findPublished(pair, folder)).toBe(path.join(folder, 'net.param'))
    await store.addFrom(path.join(folder, 'net.param'), pair)
    expect((await store.list()).packs).toHaveLength(1)
    await expect(store.addFrom(path.join(folder, 'net.bin'), pair)).rejects.toThrow('is not the .param file of')
  })

  test('are not added from a file with another checksum, which is reported', async () => {
    const file = path.join(folder, 'other.onnx')
    await writeFile(file, 'something else')
    await expect(store.addFrom(file, known)).rejects.toThrow(
      /is not the file of yolox-nano \(its SHA-256 is [0-9a-f]{64}\)/,
    )
    await expect(store.addFrom(path.join(folder, 'none'), known)).rejects.toThrow('cannot be read')
    expect((await store.list()).packs).toEqual([])
  })

  test('may be custom packs, described by a pack.json', async () => {
    await store.addFrom(await writePack('ours', own))
    expect((await store.list()).packs[0]?.manifest).toEqual(own)
  })

  test('with an invalid pack.json or file report the error', async () => {
    await expect(store.addFrom(await writePack('a', '{'))).rejects.toThrow('pack.json is not JSON')
    await expect(store.addFrom(await writePack('b', { ...own, floor: 7 }))).rejects.toThrow('floor: ')
    await expect(store.addFrom(await writePack('c', own, new Uint8Array(3)))).rejects.toThrow(
      'is not the file that pack.json names',
    )
    await expect(store.addFrom(await writePack('d', { ...own, id: 'yolox-nano' }))).rejects.toThrow(
      'name of a known pack',
    )
    await expect(store.addFrom(await writePack('e', { ...own, id: '../escape' }))).rejects.toThrow('id: ')
    await expect(store.addFrom(path.join(folder, 'nothing'))).rejects.toThrow('there is no pack.json')
  })

  test('with damaged files are listed as broken and are not used', async () => {
    const { model } = await store.add(known, { fetch: fetchModel })
    await writeFile(model, 'cut sh')
    const { packs, broken } = await store.list()
    expect(packs).toEqual([])
    expect(broken).toMatchObject([{ id: 'yolox-nano', problem: expect.stringContaining('is not the file') }])
    expect(await store.remove('yolox-nano')).toBe(true)
  })
})

describe('the catalogue', () => {
  test.each(PUBLISHED_PACKS.map(({ manifest }) => [manifest.id, manifest] as const))(
    'describes %s fully',
    (_id, manifest) => {
      expect(packManifestSchema.parse({ ...manifest, sha256: '0'.repeat(64) })).toMatchObject(manifest)
    },
  )

  test('contains sets of packs and single ones, and nothing else', () => {
    for (const name of Object.keys(PACK_SETS)) expect(packsNamed(name)?.length).toBeGreaterThan(1)
    expect(packsNamed('pvb-2003')).toHaveLength(1)
    expect(packsNamed('recommend')).toBeUndefined()
  })
})
