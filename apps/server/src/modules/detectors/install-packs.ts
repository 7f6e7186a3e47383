import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit, type Author } from '../audit/index.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { findDetector, auditedPack } from './detector-queries.ts'
import type { TriedPack } from './work.ts'

/** The audit name of a person who uses the command line. */
export const COMMAND = 'npm run models'

export interface StoredPack extends TriedPack {
  key: string
  bytes: number
}

/** Puts packs into the media store, from which every machine downloads them, and calls `write`. If that fails, it removes the packs. */
export async function storePacks(
  { media }: Pick<DetectorsDeps, 'media'>,
  packs: readonly TriedPack[],
  write: (stored: readonly StoredPack[]) => Promise<string[]>,
): Promise<void> {
  const stored: StoredPack[] = []
  try {
    for (const pack of packs) {
      // A new key each time, so that deleting one file never deletes one that another row refers to.
      const key = `detectors/packs/${pack.manifest.id}/${newId()}.onnx`
      const { size: bytes } = await stat(pack.model)
      stored.push({ ...pack, key, bytes })
      await media.put(key, createReadStream(pack.model))
    }
    await media.delete(await write(stored))
  } catch (error) {
    await media.delete(stored.map(({ key }) => key))
    throw error
  }
}

/** Writes the row of a stored pack. @returns the key of the file that it replaces */
export async function saveDetector(
  tx: Tx,
  pack: StoredPack,
  author: Author | undefined,
  now: Date,
  inUse?: boolean,
): Promise<string | undefined> {
  const { manifest } = pack
  const before = await findDetector(tx, manifest.id)
  const row = {
    manifest: JSON.stringify(manifest),
    media_key: pack.key,
    bytes: pack.bytes,
    look_ms: pack.lookMs || null,
    memory_bytes: pack.memoryBytes || null,
    in_use: inUse ?? before?.inUse ?? false,
    added_by: author?.name ?? COMMAND,
    added_at: now,
    used_since: (inUse ?? before?.inUse) ? now : null,
  }
  await tx
    .insertInto('detector')
    .values({ id: manifest.id, ...row })
    .onConflict((taken) => taken.column('id').doUpdateSet(row))
    .execute()
  const entry = {
    action: 'detector.added',
    objectType: 'detector' as const,
    objectId: manifest.id,
    objectName: manifest.title,
  }
  const change = { ...(before && { before: auditedPack(before.manifest) }), after: auditedPack(manifest) }
  if (author) await recordAudit(tx, author, { ...entry, ...change }, now)
  return before?.mediaKey
}

/** Puts a detector in use, or takes it out of use. */
export async function setInUse(
  tx: Tx,
  id: string,
  inUse: boolean,
  author: Author | undefined,
  now: Date,
): Promise<boolean> {
  const before = await findDetector(tx, id)
  if (!before) return false
  if (before.inUse === inUse) return true
  await tx
    .updateTable('detector')
    .set({ in_use: inUse, used_since: inUse ? now : null })
    .where('id', '=', id)
    .execute()
  const action = inUse ? 'detector.used' : 'detector.unused'
  const entry = { action, objectType: 'detector' as const, objectId: id, objectName: before.manifest.title }
  if (author) await recordAudit(tx, author, { ...entry, after: auditedPack(before.manifest) }, now)
  return true
}
