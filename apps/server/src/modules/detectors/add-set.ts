import { PACK_SETS } from '@winnow/vision/packs'
import { z } from 'zod'
import { inSystem } from '../../platform/db/transaction.ts'
import { listDetectors, type DetectorRow } from './detector-queries.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { fetchKnown, packsOf } from './fetch-known.ts'
import { saveDetector, setInUse, storePacks } from './install-packs.ts'
import { settleTask } from './task-queries.ts'
import type { Work } from './work.ts'

const askedSchema = z.object({ set: z.string() })

/** Whether an installed pack is the one that the catalogue has now. */
export const isCurrent = (rows: readonly DetectorRow[], id: string, version: string): boolean =>
  rows.some((row) => row.id === id && row.manifest.version === version)

/**
 * Downloads the missing packs of a set, and puts exactly this set and the installation's own packs in use. Other packs of the catalogue are
 * switched off, since nobody has measured the set in combination with them. If one step fails, nothing changes.
 */
export async function addSet(deps: DetectorsDeps, work: Work): Promise<void> {
  const { set } = askedSchema.parse(work.asked)
  const packs = packsOf(deps, PACK_SETS[set] ?? [])
  const rows = await inSystem(deps.db, listDetectors)
  const missing = packs.filter(({ manifest }) => !isCurrent(rows, manifest.id, manifest.version))
  const tried = await fetchKnown(deps, work, missing)
  work.tell({ step: 'store' })
  const isKnown = (id: string): boolean => deps.catalogue.some(({ manifest }) => manifest.id === id)
  const wanted = packs.map(({ manifest }) => manifest.id)
  await storePacks(deps, tried, (stored) =>
    inSystem(deps.db, async (tx) => {
      const now = deps.clock.now()
      await settleTask(tx, work.id, { state: 'done' }, now)
      const replaced: (string | undefined)[] = []
      for (const pack of stored) replaced.push(await saveDetector(tx, pack, work.author, now))
      for (const { id, inUse } of await listDetectors(tx))
        if (inUse && isKnown(id) && !wanted.includes(id)) await setInUse(tx, id, false, work.author, now)
      for (const id of wanted)
        // Another user may have removed the pack meanwhile.
        if (!(await setInUse(tx, id, true, work.author, now))) throw new Error(`${id} is not there any more`)
      return replaced.filter((key) => key !== undefined)
    }),
  )
}
