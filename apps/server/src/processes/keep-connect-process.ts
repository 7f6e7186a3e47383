import { fileURLToPath } from 'node:url'
import type { Ticker } from '../platform/clock.ts'
import type { WorkWakes } from '../platform/events/work-wakes.ts'
import { keepDoing } from '../platform/keep-doing.ts'
import type { Logger } from '../platform/log.ts'
import type { Running } from '../platform/modules/module.ts'
import type { IntakeStart } from './intake-requests.ts'
import { startSupervised, type SupervisedProcess } from './supervised-process.ts'

const ENTRY = fileURLToPath(new URL('../connect-main.ts', import.meta.url))
const LOOK_EVERY_MS = 10_000
const BEGIN_MS = 120_000
const ASK_MS = 3_500
/** Most connections only wait, so a small young generation keeps the process small. */
const FLAGS = ['--max-semi-space-size=4', '--optimize-for-size']

export interface ConnectProcess extends Running {
  /** The metrics of the process; empty while there is none. */
  metrics(): Promise<string>
}

interface ConnectProcessOptions {
  log: Logger
  ticker: Ticker
  wakes: Pick<WorkWakes, 'on'>
  /** Whether there is anything to connect to. */
  isNeeded: () => Promise<boolean>
  /** Tests start another program. */
  entry?: string
}

/** Calls devices in a separate process. It runs only while there is something to call, so that it costs nothing without. */
export function keepConnectProcess(
  start: () => IntakeStart,
  { log, ticker, wakes, isNeeded, entry = ENTRY }: ConnectProcessOptions,
): ConnectProcess {
  let current: SupervisedProcess | undefined

  async function look(): Promise<void> {
    const isWanted = await isNeeded()
    if (isWanted && !current)
      current = await startSupervised({
        name: 'connect',
        entry,
        flags: FLAGS,
        log,
        begin: async (ask) => void (await ask('begin', start(), BEGIN_MS)),
      })
    if (isWanted || !current) return
    const ending = current
    current = undefined
    await ending.stop()
  }

  const report = (err: unknown): void =>
    log.error({ err }, 'the process that calls devices cannot be kept; it is tried again')
  const repeated = keepDoing({ everyMs: LOOK_EVERY_MS, run: look, onError: report, ticker })
  wakes.on('connect', () => void repeated.now().catch(report))
  void repeated.now().catch(report)
  return {
    name: 'connect',
    metrics: async () => (await current?.ask('metrics', undefined, ASK_MS).catch(() => '')) ?? '',
    async stop() {
      await repeated.stop()
      await current?.stop()
    },
  }
}
