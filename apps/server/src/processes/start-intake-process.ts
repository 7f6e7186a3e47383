import { fileURLToPath } from 'node:url'
import type { Readiness } from '../modules/system/index.ts'
import type { Logger } from '../platform/log.ts'
import type { Running } from '../roles.ts'
import { startSupervised } from './supervised-process.ts'
import type { IntakeStart, IntakePorts } from './intake-requests.ts'

const ENTRY = fileURLToPath(new URL('../intake-main.ts', import.meta.url))
/** Maximum time for a start, in milliseconds. It allows for an extremely busy machine. */
const BEGIN_MS = 120_000
/** Bodies and mails are streamed to files, so little memory is needed. A small young generation keeps the idle process small. */
const FLAGS = ['--max-semi-space-size=4', '--optimize-for-size']
/** Maximum time to wait for metrics or readiness, in milliseconds. */
const ASK_MS = 3_500
/** Maximum time that an alarm waits for the message count, in milliseconds. */
const COUNT_MS = 500

export interface IntakeProcess extends Running {
  readiness(): Promise<Readiness>
  metrics(): Promise<string>
  /**
   * Counts a message of a camera in the intake process, which counts the messages of all cameras. Returns whether the camera may send it;
   * undefined if that process does not reply.
   */
  countMessage(camera: string): Promise<boolean | undefined>
  /** Whether the process hangs, or has hung recently. */
  hung(): boolean
}

/**
 * Starts the intake of alarms in a separate process, so that no request for the console delays an alarm.
 * @param onUp called with the chosen ports; a process that replaces this one listens on the same ports
 * @throws StartError when the process does not start
 */
export async function startIntakeProcess(
  start: () => IntakeStart,
  { log, onUp }: { log: Logger; onUp: (ports: IntakePorts) => void },
): Promise<IntakeProcess> {
  const supervised = await startSupervised({
    name: 'intake',
    entry: ENTRY,
    flags: FLAGS,
    log,
    begin: async (ask) => onUp(await ask('begin', start(), BEGIN_MS)),
  })
  return {
    name: 'intake',
    stop: () => supervised.stop(),
    countMessage: (camera) => supervised.ask('countMessage', camera, COUNT_MS).catch(() => undefined),
    hung: () => supervised.hung(),
    readiness: () =>
      supervised.ask('readiness', undefined, ASK_MS).catch(() => ({
        notReady: ['the process that takes alarms does not answer'],
        degraded: [],
      })),
    // While the process is being restarted, its metrics are missing.
    metrics: () => supervised.ask('metrics', undefined, ASK_MS).catch(() => ''),
  }
}
