import type { Learning, Learnt } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationKey, useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { LEARNING, type LearningScope } from './learning-operations.ts'

/** The state of learning for a camera or company, with its actions. */
export function useLearning(scope: LearningScope, id: string) {
  const { t } = useTranslation('learning')
  const queries = useQueryClient()
  const operations = LEARNING[scope]
  const request = { params: { id } }
  const query = useOperationQuery(operations.get, request, { quiet: true })
  const [refusal, setRefusal] = useState<Learnt['refusal']>(null)
  const keep = (learning: Learning) => queries.setQueryData(operationKey(operations.get, request), learning)
  const learn = useOperation(operations.learn, {
    onSuccess: (learnt) => {
      keep(learnt.learning)
      setRefusal(learnt.refusal)
    },
  })
  // The server refuses a proposal that was replaced. The current proposal is shown then.
  const refresh = () => void query.refetch()
  const apply = useOperation(operations.apply, {
    onSuccess: (learning) => {
      keep(learning)
      showToast({ type: 'success', message: t('done.applied') })
    },
    onError: refresh,
  })
  const revert = useOperation(operations.revert, {
    onSuccess: (learning) => {
      keep(learning)
      showToast({ type: 'success', message: t('done.reverted') })
    },
    onError: refresh,
  })
  return {
    query,
    refusal,
    isLearning: learn.isPending,
    learn: () => learn.mutate(request),
    apply: (proposal: string) => apply.mutateAsync({ ...request, body: { proposal } }),
    revert: () => revert.mutateAsync(request),
  }
}
