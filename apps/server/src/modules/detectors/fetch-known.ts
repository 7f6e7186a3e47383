import { join } from 'node:path'
import { createPackStore, FetchFailed, trialPack, type InstalledPack, type PublishedPack } from '@winnow/vision/packs'
import type { DetectorsDeps } from './detectors-deps.ts'
import { createGuardedDownload } from './guarded-download.ts'
import type { TriedPack, Work } from './work.ts'

/** The largest number of attempts at an interrupted download. Each attempt after the first resumes it. */
const TRIES = 3

async function fetchPack(deps: DetectorsDeps, work: Work, pack: PublishedPack): Promise<InstalledPack> {
  const { id } = pack.manifest
  const store = createPackStore(join(work.folder, 'fetched'), deps.catalogue)
  const onProgress = (done: number, total: number | undefined): void =>
    work.tell({ step: 'fetch', pack: id, done, total: total ?? null })
  for (let tries = 1; ; tries += 1) {
    work.tell({ step: 'fetch', pack: id, done: 0, total: pack.bytes })
    try {
      return await store.add(pack, { fetch: createGuardedDownload(deps.guard), onProgress, signal: work.signal })
    } catch (error) {
      work.signal.throwIfAborted()
      if (!(error instanceof FetchFailed) || error.failure !== 'broke-off' || tries === TRIES) throw error
    }
  }
}

/** Tests a pack and reports the progress. @throws PackRefused */
export async function tryPack(work: Work, pack: InstalledPack): Promise<TriedPack> {
  work.tell({ step: 'try', pack: pack.manifest.id })
  return { ...pack, ...(await trialPack(pack, { signal: work.signal })) }
}

/** Downloads packs of the catalogue and tests each of them. @throws FetchFailed, PackRefused */
export async function fetchKnown(
  deps: DetectorsDeps,
  work: Work,
  packs: readonly PublishedPack[],
): Promise<TriedPack[]> {
  const tried: TriedPack[] = []
  for (const pack of packs) tried.push(await tryPack(work, await fetchPack(deps, work, pack)))
  return tried
}

/** Packs of the catalogue by name. @throws Error for an unknown name: a bug, since callers have checked it */
export function packsOf(deps: Pick<DetectorsDeps, 'catalogue'>, ids: readonly string[]): PublishedPack[] {
  return ids.map((id) => {
    const pack = deps.catalogue.find(({ manifest }) => manifest.id === id)
    if (!pack) throw new Error(`no known pack is called ${id}`)
    return pack
  })
}
