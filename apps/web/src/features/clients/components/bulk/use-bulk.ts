import type { BulkReply, Operation } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { trackJob } from '../../../jobs/index.ts'

/** Whether a reply is one of a bulk operation. A server of another version, or a proxy, could send another one. */
const isBulkReply = (reply: unknown): reply is BulkReply =>
  typeof reply === 'object' && reply !== null && ('job' in reply || 'numberOfAffectedCameras' in reply)

/** Calls a bulk operation, and shows the job that it starts. `inlineErrors`: the caller's form shows errors. */
export function useBulk<O extends Operation>(operation: O, { inlineErrors = false } = {}) {
  const { t } = useTranslation(['clients', 'errors'])
  return useOperation(operation, {
    inlineErrors,
    onSuccess: (reply: unknown) => {
      const call = `${operation.method} ${operation.path}`
      if (!isBulkReply(reply))
        showToast({ type: 'error', title: t('errors:title.error'), message: t('bulk.unexpectedReply', { call }) })
      else if ('job' in reply) trackJob(reply.job)
    },
  })
}
