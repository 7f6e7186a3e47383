import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPackStore, findPublished, packFolder, packsNamed } from '@winnow/vision/packs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Folders that may hold files of published packs: `WINNOW_TEST_MODELS`, beside the project, or in this installation. */
const placesOfFiles = (): string[] =>
  [process.env['WINNOW_TEST_MODELS'], join(ROOT, '../shared/models')].flatMap((place) =>
    place !== undefined && existsSync(place) ? [place] : [],
  )

/**
 * Creates an installation's pack folder with some packs, from local files. Nothing is downloaded.
 * @returns false when the files of a pack are missing
 */
export async function installPacks(dataDir: string, ids: readonly string[]): Promise<boolean> {
  const store = createPackStore(packFolder(dataDir))
  const own = await createPackStore(packFolder(process.env['WINNOW_DATA'] ?? join(ROOT, 'data'))).list()
  for (const id of ids) {
    const [pack] = packsNamed(id) ?? []
    if (pack === undefined) throw new Error(`there is no pack ${id}`)
    const files = await Promise.all(placesOfFiles().map((place) => findPublished(pack, place)))
    const present = own.packs.find(({ manifest }) => manifest.id === id)
    const source = files.find((file) => file !== undefined)
    // What an installation has is converted already, so it is not the published file.
    if (source !== undefined) await store.addFrom(source, pack)
    else if (present !== undefined) await store.put(present.manifest, present.model)
    else return false
  }
  return true
}
