import type { BulkReply } from '@winnow/contract'
import type { $ZodType } from 'zod/v4/core'
import type { StartableKind } from '../../platform/jobs/background-job.ts'
import type { Starting, StartOptions } from './start-job.ts'

/** Starts a job of a kind in a handler's transaction. @throws AppError JOB_RUNNING, NO_VIEWS_MATCHED, NO_VALID_VIEWS or VALIDATION */
export type StartBackgroundJob = <S extends $ZodType>(
  starting: Starting,
  kind: StartableKind<S>,
  options: StartOptions<S>,
) => Promise<BulkReply>
