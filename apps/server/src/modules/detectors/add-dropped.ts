import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { addFiles, createPackStore, PackRefused } from '@winnow/vision/packs'
import { z } from 'zod'
import { inSystem } from '../../platform/db/transaction.ts'
import { MediaMissingError, type MediaContent } from '../../platform/media/media-store.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { tryPack } from './fetch-known.ts'
import { saveDetector, storePacks } from './install-packs.ts'
import { settleTask } from './task-queries.ts'
import type { TriedPack, Work } from './work.ts'

const askedSchema = z.object({ files: z.array(z.object({ sha256: z.string(), name: z.string() })) })

/** Key of an uploaded file until a task tests it. The orphan sweep deletes files that are never tested. */
export const droppedKey = (sha256: string): string => `detectors/dropped/${sha256}.bin`

/** A safe name for a file of the task's folder, since browsers send any name. */
const safeName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '')

/** Copies uploaded files to this machine. They may have been uploaded to another one. */
async function bringFiles(deps: DetectorsDeps, work: Work): Promise<string[]> {
  const { files } = askedSchema.parse(work.asked)
  const folder = join(work.folder, 'dropped')
  await mkdir(folder, { recursive: true })
  const paths: string[] = []
  for (const { sha256, name } of files) {
    const path = join(folder, safeName(name) || 'file')
    if (paths.includes(path))
      throw new PackRefused(`Two files are called ${name}: put each detector into a ZIP file of its own.`)
    const content: MediaContent = await deps.media.get(droppedKey(sha256)).catch((cause: unknown) => {
      if (cause instanceof MediaMissingError)
        throw new PackRefused(`${name} is not there any more: drop it again.`, { cause })
      throw cause
    })
    await pipeline(content.body, createWriteStream(path), { signal: work.signal })
    paths.push(path)
  }
  return paths
}

/**
 * Adds the detectors among the uploaded files. New detectors are available but not in use, since it is not known what they would filter. A
 * detector that replaces one in use is used at once. Either all detectors are added or none.
 */
export async function addDropped(deps: DetectorsDeps, work: Work): Promise<void> {
  const { files } = askedSchema.parse(work.asked)
  try {
    const paths = await bringFiles(deps, work)
    const store = createPackStore(join(work.folder, 'found'), deps.catalogue)
    const unpacked = join(work.folder, 'unpacked')
    await mkdir(unpacked, { recursive: true })
    const found = await addFiles(store, paths, unpacked, deps.catalogue)
    const tried: TriedPack[] = []
    for (const pack of found) tried.push(await tryPack(work, pack))
    work.tell({ step: 'store' })
    await storePacks(deps, tried, (stored) =>
      inSystem(deps.db, async (tx) => {
        const now = deps.clock.now()
        await settleTask(tx, work.id, { state: 'done' }, now)
        const replaced: (string | undefined)[] = []
        for (const pack of stored) replaced.push(await saveDetector(tx, pack, work.author, now))
        return replaced.filter((key) => key !== undefined)
      }),
    )
  } finally {
    // If the program is stopping, the files stay: the task continues after the restart and needs them.
    if (!work.isStopping()) await deps.media.delete(files.map(({ sha256 }) => droppedKey(sha256)))
  }
}
