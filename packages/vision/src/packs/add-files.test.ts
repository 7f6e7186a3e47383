import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { encodeOnnx } from '../graph/encode-onnx.ts'
import { addFiles } from './add-files.ts'
import { PUBLISHED_PACKS, type PublishedPack } from './catalogue.ts'
import { checksumOf } from './checksum.ts'
import { createPackStore, type PackStore } from './pack-store.ts'
import { rednessGraph, rednessManifest } from './redness.fixture.ts'

const MODEL = encodeOnnx(rednessGraph)
const KNOWN = new TextEncoder().encode('a published network')
const [first] = PUBLISHED_PACKS
if (!first) throw new Error('no pack is known')
const known: PublishedPack = {
  bytes: KNOWN.length,
  manifest: first.manifest,
  published: { kind: 'onnx', model: { url: 'https://example.invalid/m.onnx', sha256: checksumOf(KNOWN) } },
}

let folder: string
let store: PackStore
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-files-'))
  store = createPackStore(path.join(folder, 'models'), [known])
})
afterEach(() => rm(folder, { recursive: true }))

const drop = async (files: Record<string, Uint8Array | string>): Promise<string[]> => {
  const place = path.join(folder, 'dropped')
  await mkdir(place, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(place, name), content)
  return Object.keys(files).map((name) => path.join(place, name))
}
const zip = async (files: Record<string, Uint8Array | string>): Promise<string> => {
  const archive = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name)
  archive.end()
  const file = path.join(folder, 'dropped.zip')
  await pipeline(archive.outputStream, createWriteStream(file))
  return file
}
const add = async (files: readonly string[]) => {
  const work = path.join(folder, 'work')
  await mkdir(work, { recursive: true })
  return (await addFiles(store, files, work, [known])).map(({ manifest }) => manifest.id)
}
const description = JSON.stringify(rednessManifest(MODEL))

describe('uploaded files', () => {
  test('with a pack.json are added as a custom pack, both as separate files and in a ZIP file with a folder', async () => {
    expect(await add(await drop({ 'pack.json': description, 'net.onnx': MODEL }))).toEqual(['redness'])
    expect(await add([await zip({ 'ours/pack.json': description, 'ours/net.onnx': MODEL })])).toEqual(['redness'])
  })

  test('are recognised as known packs by their checksums, with any names, also several packs at once', async () => {
    const own = await zip({ 'ours/pack.json': description, 'ours/net.onnx': MODEL })
    expect(await add([...(await drop({ 'download (1).onnx': KNOWN })), own])).toEqual([known.manifest.id, 'redness'])
  })

  test('are recognised as a known pack if they are the zipped folder of another installation', async () => {
    const manifest = { ...known.manifest, sha256: checksumOf(KNOWN) }
    const file = await zip({ 'x/pack.json': JSON.stringify(manifest), [`x/${known.manifest.file}`]: KNOWN })
    expect(await add([file])).toEqual([known.manifest.id])
  })

  test.each<[string, () => Promise<string[]>, string]>([
    ['a network alone', () => drop({ 'net.onnx': MODEL }), 'net.onnx is not the file of a known detector'],
    ['weights alone', () => drop({ 'net.bin': MODEL }), '.xml or .param and its .bin belong together'],
    ['a text', () => drop({ 'read.me': 'hello' }), 'No detector is among these files'],
    ['no ZIP file', () => drop({ 'pack.zip': 'hello' }), 'pack.zip is no ZIP file that can be read'],
    ['another network', () => drop({ 'pack.json': description, 'net.onnx': KNOWN.slice(1) }), 'is not the file that'],
    ['no network', () => drop({ 'pack.json': description }), 'net.onnx is missing'],
    [
      'a name of ours',
      () => drop({ 'pack.json': description.replace('redness', 'centernet'), 'net.onnx': MODEL }),
      'name of a known pack',
    ],
  ])('without a complete detector are refused: %s', async (_what, files, why) => {
    await expect(add(await files())).rejects.toThrow(why)
    expect((await store.list()).packs).toEqual([])
  })

  test('in a ZIP file with paths outside of its folder are refused and not written', async () => {
    const file = await zip({ 'aa/pack.json': description })
    const bytes = Buffer.from((await import('node:fs')).readFileSync(file))
    await writeFile(file, Buffer.from(bytes.toString('latin1').replaceAll('aa/pack.json', '../pack.json'), 'latin1'))
    await expect(add([file])).rejects.toThrow('dropped.zip cannot be unpacked: invalid relative path')
    expect(await readdir(path.join(folder, 'work'))).toEqual(['0'])
    expect(await readdir(path.join(folder, 'work', '0'))).toEqual([])
  })
})
