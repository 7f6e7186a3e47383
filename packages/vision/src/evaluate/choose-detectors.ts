import { readFile } from 'node:fs/promises'
import type { Detector } from '../detect/detector.ts'
import { detectorOf } from '../detect/network.ts'
import { loadOnnxNetwork, type NetworkDescription } from '../detect/onnx-network.ts'
import { loadBuiltIn } from '../packs/built-in.ts'
import { packsNamed, type PublishedPack } from '../packs/catalogue.ts'
import { findPublished, weightsBeside } from '../packs/find-published.ts'
import { createPackStore } from '../packs/pack-store.ts'

/** The folders in which packs are looked for. */
export interface PackSources {
  /** The folder of the installation's packs. */
  installed: string
  /** A folder with unmodified published files of known packs that were not added to the installation. */
  files?: string | undefined
}

async function findModel(pack: PublishedPack, folder: string): Promise<Uint8Array | undefined> {
  const file = await findPublished(pack, folder)
  if (file === undefined) return undefined
  if (pack.published.kind === 'onnx') return new Uint8Array(await readFile(file))
  const weights = await readFile(weightsBeside(file))
  return pack.published.convert(await readFile(file, 'utf8'), new Uint8Array(weights))
}

async function withBuiltIn(detectors: Detector[]): Promise<Detector[]> {
  if (detectors.some(({ sees }) => sees.includes('person'))) return detectors
  return [...detectors, detectorOf(await loadBuiltIn())]
}

/**
 * Returns the detectors to measure. `names` is `builtin`, the name of a set or pack, or several names joined by commas. Without names,
 * returns the packs of the installation, and the built-in detector if no pack detects persons.
 * @throws with the name of the missing pack and how to get it
 */
export async function chooseDetectors(names: string | undefined, sources: PackSources): Promise<Detector[]> {
  const { packs } = await createPackStore(sources.installed).list()
  const installed = packs.filter(({ manifest }) => manifest.capability === 'detect')
  const load = async ({ manifest, model }: { manifest: NetworkDescription; model: Uint8Array | string }) =>
    detectorOf(await loadOnnxNetwork(manifest, model))
  if (names === undefined) return withBuiltIn(await Promise.all(installed.map((pack) => load(pack))))
  const detectors: Detector[] = []
  for (const name of names.split(',').map((one) => one.trim())) {
    if (name === 'builtin' || name === 'centernet') {
      detectors.push(detectorOf(await loadBuiltIn()))
      continue
    }
    const own = installed.find(({ manifest }) => manifest.id === name)
    if (own) {
      detectors.push(await load(own))
      continue
    }
    const known = packsNamed(name)
    if (known === undefined)
      throw new Error(`There is no pack ${name}. npm run models -- list shows those that are known.`)
    for (const pack of known) {
      const present = installed.find(({ manifest }) => manifest.id === pack.manifest.id)
      const model = present ? present.model : sources.files && (await findModel(pack, sources.files))
      if (!model)
        throw new Error(`The pack ${pack.manifest.id} is not installed. Add it: npm run models -- add ${name}`)
      detectors.push(await load({ manifest: pack.manifest, model }))
    }
  }
  return detectors
}
