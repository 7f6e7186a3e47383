import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { PUBLISHED_PACKS, type PublishedPack } from './catalogue.ts'
import { checksumOfFile } from './checksum.ts'
import { PackRefused, type InstalledPack, type PackStore } from './pack-store.ts'
import { unpackZip } from './unpack-zip.ts'

/** The largest size of a pack, packed or unpacked, in bytes. */
export const MAX_PACK_BYTES = 512 * 1024 ** 2

const endsWith = (file: string, end: string): boolean => file.toLowerCase().endsWith(end)
/** Descriptions of graphs, whose weights lie beside them. */
const GRAPHS = ['.xml', '.param'] as const
const NETWORKS = ['.onnx', ...GRAPHS] as const
const isDescription = (file: string): boolean => path.basename(file) === 'pack.json'

interface Known {
  file: string
  pack: PublishedPack
}

/** Finds the files of known packs by their checksums. The file names do not matter. */
async function findKnown(files: readonly string[], catalogue: readonly PublishedPack[]): Promise<Known[]> {
  const found: Known[] = []
  for (const file of files.filter((one) => NETWORKS.some((end) => endsWith(one, end)))) {
    const sum = await checksumOfFile(file)
    const pack = catalogue.find(({ published }) =>
      published.kind === 'onnx'
        ? published.model.sha256 === sum
        : published.editions.some(({ graph }) => graph.sha256 === sum),
    )
    if (pack) found.push({ file, pack })
  }
  return found
}

function nothingFound(files: readonly string[]): PackRefused {
  const network = files.find((file) => endsWith(file, '.onnx'))
  if (network !== undefined)
    return new PackRefused(
      `${path.basename(network)} is not the file of a known detector. If it is one of your own, add the pack.json that describes it.`,
    )
  if (files.some((file) => [...GRAPHS, '.bin'].some((end) => endsWith(file, end))))
    return new PackRefused(
      'These are not the files of a known detector: its .xml or .param and its .bin belong together.',
    )
  return new PackRefused('No detector is among these files: it is a .onnx file, with a pack.json if it is your own.')
}

/**
 * Adds every detector found in a list of files: the files of known packs, and custom packs with their pack.json. ZIP files are unpacked.
 * @param work an empty folder for unpacking
 * @throws PackRefused if there is no detector, or if one is invalid; the detectors before the invalid one have been added by then
 */
export async function addFiles(
  store: PackStore,
  dropped: readonly string[],
  work: string,
  catalogue: readonly PublishedPack[] = PUBLISHED_PACKS,
): Promise<InstalledPack[]> {
  const files: string[] = dropped.filter((file) => !endsWith(file, '.zip'))
  for (const [index, file] of dropped.filter((one) => endsWith(one, '.zip')).entries()) {
    const folder = path.join(work, String(index))
    await mkdir(folder, { recursive: true })
    files.push(...(await unpackZip(file, folder, MAX_PACK_BYTES)))
  }
  const known = await findKnown(files, catalogue)
  const added: InstalledPack[] = []
  for (const { file, pack } of known) added.push(await store.addFrom(file, pack))
  const folders = new Set(known.map(({ file }) => path.dirname(file)))
  for (const file of files.filter(isDescription)) {
    const folder = path.dirname(file)
    // The manifest of a known pack is ignored, because the catalogue has the same information.
    const isOfKnown = folders.has(folder) && !hasOtherNetwork(folder, files, known)
    if (!isOfKnown) added.push(await store.addFrom(folder))
  }
  if (added.length === 0) throw nothingFound(files)
  return added
}

function hasOtherNetwork(folder: string, files: readonly string[], known: readonly Known[]): boolean {
  return files.some(
    (file) => path.dirname(file) === folder && endsWith(file, '.onnx') && !known.some((one) => one.file === file),
  )
}
