import type { DwServer } from '@winnow/contract'
import type { NxAddress } from '@winnow/delivery'
import type { Selectable } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret, sealSecret } from '../../platform/crypto/seal-secret.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'

export type StoredServer = Selectable<DB['dw_server']>

/** The context in which the password of a server is sealed. */
export const dwPasswordContext = (id: string): string => `dw-server:${id}:password`

export const sealDwPassword = (keys: KeyRing, id: string, password: string): string =>
  sealSecret(keys, password, dwPasswordContext(id))

/** The configured servers of a company by system and name. */
export const findDwServersOf = (tx: Tx, companyId: string): Promise<StoredServer[]> =>
  tx
    .selectFrom('dw_server')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('system_name')
    .orderBy('server_name')
    .orderBy('id')
    .execute()

/** How a configured server is reached, with its password. */
export const dwAddressOf = (keys: KeyRing, row: StoredServer): NxAddress => ({
  host: row.host,
  port: row.port,
  user: row.username,
  password: openSecret(keys, row.password, dwPasswordContext(row.id)),
  fingerprint: row.fingerprint,
})

export const presentDwServer = (row: StoredServer): DwServer => ({
  id: row.id,
  systemId: row.system_id,
  systemName: row.system_name,
  serverId: row.server_id,
  serverName: row.server_name,
  ipAddress: row.host,
  port: row.port,
  username: row.username,
  hasPassword: true,
  fingerprint: row.fingerprint,
})
