import { fileURLToPath } from 'node:url'
import type { Readiness } from '../modules/system/index.ts'
import type { Logger } from '../platform/log.ts'
import type { Running } from '../roles.ts'
import { startSupervised } from './supervised-process.ts'
import type { Beginning, IntakePorts } from './words.ts'

const ENTRY = fileURLToPath(new URL('../intake-main.ts', import.meta.url))
/** A start on a machine that is busy beyond measure. */
const BEGIN_MS = 120_000
/** Bodies and mails are streamed to files; a small young generation keeps the idle process small. */
const FLAGS = ['--max-semi-space-size=4', '--optimize-for-size']
/** Whoever asks for figures or readiness waits no longer. */
const ASK_MS = 3_500

export interface IntakeProcess extends Running {
  readiness(): Promise<Readiness>
  metrics(): Promise<string>
}

/**
 * Starts what takes alarms as a process of its own, so that no request for the console stands before an alarm.
 * @param onUp hears the ports that were chosen; a process that takes its place listens there too
 * @throws StartError when it does not come up
 */
export async function startIntakeProcess(
  beginning: () => Beginning,
  { log, onUp }: { log: Logger; onUp: (ports: IntakePorts) => void },
): Promise<IntakeProcess> {
  const supervised = await startSupervised({
    name: 'intake',
    entry: ENTRY,
    flags: FLAGS,
    log,
    begin: async (ask) => onUp(await ask('begin', beginning(), BEGIN_MS)),
  })
  return {
    name: 'intake',
    stop: () => supervised.stop(),
    readiness: () =>
      supervised.ask('readiness', undefined, ASK_MS).catch(() => ({
        notReady: ['the process that takes alarms does not answer'],
        degraded: [],
      })),
    // Figures of a process that is being started again are missing for that moment.
    metrics: () => supervised.ask('metrics', undefined, ASK_MS).catch(() => ''),
  }
}
