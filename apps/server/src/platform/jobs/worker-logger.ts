import { Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from '../log.ts'

/**
 * graphile-worker's messages in our log. It tells of each start of a worker and each job, and of failed jobs as errors; our
 * runner says what is worth knowing of jobs itself, so all is one level quieter.
 */
export function createWorkerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const fields = { err: meta?.['error'] }
    if (level === 'warning') log.info(fields, message)
    else if (level === 'error' && !message.startsWith('Failed task')) log.warn(fields, message)
    else log.debug(fields, message)
  })
}
