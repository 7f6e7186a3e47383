import { flagsOf } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { ConnectorKind } from '../../platform/connect/connector.ts'
import type { Db } from '../../platform/db/transaction.ts'
import {
  claimConnections,
  type KindNeeds,
  LEASE_MS,
  lockConnections,
  type OwnedConnection,
  releaseConnections,
  renewLeases,
} from './lease-connections.ts'
import type { RunningConnector } from './run-connector.ts'
import { stateOf } from './start-connector.ts'
import type { Held } from './write-states.ts'

/** Connections of one process. */
const MOST = 2_000
/** Connections that one look takes, so that several processes that start together share them. */
const MOST_AT_ONCE = 200

interface HeldConnections {
  /** Renews the leases. Ends all connectors if that fails until the leases have run out. */
  renew(): Promise<void>
  /** Takes connections that nobody owns, and starts their connectors. */
  take(): Promise<void>
  /** Ends all connectors. @returns the ids of their connections */
  dropAll(): Promise<readonly string[]>
}

interface Deps {
  db: Db
  clock: Clock
  monotonic: () => number
  owner: string
  held: Map<string, Held>
  kinds: readonly ConnectorKind[]
  start: (kind: ConnectorKind, row: OwnedConnection) => RunningConnector
}

/** The connections that this process owns, with their leases and connectors. */
export function holdConnections({ db, clock, monotonic, owner, held, kinds, start }: Deps): HeldConnections {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]))
  const needs: KindNeeds = Object.fromEntries(
    kinds.flatMap(({ kind, feature }) => (feature === undefined ? [] : [[kind, flagsOf(feature)]])),
  )
  let ownedUntil = 0

  const drop = async (ids: readonly string[]): Promise<void> => {
    const gone = ids.flatMap((id) => held.get(id) ?? [])
    for (const id of ids) held.delete(id)
    await Promise.all(gone.map(({ connector }) => connector.stop()))
  }

  /** Renews the leases, and ends the connectors of connections that are another process's now, were deleted or changed. */
  async function renewAll(): Promise<void> {
    if (Object.keys(needs).length > 0) await lockConnections(db, { needs, now: clock.now() })
    const ids = [...held.keys()]
    const until = monotonic() + LEASE_MS
    const rows = ids.length === 0 ? [] : await renewLeases(db, { owner, ids, now: clock.now() })
    const kept = new Map(rows.map((row) => [row.id, row.version]))
    ownedUntil = until
    await drop(ids.filter((id) => !kept.has(id)))
    const changed = ids.filter((id) => kept.has(id) && kept.get(id) !== held.get(id)?.version)
    await drop(changed)
    // They are taken again at once, as they are now.
    if (changed.length > 0) await releaseConnections(db, { owner, ids: changed, now: clock.now() })
  }

  return {
    async renew() {
      try {
        await renewAll()
      } catch (error) {
        // Another process may own the connections soon. Two connectors of one device would only double its events.
        if (monotonic() >= ownedUntil) await drop([...held.keys()])
        throw error
      }
    },
    async take() {
      const room = Math.min(MOST_AT_ONCE, MOST - held.size)
      if (room <= 0) return
      const rows = await claimConnections(db, { owner, kinds: [...byKind.keys()], needs, room, now: clock.now() })
      for (const row of rows) {
        const kind = byKind.get(row.kind)
        if (kind) held.set(row.id, { version: row.version, connector: start(kind, row), written: stateOf(row) })
      }
    },
    async dropAll() {
      const ids = [...held.keys()]
      await drop(ids)
      return ids
    },
  }
}
