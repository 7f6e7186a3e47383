import { newId } from '../../platform/ids.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import { openSecret } from '../../platform/crypto/seal-secret.ts'
import { ConnectError, type ConnectorKind } from '../../platform/connect/connector.ts'
import { systemTicker, type Ticker } from '../../platform/clock.ts'
import type { Platform } from '../../platform/create-platform.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import type { Running } from '../../platform/modules/module.ts'
import {
  claimConnections,
  LEASE_MS,
  noteStates,
  type OwnedConnection,
  releaseConnections,
  renewLeases,
} from './lease-connections.ts'
import { type ConnectionState, type RunDeps, runConnector, type RunningConnector } from './run-connector.ts'
import { connectionContext } from './store-connection.ts'
import { createSignalTaker, type SignalTakerDeps } from './take-signal.ts'

const LOOK_EVERY_MS = 5_000
/** Connections of one process. */
const MOST = 2_000
/** Connections that one look takes, so that several processes that start together share them. */
const MOST_AT_ONCE = 200
/** Signs of life are written this often at most. */
const SEEN_EVERY_MS = 60_000

export interface ConnectDeps
  extends SignalTakerDeps, Pick<Platform, 'db' | 'clock' | 'log' | 'cameraGuard' | 'keys' | 'wakes'> {
  ticker?: Ticker
  /** Tests replace the pauses between tries. */
  connectTiming?: Partial<Pick<RunDeps, 'wait' | 'random' | 'monotonic'>>
}

/** Stands for the kind of a connection whose secret cannot be opened. */
const UNREADABLE: ConnectorKind = { kind: '', run: () => Promise.reject(new ConnectError('failed')) }

interface Held {
  version: number
  connector: RunningConnector
  written: ConnectionState
}

export interface ConnectorKeeper extends Running {
  /** Renews, takes and gives back connections, and writes their states. Called every few seconds. */
  look(): Promise<void>
}

/** Resolves after a time, or at once when the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

const stateOf = (row: OwnedConnection): ConnectionState => ({
  isUp: false,
  since: row.since,
  lastUpAt: row.last_up_at,
  seenAt: row.seen_at,
  eventAt: row.event_at,
  problem: row.problem && { code: row.problem, setting: row.problem_setting, at: row.problem_at ?? row.since },
})

/** Whether a state must be written: at once what changed, and now and then that the other side is still there. */
function isNews(state: ConnectionState, written: ConnectionState): boolean {
  const { seenAt, ...rest } = state
  const { seenAt: seenBefore, ...before } = written
  if (Object.keys(rest).some((key) => rest[key as keyof typeof rest] !== before[key as keyof typeof rest])) return true
  return seenAt !== null && (seenBefore === null || seenAt.getTime() - seenBefore.getTime() >= SEEN_EVERY_MS)
}

