import { classNamesOf, packManifestSchema, type PackManifest } from '@winnow/vision/packs'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Detector as DetectorTable } from '../../platform/db/types.generated.ts'

/** A pack of the installation. */
export interface DetectorRow {
  id: string
  manifest: PackManifest
  mediaKey: string
  bytes: number
  inUse: boolean
  lookMs: number | null
  addedBy: string
  addedAt: Date
  usedSince: Date | null
}

const rowOf = (row: Selectable<DetectorTable>): DetectorRow => ({
  id: row.id,
  manifest: packManifestSchema.parse(row.manifest),
  mediaKey: row.media_key,
  bytes: Number(row.bytes),
  inUse: row.in_use,
  lookMs: row.look_ms,
  addedBy: row.added_by,
  addedAt: row.added_at,
  usedSince: row.used_since,
})

/** All packs of the installation, sorted by id. */
export async function listDetectors(tx: Tx): Promise<DetectorRow[]> {
  return (await tx.selectFrom('detector').selectAll().orderBy('id').execute()).map(rowOf)
}

/** One pack, whose row is locked until the transaction ends. */
export async function findDetector(tx: Tx, id: string): Promise<DetectorRow | undefined> {
  const row = await tx.selectFrom('detector').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && rowOf(row)
}

/** The classes that a pack detects. The class `other` is included only for packs that look for other things than people and vehicles. */
export const seenBy = (manifest: PackManifest) =>
  classNamesOf(manifest).sees.filter((one) => one !== 'other' || manifest.capability !== 'detect')

/** Whether the built-in detector is needed too, because none of the packs in use detects people. */
export const needsBuiltIn = (inUse: readonly Pick<DetectorRow, 'manifest'>[]): boolean =>
  !inUse.some(({ manifest }) => manifest.capability === 'detect' && seenBy(manifest).includes('person'))

/** The fields of a pack that the audit log keeps. */
export const auditedPack = ({ version, licence, source, sha256 }: PackManifest) => ({
  version,
  licence,
  source,
  sha256,
})
