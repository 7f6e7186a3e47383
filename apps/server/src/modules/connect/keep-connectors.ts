import { systemTicker, type Ticker } from '../../platform/clock.ts'
import type { ConnectorKind } from '../../platform/connect/connector.ts'
import type { Platform } from '../../platform/create-platform.ts'
import { newId } from '../../platform/ids.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import type { Running } from '../../platform/modules/module.ts'
import { holdConnections } from './held-connections.ts'
import { releaseConnections } from './lease-connections.ts'
import { createConnectorStarter, type StartDeps } from './start-connector.ts'
import { createStateWriter, type Held } from './write-states.ts'

const LOOK_EVERY_MS = 5_000

export interface ConnectDeps extends StartDeps, Pick<Platform, 'wakes'> {
  ticker?: Ticker
}

export interface ConnectorKeeper extends Running {
  /** Renews, takes and gives back connections, and writes their states. Called every few seconds. */
  look(): Promise<void>
}

/** Runs the connectors of the connections that this process owns. */
export function keepConnectors(deps: ConnectDeps, kinds: readonly ConnectorKind[]): ConnectorKeeper {
  const { db, clock, log } = deps
  const owner = newId()
  const held = new Map<string, Held>()
  const monotonic = deps.connectTiming?.monotonic ?? (() => performance.now())
  const states = createStateWriter({ db, log, owner, held })
  const onChange = (): void => void states.write().catch(states.report)
  const start = createConnectorStarter(deps, { owner, monotonic, onChange })
  const connections = holdConnections({ db, clock, monotonic, owner, held, kinds, start })
  let isStopped = false

  async function look(): Promise<void> {
    await connections.renew()
    if (!isStopped) await connections.take()
    await states.write()
  }

  const report = (err: unknown): void => log.error({ err }, 'connections could not be looked at; it is tried again')
  const repeated = keepDoing({
    everyMs: LOOK_EVERY_MS,
    run: look,
    onError: report,
    ticker: deps.ticker ?? systemTicker,
  })
  deps.wakes.on('connect', () => void repeated.now().catch(report))
  void repeated.now().catch(report)
  return {
    name: 'connect',
    look: () => repeated.now(),
    async stop() {
      isStopped = true
      await repeated.stop()
      await states.write().catch(states.report)
      const ids = await connections.dropAll()
      if (ids.length > 0) await releaseConnections(db, { owner, ids, now: clock.now() }).catch(states.report)
    },
  }
}
