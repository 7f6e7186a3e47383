import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret } from '../../platform/crypto/seal-secret.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { connectionContext } from '../connect/index.ts'
import type { EnteredStream } from './play-stored.ts'
import { STREAM_KIND, streamSettings } from './stream-settings.ts'

/**
 * The stream of a camera that is not deleted, with its password; undefined if it has none.
 * @throws SealedSecretError if the password cannot be opened, as with the key file of another installation
 */
export async function findStoredStream(
  { preparedDb, keys }: { preparedDb: Db; keys: KeyRing },
  viewId: string,
): Promise<EnteredStream | undefined> {
  const [row] = await inSystemAtOnce(
    preparedDb,
    preparedDb
      .selectFrom('connection')
      .innerJoin('view', 'view.id', 'connection.view_id')
      .select(['connection.id', 'connection.settings', 'connection.sealed'])
      .where('connection.view_id', '=', viewId)
      .where('connection.kind', '=', STREAM_KIND)
      .where('view.deleted_at', 'is', null)
      .compile(),
  )
  if (!row) return undefined
  const { url, username } = streamSettings.parse(row.settings)
  return { url, username, password: row.sealed === null ? '' : openSecret(keys, row.sealed, connectionContext(row.id)) }
}
