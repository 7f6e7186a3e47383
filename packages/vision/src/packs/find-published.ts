import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PublishedFile, PublishedPack } from './catalogue.ts'
import { checksumOfFile } from './checksum.ts'

/** The file of a network's weights, which lies beside the description of its graph. */
export const weightsBeside = (graph: string): string => graph.replace(/\.(xml|param)$/i, '.bin')

async function isFile(file: string, { sha256 }: PublishedFile): Promise<boolean> {
  return existsSync(file) && (await checksumOfFile(file)) === sha256
}

/**
 * Looks in a folder for the files of a known pack under their published names: an ONNX file, or the .xml file of an OpenVINO network or the
 * .param file of one of ncnn, with its .bin file beside it. The files may lie in the folder itself or in a subfolder named after the pack.
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
  for (const { graph, weights } of published.editions) {
    const name = path.posix.basename(new URL(graph.url).pathname)
    for (const place of [folder, path.join(folder, `${manifest.id}-ir`)]) {
      const network = path.join(place, name)
      if ((await isFile(network, graph)) && (await isFile(weightsBeside(network), weights))) return network
    }
  }
  return undefined
}
