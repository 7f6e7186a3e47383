import type { Learning } from '@winnow/contract'
import { IconBell, IconSchool } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AdjustmentCard } from './adjustment-card.tsx'
import { HeldBackBars } from './held-back-bars.tsx'
import { LabelProgress } from './label-progress.tsx'
import type { LearningScope } from './learning-operations.ts'
import css from './learning.module.css'
import { useLearning } from './use-learning.ts'

const hasEnough = ({ labels }: Learning): boolean =>
  [labels.true, labels.false, labels.spread].every(({ have, need }) => have >= need)

interface LearningPanelProps {
  scope: LearningScope
  id: string
  disabled?: boolean
}

/** Learning from operators' labels: their number, the result, and whether it is applied. */
export function LearningPanel({ scope, id, disabled = false }: LearningPanelProps) {
  const { t } = useTranslation('learning')
  const { query, refusal, isLearning, learn, apply, revert } = useLearning(scope, id)
  const [asking, setAsking] = useState<'apply' | 'revert'>()
  const close = () => setAsking(undefined)
  if (query.isPending) return <SkeletonRows rows={4} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const learning = query.data
  const { applied, proposed } = learning
  const isEnough = hasEnough(learning)
  return (
    <div className={css['panel']}>
      <p className={css['intro']}>{t(`intro.${scope}`)}</p>
      <LabelProgress scope={scope} learning={learning} />
      <div className={css['actions']}>
        <Button
          look={isEnough && !proposed ? 'primary' : 'secondary'}
          leftSection={<IconSchool size={16} aria-hidden="true" />}
          disabled={disabled || !isEnough}
          loading={isLearning}
          onClick={learn}
        >
          {applied || proposed ? t('learnAgain') : t('learn')}
        </Button>
        {!isEnough && (
          <>
            <LinkButton
              to="/cams/alarms/{-$id}"
              params={{}}
              search={scope === 'camera' ? { camera: id } : {}}
              leftSection={<IconBell size={16} aria-hidden="true" />}
            >
              {t('openAlarms')}
            </LinkButton>
            <p className={css['note']}>{t('missing')}</p>
          </>
        )}
      </div>
      <div role="status" className={css['outcome']}>
        {refusal && (
          <section className={css['card']} data-state="refused" aria-label={t('refused.title')}>
            <h4 className={css['cardTitle']}>{t('refused.title')}</h4>
            <p className={css['note']}>
              {refusal.reason === 'too-little-spread'
                ? t(`refused.too-little-spread.${scope}`)
                : t(`refused.${refusal.reason}`)}
            </p>
            {refusal.heldBack && <HeldBackBars heldBack={refusal.heldBack} />}
          </section>
        )}
        {proposed && (
          <AdjustmentCard
            adjustment={proposed}
            state="proposed"
            action={
              !disabled &&
              !proposed.isStale && (
                <Button look="primary" onClick={() => setAsking('apply')}>
                  {t('proposed.apply')}
                </Button>
              )
            }
          />
        )}
      </div>
      {applied && (
        <AdjustmentCard
          adjustment={applied}
          state="applied"
          action={!disabled && <Button onClick={() => setAsking('revert')}>{t('applied.revert')}</Button>}
        />
      )}
      {learning.followsCompany && <p className={css['note']}>{t('followsCompany')}</p>}
      <ConfirmDialog
        opened={asking === 'apply' && proposed !== null}
        title={t('confirm.applyTitle')}
        confirm={t('proposed.apply')}
        onConfirm={() => (proposed ? apply(proposed.id) : undefined)}
        onClose={close}
      >
        {t(`confirm.apply.${scope}`)}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'revert'}
        title={t('confirm.revertTitle')}
        confirm={t('applied.revert')}
        onConfirm={revert}
        onClose={close}
      >
        {t('confirm.revert')}
      </ConfirmDialog>
    </div>
  )
}
