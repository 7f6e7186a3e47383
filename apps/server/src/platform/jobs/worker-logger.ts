import { Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from '../log.ts'

/**
 * Forwards graphile-worker's messages to our log, one level lower. It logs each start of a worker, each job, and failed jobs as errors. Our
 * runner already logs the important facts about jobs.
 */
export function createWorkerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const fields = { err: meta?.['error'] }
    if (level === 'warning') log.info(fields, message)
    else if (level === 'error' && !message.startsWith('Failed task')) log.warn(fields, message)
    else log.debug(fields, message)
  })
}
