import { setTimeout as wait } from 'node:timers/promises'
import { ConnectError, type ConnectorKind } from '../../platform/connect/connector.ts'
import type { Platform } from '../../platform/create-platform.ts'
import { openSecret } from '../../platform/crypto/seal-secret.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { OwnedConnection } from './lease-connections.ts'
import { type ConnectionState, type RunDeps, runConnector, type RunningConnector } from './run-connector.ts'
import { connectionContext } from './store-connection.ts'
import { createSignalTaker, type SignalTakerDeps } from './take-signal.ts'

export interface StartDeps extends SignalTakerDeps, Pick<Platform, 'db' | 'clock' | 'log' | 'cameraGuard' | 'keys'> {
  /** Tests replace the pauses between tries. */
  connectTiming?: Partial<Pick<RunDeps, 'wait' | 'random' | 'monotonic'>>
}

/** Stands for the kind of a connection whose secret cannot be opened. */
const UNREADABLE: ConnectorKind = { kind: '', run: () => Promise.reject(new ConnectError('failed')) }

/** Resolves after a time, or at once when the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined)

/** The state of a connection as it is stored. */
export const stateOf = (row: OwnedConnection): ConnectionState => ({
  isUp: false,
  since: row.since,
  lastUpAt: row.last_up_at,
  seenAt: row.seen_at,
  eventAt: row.event_at,
  problem: row.problem && { code: row.problem, setting: row.problem_setting, at: row.problem_at ?? row.since },
})

/** Undefined if the secret cannot be opened, as with a key file of another installation. It must not end the other connections. */
function secretOf({ keys, log }: StartDeps, { id, sealed }: OwnedConnection): string | null | undefined {
  try {
    return sealed === null ? null : openSecret(keys, sealed, connectionContext(id))
  } catch (err) {
    log.error({ err, connectionId: id }, 'the secret of a connection cannot be opened')
    return undefined
  }
}

/** Stores how far a connection was read, as long as its owner and its settings are the same. A change may have begun it anew. */
async function keepPosition(
  db: Db,
  { id, version, owner }: { id: string; version: number; owner: string },
  position: string,
): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .updateTable('connection')
      .set({ position })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('owner', '=', owner)
      .execute(),
  )
}

/** Returns the function that starts the connector of a connection which `owner` has claimed. */
export function createConnectorStarter(deps: StartDeps, { owner, monotonic, onChange }: Starting) {
  const takeSignal = createSignalTaker(deps)
  return (kind: ConnectorKind, row: OwnedConnection): RunningConnector => {
    const secret = secretOf(deps, row)
    const connection = {
      id: row.id,
      companyId: row.company_id,
      siteId: row.site_id,
      viewId: row.view_id,
      settings: row.settings,
      secret: secret ?? null,
      position: row.position,
    }
    const parts = {
      connection,
      guard: deps.cameraGuard,
      acceptSignal: takeSignal(connection),
      async keepPosition(position: string) {
        await keepPosition(deps.db, { id: row.id, version: row.version, owner }, position)
        // After a lost connection the connector is started again with the same one.
        connection.position = position
      },
    }
    return runConnector(secret === undefined ? UNREADABLE : kind, parts, stateOf(row), {
      wait: pause,
      random: Math.random,
      ...deps.connectTiming,
      monotonic,
      clock: deps.clock,
      log: deps.log.child({ module: 'connect', kind: row.kind, connectionId: row.id }),
      onChange,
    })
  }
}

interface Starting extends Pick<RunDeps, 'monotonic' | 'onChange'> {
  owner: string
}