/** Runs the connectors of the connections that this process owns. */
export function keepConnectors(deps: ConnectDeps, kinds: readonly ConnectorKind[]): ConnectorKeeper {
  const { db, clock, log } = deps
  const owner = newId()
  const held = new Map<string, Held>()
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]))
  const takeSignal = createSignalTaker(deps)
  const monotonic = deps.connectTiming?.monotonic ?? (() => performance.now())
  let ownedUntil = 0
  let isStopped = false

  const drop = async (ids: readonly string[]): Promise<void> => {
    const gone = ids.flatMap((id) => held.get(id) ?? [])
    for (const id of ids) held.delete(id)
    await Promise.all(gone.map(({ connector }) => connector.stop()))
  }

  /** Renews the leases, and ends the connectors of connections that are another process's now, were deleted or changed. */
  async function renew(): Promise<void> {
    const ids = [...held.keys()]
    const until = monotonic() + LEASE_MS
    const kept = new Map(
      ids.length === 0
        ? []
        : (await renewLeases(db, { owner, ids, now: clock.now() })).map((row) => [row.id, row.version]),
    )
    ownedUntil = until
    await drop(ids.filter((id) => !kept.has(id)))
    const changed = ids.filter((id) => kept.has(id) && kept.get(id) !== held.get(id)?.version)
    await drop(changed)
    // They are taken again at once, as they are now.
    if (changed.length > 0) await releaseConnections(db, { owner, ids: changed, now: clock.now() })
  }

  /** Undefined if the secret cannot be opened, as with a key file of another installation. It must not end the other connections. */
  function secretOf({ id, sealed }: OwnedConnection): string | null | undefined {
    try {
      return sealed === null ? null : openSecret(deps.keys, sealed, connectionContext(id))
    } catch (err) {
      log.error({ err, connectionId: id }, 'the secret of a connection cannot be opened')
      return undefined
    }
  }

  function start(row: OwnedConnection): void {
    const kind = byKind.get(row.kind)
    if (!kind) return
    const secret = secretOf(row)
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
      keepPosition: (position: string) => keepPosition(row.id, position),
    }
    const connector = runConnector(secret === undefined ? UNREADABLE : kind, parts, stateOf(row), {
      wait: pause,
      random: Math.random,
      ...deps.connectTiming,
      monotonic,
      clock,
      log: log.child({ module: 'connect', kind: row.kind, connectionId: row.id }),
      onChange: () => void note().catch(reportNote),
    })
    held.set(row.id, { version: row.version, connector, written: stateOf(row) })
  }

  const keepPosition = async (id: string, position: string): Promise<void> => {
    await inSystem(db, (tx) =>
      tx.updateTable('connection').set({ position }).where('id', '=', id).where('owner', '=', owner).execute(),
    )
  }

  let noting: Promise<void> | undefined
  let notesAgain = false
  const reportNote = (err: unknown): void =>
    log.warn({ err }, 'states of connections could not be written; it is tried again')
  /** Writes the states that changed. One write at a time; what changes during one is written by another. */
  function note(): Promise<void> {
    notesAgain = true
    return (noting ??= noteAll().finally(() => (noting = undefined)))
  }
  async function noteAll(): Promise<void> {
    while (notesAgain) {
      notesAgain = false
      await writeStates()
    }
  }
  async function writeStates(): Promise<void> {
    const news = new Map<string, ConnectionState>()
    for (const [id, { connector, written }] of held) {
      const state = connector.state()
      if (isNews(state, written)) news.set(id, state)
    }
    if (news.size === 0) return
    await noteStates(db, owner, news)
    for (const [id, state] of news) {
      const one = held.get(id)
      if (one) one.written = state
    }
  }

  async function look(): Promise<void> {
    try {
      await renew()
    } catch (error) {
      // Another process may own the connections soon. Two connectors of one device would only double its events.
      if (monotonic() >= ownedUntil) await drop([...held.keys()])
      throw error
    }
    const room = Math.min(MOST_AT_ONCE, MOST - held.size)
    if (room > 0 && !isStopped)
      for (const row of await claimConnections(db, { owner, kinds: [...byKind.keys()], room, now: clock.now() }))
        start(row)
    await note()
  }

  let looking: Promise<void> | undefined
  const lookOnce = (): Promise<void> => (looking ??= look().finally(() => (looking = undefined)))
  const repeated = keepDoing({
    everyMs: LOOK_EVERY_MS,
    run: lookOnce,
    onError: (err) => log.error({ err }, 'connections could not be looked at; it is tried again'),
    ticker: deps.ticker ?? systemTicker,
  })
  const lookNow = (): void => {
    if (!isStopped)
      void lookOnce().catch((err: unknown) => log.error({ err }, 'connections could not be looked at now'))
  }
  deps.wakes.on('connect', lookNow)
  lookNow()
  return {
    name: 'connect',
    look: lookOnce,
    async stop() {
      isStopped = true
      await repeated.stop()
      await looking?.catch(() => undefined)
      await note().catch(reportNote)
      const ids = [...held.keys()]
      await drop(ids)
      if (ids.length > 0) await releaseConnections(db, { owner, ids, now: clock.now() }).catch(reportNote)
    },
  }
}
