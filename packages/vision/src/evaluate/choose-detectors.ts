import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Detector } from '../detect/detector.ts'
import { loadOnnxDetector } from '../detect/onnx-detector.ts'
import { loadBuiltIn } from '../packs/built-in.ts'
import { packsNamed, type PublishedPack } from '../packs/catalogue.ts'
import { checksumOf } from '../packs/checksum.ts'
import { createPackStore, type InstalledPack } from '../packs/pack-store.ts'
import { convertPersonVehicleBike } from '../packs/person-vehicle-bike.ts'

/** Where files of known packs may lie that were not added to this installation, as published. */
export interface PackSources {
  /** Folder of the installation's packs. */
  installed: string
  /** Folder with published files as they are. */
  files?: string | undefined
}

async function readIfPublished(file: string, sha256: string): Promise<Uint8Array | undefined> {
  if (!existsSync(file)) return undefined
  const bytes = new Uint8Array(await readFile(file))
  return checksumOf(bytes) === sha256 ? bytes : undefined
}

async function findModel({ manifest, published }: PublishedPack, folder: string): Promise<Uint8Array | undefined> {
  if (published.kind === 'onnx') return readIfPublished(path.join(folder, manifest.file), published.model.sha256)
  for (const { xml, bin } of published.editions) {
    const name = path.posix.basename(new URL(xml.url).pathname, '.xml')
    for (const place of [folder, path.join(folder, `${manifest.id}-ir`)]) {
      const network = await readIfPublished(path.join(place, `${name}.xml`), xml.sha256)
      const weights = await readIfPublished(path.join(place, `${name}.bin`), bin.sha256)
      if (network && weights) return convertPersonVehicleBike(Buffer.from(network).toString(), weights)
    }
  }
  return undefined
}

/**
 * The detectors to measure with: `builtin`, the name of a set or pack, or several joined by commas; without a name the packs of the
 * installation, or the built-in one where there are none.
 * @throws naming the pack that is not there and how to get it
 */
export async function chooseDetectors(names: string | undefined, sources: PackSources): Promise<Detector[]> {
  const { packs: installed } = await createPackStore(sources.installed).list()
  const load = ({ manifest, model }: InstalledPack) => loadOnnxDetector(manifest, model)
  if (names === undefined)
    return installed.length === 0 ? [await loadBuiltIn()] : Promise.all(installed.map((pack) => load(pack)))
  const detectors: Detector[] = []
  for (const name of names.split(',').map((one) => one.trim())) {
    if (name === 'builtin' || name === 'centernet') {
      detectors.push(await loadBuiltIn())
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
      detectors.push(await loadOnnxDetector(pack.manifest, model))
    }
  }
  return detectors
}
