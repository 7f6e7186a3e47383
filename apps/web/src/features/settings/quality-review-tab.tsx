import { getQualityReview, type QualityReview, setQualityReview } from '@winnow/contract'
import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationKey, useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { RoundResult } from '../supervisor/index.ts'
import css from './settings.module.css'

/** What supervisors see, in the order in which it matters to somebody who decides. */
const SEES = ['sees', 'after', 'else', 'audit', 'off'] as const

function useSwitch() {
  const { t } = useTranslation('supervisor')
  const { companyId } = useUser()
  const queries = useQueryClient()
  const request = { params: { id: companyId } }
  const query = useOperationQuery(getQualityReview, request, { quiet: true })
  const save = useOperation(setQualityReview, {
    onSuccess: (review: QualityReview) => {
      queries.setQueryData(operationKey(getQualityReview, request), review)
      showToast({ type: 'success', message: t(review.on ? 'switch.doneOn' : 'switch.doneOff') })
    },
  })
  return { query, isSaving: save.isPending, turn: (on: boolean) => save.mutateAsync({ ...request, body: { on } }) }
}

/** Whether supervisors may review alarms of the company, and what they found. */
export function QualityReviewTab() {
  const { t } = useTranslation('supervisor')
  const { query, isSaving, turn } = useSwitch()
  const [asking, setAsking] = useState(false)
  if (query.isPending) return <SkeletonRows rows={6} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const { on, changed, rounds } = query.data
  return (
    <div className={css['prose']}>
      <p>{t('switch.intro')}</p>
      <ul>
        {SEES.map((each) => (
          <li key={each}>{t(`switch.${each}`)}</li>
        ))}
      </ul>
      <Switch
        label={t('switch.label')}
        checked={on}
        disabled={isSaving}
        // Closing ends access, so it needs no question.
        onChange={() => (on ? void turn(false) : setAsking(true))}
      />
      {changed && (
        <p>
          {t('switch.changed', { by: changed.by })} <TimeText at={changed.at} seconds={false} />
        </p>
      )}
      <h2>{t('switch.results')}</h2>
      {rounds.length === 0 && <p>{t(on ? 'switch.noRounds' : 'switch.noRoundsOff')}</p>}
      {rounds.length > 0 && <p>{t('result.how')}</p>}
      {rounds.map((round) => (
        <RoundResult key={round.id} round={round} />
      ))}
      <ConfirmDialog
        opened={asking}
        title={t('switch.question')}
        confirm={t('switch.confirm')}
        onConfirm={() => turn(true)}
        onClose={() => setAsking(false)}
      >
        <p>{t('switch.sees')}</p>
        <p>{t('switch.off')}</p>
      </ConfirmDialog>
    </div>
  )
}
