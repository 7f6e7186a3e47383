import type { BulkReply, Operation } from '@winnow/contract'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { trackJob } from '../../../jobs/index.ts'

/** Calls a bulk operation, and shows the job that it starts. `inlineErrors`: the caller's form shows errors. */
export function useBulk<O extends Operation>(operation: O, { inlineErrors = false } = {}) {
  return useOperation(operation, {
    inlineErrors,
    onSuccess: (reply) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- bulk operations have this reply
      const started = reply as BulkReply
      if ('job' in started) trackJob(started.job)
    },
  })
}
