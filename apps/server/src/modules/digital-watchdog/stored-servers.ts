import { CONNECTION_PROBLEMS, type DwServer } from '@winnow/contract'
import type { NxAddress } from '@winnow/delivery'
import { sql, type Selectable } from 'kysely'
import type { CameraSystem, CameraSystems } from '../../platform/connect/camera-systems.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret, sealSecret } from '../../platform/crypto/seal-secret.ts'
import { inSystemAtOnce, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import type { FindNxServers } from '../intake/index.ts'

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

/** The kind of the connections that read event logs. */
export const NX_LOG_KIND = 'digital-watchdog-log'

/** The systems behind which cameras stand: whether their logs can be read. */
export const dwSystems: CameraSystems = sql<CameraSystem>`
  select dw_camera.view_id, 'digital-watchdog' as kind, dw_camera.system_name as name, connection.is_up, connection.lease_until, connection.since,
    connection.last_up_at, connection.seen_at, connection.problem, connection.problem_setting, connection.problem_at
  from connection join dw_camera on dw_camera.company_id = connection.company_id and dw_camera.vendor = 'digitalwatchdog'
    and dw_camera.system_id = connection.settings ->> 'systemId'
  where connection.kind = ${sql.lit(NX_LOG_KIND)} and connection.view_id is null`

const NOT_TRIED: DwServer['log'] = { isUp: false, seenAt: null, problem: null, setting: null }

/** Whether the logs of the company's systems can be read, by the id of the system. */
async function findLogStates(tx: Tx, companyId: string): Promise<Map<string, DwServer['log']>> {
  const rows = await tx
    .selectFrom('connection')
    .select([
      sql<string>`settings->>'systemId'`.as('systemId'),
      'is_up as isUp',
      'seen_at as seenAt',
      'problem',
      'problem_setting as setting',
    ])
    .where('company_id', '=', companyId)
    .where('kind', '=', NX_LOG_KIND)
    .execute()
  return new Map(
    rows.map(({ systemId, isUp, seenAt, problem, setting }) => [
      systemId,
      {
        isUp,
        seenAt: seenAt?.toISOString() ?? null,
        problem: CONNECTION_PROBLEMS.find((known) => known === problem) ?? null,
        setting,
      },
    ]),
  )
}

/** The configured servers of a company as they are shown. */
export async function listServersOf(tx: Tx, companyId: string): Promise<DwServer[]> {
  const [rows, states] = [await findDwServersOf(tx, companyId), await findLogStates(tx, companyId)]
  return rows.map((row) => presentDwServer(row, states.get(row.system_id) ?? NOT_TRIED))
}

const presentDwServer = (row: StoredServer, log: DwServer['log']): DwServer => ({
  log,
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

/** Looks for servers outside the request of a user of the company. */
export const createFindNxServers =
  ({ preparedDb, keys }: { preparedDb: Db; keys: KeyRing }): FindNxServers =>
  async (companyId, systemId) => {
    const rows = await inSystemAtOnce(
      preparedDb,
      preparedDb
        .selectFrom('dw_server')
        .selectAll()
        .where('company_id', '=', companyId)
        .where((where) => (systemId === '' ? where.lit(true) : where('system_id', '=', systemId)))
        .orderBy('id')
        .compile(),
    )
    return rows.map((row) => ({ id: row.id, address: dwAddressOf(keys, row) }))
  }
