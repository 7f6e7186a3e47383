import { hostname } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import type { AnalysisPool, PackFailure } from '@winnow/vision'
import type { Ticker } from '../../platform/clock.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { forgetMachine, tellMachine } from './machine-queries.ts'
import { createPackSync, type LocalPack } from './sync-packs.ts'

const EVERY_MS = 5_000
/** The name of the built-in detector in an analysis process. */
const BUILT_IN = 'centernet'

export type KeeperDeps = Pick<DetectorsDeps, 'db' | 'clock' | 'log' | 'media' | 'packFolder'> & {
  ticker: Ticker
  pool: AnalysisPool
  /** The id under which this process reports. */
  id: string
  host?: string
}

/** Keeps a machine's detectors equal to those of the installation, and reports which ones are loaded. */
export interface DetectorKeeper {
  /** Checks for changes; resolves when the packs are in place. The analysis processes reload them by themselves. */
  look(): Promise<void>
  /** Resolves when the analysis processes have loaded what the last check found. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export function startDetectorKeeper(deps: KeeperDeps): DetectorKeeper {
  const { db, log, pool } = deps
  const { sync, packs } = createPackSync(deps)
  /** The packs that the analysis processes have loaded; undefined before the first check. */
  let read: LocalPack[] | undefined
  /** The packs that the analysis processes were asked to load. */
  let asked: LocalPack[] | undefined
  let problems: PackFailure[] = []
  let renewal: Promise<unknown> = Promise.resolve()
  let looking: Promise<void> | undefined

  async function renew(to: LocalPack[]): Promise<void> {
    try {
      await pool.renew()
      read = to
      log.info({ packs: to.map(({ id }) => id) }, 'the analysis processes have read the detectors anew')
    } catch (err) {
      log.error({ err }, 'the analysis processes could not read the detectors anew; they go on as before')
    }
  }

  async function update(): Promise<void> {
    // The analysis processes have loaded at their start the packs that were in the folder.
    read ??= await packs()
    asked ??= read
    const synced = await sync()
    if (!synced) return
    problems = synced.problems
    if (isDeepStrictEqual(synced.packs, asked)) return
    asked = synced.packs
    renewal = Promise.all([renewal, renew(asked)])
  }

  async function tell(): Promise<void> {
    const { loaded, failures } = pool.stats()
    const atWork = read?.filter(({ id }) => loaded.some((one) => one.id === id)) ?? []
    const machine = {
      host: deps.host ?? hostname(),
      packs: loaded.length === 0 ? null : atWork,
      hasBuiltin: loaded.some(({ id }) => id === BUILT_IN),
      problems: [...problems, ...failures],
    }
    await inSystem(db, (tx) => tellMachine(tx, deps.id, machine))
  }

  const look = (): Promise<void> => {
    looking ??= update()
      .catch((err: unknown) => log.warn({ err }, 'the detectors in use could not be looked up; trying again'))
      .then(tell)
      .catch((err: unknown) => log.warn({ err }, 'the detectors at work could not be told'))
      .finally(() => (looking = undefined))
    return looking
  }
  const stopLooking = deps.ticker.every(EVERY_MS, () => void look())
  void look()
  return {
    look,
    async settled() {
      await renewal
      await look()
    },
    async stop() {
      stopLooking()
      await looking
      await inSystem(db, (tx) => forgetMachine(tx, deps.id))
    },
  }
}
