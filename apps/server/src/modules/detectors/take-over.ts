import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  addedAt,
  forgetRemoval,
  isShared,
  listRemovals,
  markShared,
  type InstalledPack,
  type PackStore,
} from '@winnow/vision/packs'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit, type Author } from '../audit/index.ts'
import { findDetector, auditedPack } from './detector-queries.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { COMMAND, saveDetector, setInUse } from './install-packs.ts'

type Deps = Pick<DetectorsDeps, 'db' | 'clock' | 'log' | 'media' | 'packFolder'>

/** The author of changes from the command line, whose user is unknown. These changes are recorded in the provider's audit log. */
async function commandAuthor(tx: Tx): Promise<Author | undefined> {
  const row = await tx
    .selectFrom('company')
    .select('id')
    .where('kind', '=', 'provider')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row && { companyId: row.id, name: COMMAND }
}

async function takePack(deps: Deps, { manifest, model }: InstalledPack): Promise<void> {
  const { id, sha256 } = manifest
  const added = await addedAt(deps.packFolder, id)
  const isNews = await inSystem(deps.db, async (tx) => {
    const row = await findDetector(tx, id)
    // Another machine or a user of the console may have added the pack meanwhile. The latest change wins.
    if (row && row.addedAt >= added) return false
    if (row?.manifest.sha256 !== sha256) return true
    await setInUse(tx, id, true, await commandAuthor(tx), deps.clock.now())
    return false
  })
  if (isNews) {
    const key = `detectors/packs/${id}/${newId()}.onnx`
    const { size: bytes } = await stat(model)
    await deps.media.put(key, createReadStream(model))
    const pack = { manifest, model, key, bytes, lookMs: 0, memoryBytes: 0 }
    const replaced = await inSystem(deps.db, async (tx) => {
      const author = await commandAuthor(tx)
      return saveDetector(tx, pack, author, deps.clock.now(), true)
    })
    if (replaced !== undefined) await deps.media.delete([replaced])
    deps.log.info({ id }, 'a detector that was added at this machine is now the whole installation’s')
  }
  await markShared(deps.packFolder, id)
}

async function takeRemoval(deps: Deps, id: string): Promise<void> {
  const key = await inSystem(deps.db, async (tx) => {
    const row = await findDetector(tx, id)
    if (!row) return undefined
    await tx.deleteFrom('detector').where('id', '=', id).execute()
    const author = await commandAuthor(tx)
    const entry = {
      action: 'detector.removed',
      objectType: 'detector' as const,
      objectId: id,
      before: auditedPack(row.manifest),
    }
    if (author) await recordAudit(tx, author, { ...entry, objectName: row.manifest.title }, deps.clock.now())
    return row.mediaKey
  })
  if (key !== undefined) await deps.media.delete([key])
  await forgetRemoval(deps.packFolder, id)
}

/** Applies to the whole installation what `npm run models` added or removed on this machine. */
export async function takeOver(deps: Deps, store: PackStore): Promise<void> {
  const { packs } = await store.list()
  for (const id of await listRemovals(deps.packFolder)) {
    // If the pack was added again after its removal, the removal is forgotten.
    if (packs.some(({ manifest }) => manifest.id === id)) await forgetRemoval(deps.packFolder, id)
    else await takeRemoval(deps, id)
  }
  for (const pack of packs) if (!(await isShared(deps.packFolder, pack.manifest.id))) await takePack(deps, pack)
}
