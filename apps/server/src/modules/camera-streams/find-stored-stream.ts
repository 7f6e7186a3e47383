import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret } from '../../platform/crypto/seal-secret.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { connectionContext } from '../connect/index.ts'
import type { EnteredStream } from './play-stored.ts'
import { STREAM_KIND, streamSettings } from './stream-settings.ts'

export interface StoredStream extends EnteredStream {
  /** With the version it tells whether the stream was changed. */
  connectionId: string
  version: number
}

/**
 * Reads the stream of a stored connection.
 * @throws SealedSecretError if the password cannot be opened, as with the key file of another installation
 */
export function openStream(
  keys: KeyRing,
  { id, settings, sealed }: { id: string; settings: unknown; sealed: string | null },
): EnteredStream {
  const { url, username } = streamSettings.parse(settings)
  return { url, username, password: sealed === null ? '' : openSecret(keys, sealed, connectionContext(id)) }
}

/**
 * The stream of a camera that is not deleted, with its password; undefined if it has none.
 * @throws SealedSecretError
 */
export async function findStoredStream(
  { preparedDb, keys }: { preparedDb: Db; keys: KeyRing },
  viewId: string,
): Promise<StoredStream | undefined> {
  const [row] = await inSystemAtOnce(
    preparedDb,
    preparedDb
      .selectFrom('connection')
      .innerJoin('view', 'view.id', 'connection.view_id')
      .select(['connection.id', 'connection.settings', 'connection.sealed', 'connection.version'])
      .where('connection.view_id', '=', viewId)
      .where('connection.kind', '=', STREAM_KIND)
      .where('view.deleted_at', 'is', null)
      .compile(),
  )
  return row && { ...openStream(keys, row), connectionId: row.id, version: row.version }
}
