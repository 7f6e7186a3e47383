import { join } from 'node:path'
import { createPackStore } from '@winnow/vision/packs'
import { z } from 'zod'
import { inSystem } from '../../platform/db/transaction.ts'
import { listDetectors } from './detector-queries.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { tryPack } from './fetch-known.ts'
import { bringPack } from './fill-folder.ts'
import { settleTask } from './task-queries.ts'
import type { Work } from './work.ts'

const askedSchema = z.object({ pack: z.string() })

/** Tests an installed detector again, with its file from the store, on the machine that runs the task. */
export async function checkAgain(deps: DetectorsDeps, work: Work): Promise<void> {
  const { pack: id } = askedSchema.parse(work.asked)
  const row = (await inSystem(deps.db, listDetectors)).find((one) => one.id === id)
  if (!row) throw new Error(`${id} is not there any more`)
  const store = createPackStore(join(work.folder, 'packs'), deps.catalogue)
  const { lookMs, memoryBytes } = await tryPack(
    work,
    await bringPack(deps.media, row, store, join(work.folder, 'brought')),
  )
  await inSystem(deps.db, async (tx) => {
    await settleTask(tx, work.id, { state: 'done', result: { lookMs } }, deps.clock.now())
    await tx
      .updateTable('detector')
      .set({ look_ms: lookMs, memory_bytes: memoryBytes || null })
      .where('id', '=', id)
      .execute()
  })
}
