import { join } from 'node:path'
import type { PackFailure } from '@winnow/vision'
import { createPackStore, folderState, isShared, type PackStore } from '@winnow/vision/packs'
import { inSystem } from '../../platform/db/transaction.ts'
import { listDetectors, type DetectorRow } from './detector-queries.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { bringPack } from './fill-folder.ts'
import { takeOver } from './take-over.ts'

/** A pack in the folder of this machine, with the checksum of its file. */
export interface LocalPack {
  id: string
  sha256: string
}

export interface Synced {
  packs: LocalPack[]
  /** Packs that could not be copied to this machine. */
  problems: PackFailure[]
}

type Deps = Pick<DetectorsDeps, 'db' | 'clock' | 'log' | 'media' | 'packFolder'>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Deletes copies that are no longer in use, and downloads those that are missing or damaged. */
async function bringInLine(deps: Deps, store: PackStore, rows: readonly DetectorRow[]): Promise<PackFailure[]> {
  const { media, packFolder: root, log } = deps
  const wanted = rows.filter(({ inUse }) => inUse)
  const { packs, broken } = await store.list()
  for (const id of [...packs.map(({ manifest }) => manifest.id), ...broken.map((one) => one.id)])
    // Only packs that came from the installation are removed. Folders that somebody else put here stay.
    if (!wanted.some((row) => row.id === id) && (await isShared(root, id))) await store.remove(id)
  const failed: PackFailure[] = []
  for (const row of wanted) {
    if (packs.some(({ manifest }) => manifest.id === row.id && manifest.sha256 === row.manifest.sha256)) continue
    try {
      await bringPack(media, row, store, join(root, '.work'))
    } catch (error) {
      log.warn({ err: error, id: row.id }, 'a detector could not be brought to this machine; trying again')
      failed.push({ id: row.id, problem: `It could not be brought to this machine yet: ${messageOf(error)}` })
    }
  }
  return failed
}

/** Brings the packs of this machine in line with the installation whenever either has changed. */
export function createPackSync(deps: Deps): {
  /** @returns undefined when nothing has changed */
  sync: () => Promise<Synced | undefined>
  /** The current content of the folder. */
  packs: () => Promise<LocalPack[]>
} {
  const store = createPackStore(deps.packFolder)
  let seen: string | undefined

  /** The state of installation and folder as text. It is cheap enough to compute every few seconds. */
  async function state(): Promise<string> {
    const rows = await inSystem(deps.db, listDetectors)
    const used = rows.map(({ id, manifest, inUse }) => [id, manifest.sha256, inUse])
    return JSON.stringify([used, await folderState(deps.packFolder)])
  }
  const packs = async (): Promise<LocalPack[]> =>
    (await store.list()).packs.map(({ manifest: { id, sha256 } }) => ({ id, sha256 }))

  return {
    packs,
    async sync() {
      if ((await state()) === seen) return undefined
      await takeOver(deps, store)
      const problems = await bringInLine(deps, store, await inSystem(deps.db, listDetectors))
      seen = problems.length > 0 ? undefined : await state()
      return { packs: await packs(), problems }
    },
  }
}
