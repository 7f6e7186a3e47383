import type { Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import { writeProgress, type Progress } from './task-queries.ts'
import type { Work } from './work.ts'

/** Often enough for a page that polls every second, with little load on the database. */
const EVERY_MS = 500

/** Stores the progress of a task, and notices when somebody cancels it. */
export function followTask(
  db: Db,
  id: string,
  log: Logger,
): { tell: Work['tell']; givenUp: AbortSignal; stop(): Promise<void> } {
  const giveUp = new AbortController()
  let progress: Progress | undefined
  let writing: Promise<void> | undefined

  const write = (): void => {
    if (!progress || giveUp.signal.aborted) return
    writing ??= writeOnce(progress).finally(() => (writing = undefined))
  }
  async function writeOnce(now: Progress): Promise<void> {
    try {
      if (!(await writeProgress(db, id, now))) giveUp.abort()
    } catch (err) {
      log.warn({ err }, 'how far a task of the detectors is could not be written')
    }
  }
  const timer = setInterval(write, EVERY_MS)
  return {
    tell({ step, pack = null, done = 0, total = null }) {
      const isNew = progress?.step !== step || progress.pack !== pack
      // While the task waits for live alarms, its earlier progress stays.
      progress = step === 'hold' && progress ? { ...progress, step } : { step, pack, done, total }
      if (isNew) write()
    },
    givenUp: giveUp.signal,
    async stop() {
      clearInterval(timer)
      await writing
    },
  }
}
