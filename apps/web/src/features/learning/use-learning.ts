import { type Learning, type Learnt, listLearningProposals, undoLearning } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationKey, useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { LEARNING, type LearningScope } from './learning-operations.ts'

interface Following {
  /** Shows the state that the server replied with. */
  keep: (learning: Learning) => void
  refresh: () => void
}

/** Applying and reverting, each with a message that offers to undo it. */
function useDecisions(scope: LearningScope, id: string, { keep, refresh }: Following) {
  const { t } = useTranslation(['learning', 'common'])
  const operations = LEARNING[scope]
  const request = { params: { id } }
  const undo = useOperation(undoLearning, {
    invalidates: [operations.get, operations.alarms, listLearningProposals],
    onSuccess: () => void showToast({ type: 'success', message: t('done.undone') }),
    onError: refresh,
  })
  const apply = useOperation(operations.apply, {
    onSuccess: (learning, { body }) => {
      keep(learning)
      showToast({
        type: 'success',
        message: t('done.applied'),
        actions: [{ label: t('common:undo'), run: () => undo.mutate({ body: { adjustments: [body.proposal] } }) }],
      })
    },
    onError: refresh,
  })
  const revert = useOperation(operations.revert, {
    onSuccess: (learning) => {
      keep(learning)
      const { reverted } = learning
      showToast({
        type: 'success',
        message: t('done.reverted'),
        ...(reverted && {
          actions: [
            { label: t('common:undo'), run: () => apply.mutate({ ...request, body: { proposal: reverted.id } }) },
          ],
        }),
      })
    },
    onError: refresh,
  })
  return { undo, apply, revert }
}

/** The state of learning for a camera or company, with its actions. Applying and reverting take one click, and can be undone. */
export function useLearning(scope: LearningScope, id: string) {
  const queries = useQueryClient()
  const operations = LEARNING[scope]
  const request = { params: { id } }
  const query = useOperationQuery(operations.get, request, { quiet: true })
  const [refusal, setRefusal] = useState<Learnt['refusal']>(null)
  const keep = (learning: Learning) => {
    queries.setQueryData(operationKey(operations.get, request), learning)
    void queries.invalidateQueries({ queryKey: operationKey(operations.alarms) })
    void queries.invalidateQueries({ queryKey: operationKey(listLearningProposals) })
  }
  const learn = useOperation(operations.learn, {
    onSuccess: (learnt) => {
      keep(learnt.learning)
      setRefusal(learnt.refusal)
    },
  })
  // The server refuses a proposal that was replaced. The current proposal is shown then.
  const refresh = () => void query.refetch()
  const { undo, apply, revert } = useDecisions(scope, id, { keep, refresh })
  return {
    query,
    refusal,
    isLearning: learn.isPending,
    isDeciding: apply.isPending || revert.isPending || undo.isPending,
    learn: () => learn.mutate(request),
    apply: (proposal: string) => apply.mutate({ ...request, body: { proposal } }),
    revert: () => revert.mutate(request),
  }
}
