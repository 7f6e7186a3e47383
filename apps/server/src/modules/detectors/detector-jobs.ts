import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FetchFailed, PackRefused } from '@winnow/vision/packs'
import { z } from 'zod'
import { inSystem } from '../../platform/db/transaction.ts'
import { defineJob, type JobContext, type RegisteredJob } from '../../platform/jobs/job.ts'
import { registerJob } from '../../platform/jobs/register-job.ts'
import { MediaFullError } from '../../platform/media/media-store.ts'
import { addDropped } from './add-dropped.ts'
import { addSet } from './add-set.ts'
import { checkAgain } from './check-again.ts'
import { compareSets } from './compare-task.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { followTask } from './follow-task.ts'
import { beginTask, settleTask, TaskGivenUp, type TaskKind } from './task-queries.ts'
import type { Work } from './work.ts'

/** Runs a task that somebody started on the detectors page. */
export const detectorTask = defineJob('detectors.task', z.object({ id: z.uuid() }), { maxAttempts: 5 })

const WORK: Record<TaskKind, (deps: DetectorsDeps, work: Work) => Promise<void>> = {
  add: addSet,
  'add-files': addDropped,
  check: checkAgain,
  compare: compareSets,
}

const UNEXPECTED = 'It failed for a reason of our own. The log of the server says more.'

/** The problem as shown to the user; undefined for errors that only the log explains. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof PackRefused || error instanceof FetchFailed) return error.message
  if (error instanceof MediaFullError) return 'The disk is full, or nearly so.'
  return undefined
}

async function runTask(deps: DetectorsDeps, id: string, { signal: stopping, log }: JobContext): Promise<void> {
  const row = await beginTask(deps.db, id)
  if (!row) return
  const folder = join(deps.detectorWork, id)
  // Only one task runs at a time, so files in this folder were left by a task whose process died.
  await rm(deps.detectorWork, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const follow = followTask(deps.db, id, log)
  const { company_id: companyId, user_id: userId, user_name: name, address } = row
  const work: Work = {
    id,
    asked: row.asked,
    folder,
    author: { companyId, userId, name, ...(address === null ? {} : { address }) },
    signal: AbortSignal.any([stopping, follow.givenUp]),
    tell: follow.tell,
    isStopping: () => stopping.aborted && !follow.givenUp.aborted,
  }
  try {
    await WORK[row.kind as TaskKind](deps, work)
  } catch (error) {
    if (follow.givenUp.aborted || error instanceof TaskGivenUp) return
    // The program is stopping. The task continues after the restart.
    if (stopping.aborted) throw error
    const problem = problemOf(error)
    if (problem === undefined) log.error({ err: error }, 'a task of the detectors failed')
    await inSystem(deps.db, (tx) =>
      settleTask(tx, id, { state: 'failed', problem: problem ?? UNEXPECTED }, deps.clock.now()),
    ).catch((failure: unknown) => {
      if (!(failure instanceof TaskGivenUp)) throw failure
    })
  } finally {
    await follow.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export function detectorJobs(deps: DetectorsDeps): RegisteredJob[] {
  return [
    registerJob(
      detectorTask,
      () =>
        ({ id }, context) =>
          runTask(deps, id, context),
    ),
  ]
}
