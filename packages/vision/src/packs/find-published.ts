import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PublishedFile, PublishedPack } from './catalogue.ts'
import { checksumOfFile } from './checksum.ts'

async function isFile(file: string, { sha256 }: PublishedFile): Promise<boolean> {
  return existsSync(file) && (await checksumOfFile(file)) === sha256
}

/**
 * Looks in a folder for the files of a known pack under their published names: an ONNX file, or the .xml file of an OpenVINO network with
 * its .bin file beside it. The files may lie in the folder itself or in a subfolder named after the pack.
 * @returns the path from which to add the pack, or undefined if the files are missing or have the wrong content
 */
export async function findPublished(
  { manifest, published }: PublishedPack,
  folder: string,
): Promise<string | undefined> {
  if (published.kind === 'onnx') {
    const file = path.join(folder, manifest.file)
    return (await isFile(file, published.model)) ? file : undefined
  }
  for (const { xml, bin } of published.editions) {
    const name = path.posix.basename(new URL(xml.url).pathname, '.xml')
    for (const place of [folder, path.join(folder, `${manifest.id}-ir`)]) {
      const network = path.join(place, `${name}.xml`)
      if ((await isFile(network, xml)) && (await isFile(path.join(place, `${name}.bin`), bin))) return network
    }
  }
  return undefined
}
