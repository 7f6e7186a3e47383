import {
  applyLearningProposals,
  applyViewLearning,
  getViewLearning,
  listLearningProposals,
  revertViewLearning,
  undoLearning,
} from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'

/** Proposals are made four times an hour, and colleagues decide about them. */
const EVERY_MS = 60_000

const OUTDATED = [listLearningProposals, getViewLearning]

/** What waits for a decision, and the decisions. Each takes one click and can be undone. */
export function useProposals() {
  const { t } = useTranslation(['learning', 'common'])
  const { number } = useFormats()
  // Home is about alarms. If this query fails, it shows nothing.
  const { data } = useOperationQuery(listLearningProposals, {}, { refetchInterval: EVERY_MS, quiet: true })
  const undone = () => void showToast({ type: 'success', message: t('done.undone') })
  const undo = useOperation(undoLearning, { invalidates: OUTDATED, onSuccess: undone })
  const again = useOperation(applyViewLearning, { invalidates: OUTDATED, onSuccess: undone })
  const apply = useOperation(applyLearningProposals, {
    invalidates: OUTDATED,
    onSuccess({ applied, refused }) {
      if (applied.length > 0)
        showToast({
          type: 'success',
          message: t('home.applied', { count: applied.length, n: number(applied.length) }),
          duration: 15_000,
          actions: [{ label: t('common:undo'), run: () => undo.mutate({ body: { adjustments: applied } }) }],
        })
      if (refused.length > 0)
        showToast({
          type: 'warning',
          message: t('home.refused', { count: refused.length, n: number(refused.length) }),
        })
    },
  })
  const revert = useOperation(revertViewLearning, {
    invalidates: OUTDATED,
    onSuccess: ({ reverted }, { params }) =>
      void showToast({
        type: 'success',
        message: t('done.reverted'),
        ...(reverted && {
          actions: [{ label: t('common:undo'), run: () => again.mutate({ params, body: { proposal: reverted.id } }) }],
        }),
      }),
  })
  return {
    data,
    isDeciding: apply.isPending || revert.isPending || undo.isPending,
    apply: (proposals: string[]) => apply.mutate({ body: { proposals } }),
    revert: (viewId: string) => revert.mutate({ params: { id: viewId } }),
  }
}
