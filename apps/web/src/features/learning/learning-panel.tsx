import type { Learning } from '@winnow/contract'
import { IconBell, IconSchool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AdjustmentCard } from './adjustment-card.tsx'
import { ChangedAlarms } from './changed-alarms.tsx'
import { LabelProgress } from './label-progress.tsx'
import type { LearningScope } from './learning-operations.ts'
import css from './learning.module.css'
import { Refusal } from './refusal.tsx'
import { RevertedCard } from './reverted-card.tsx'
import { useLearning } from './use-learning.ts'
import { useThresholdWords } from './use-threshold-words.ts'
import { Warning } from './warning.tsx'

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
  const learner = useLearning(scope, id)
  const words = useThresholdWords(scope)
  const { query, refusal } = learner
  if (query.isPending) return <SkeletonRows rows={4} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const learning = query.data
  const parts = { scope, id, learning, learner, disabled }
  const isUndecided = !learning.applied && !learning.proposed
  return (
    <div className={css['panel']}>
      <p className={css['intro']}>{t(`intro.${scope}`)}</p>
      {learning.threshold && isUndecided && <p className={css['threshold']}>{words.now(learning)}</p>}
      <LabelProgress scope={scope} learning={learning} />
      <LearnActions {...parts} />
      <div role="status" className={css['outcome']}>
        {refusal && <Refusal refusal={refusal} scope={scope} />}
        {learning.withheld > 0 && <Warning text="withheld" count={learning.withheld} />}
        <ProposedCard {...parts} threshold={words.proposed(learning)} />
      </div>
      <AppliedCard {...parts} threshold={words.applied(learning)} />
      <Reverted {...parts} />
      {learning.followsCompany && <p className={css['note']}>{t('followsCompany')}</p>}
    </div>
  )
}

interface PartProps extends LearningPanelProps {
  learning: Learning
  learner: ReturnType<typeof useLearning>
}

interface CardProps extends PartProps {
  /** The scores that an alarm needs, in words. */
  threshold: string | null
}

/** What was learnt and waits for a decision. */
function ProposedCard({ scope, id, learning: { proposed }, learner, disabled, threshold }: CardProps) {
  const { t } = useTranslation('learning')
  const seesAlarms = useMay('alarm.read')
  if (!proposed) return null
  const mayApply = !disabled && !proposed.isStale
  return (
    <AdjustmentCard
      adjustment={proposed}
      state="proposed"
      threshold={threshold}
      action={
        mayApply && (
          <Button look="primary" loading={learner.isDeciding} onClick={() => learner.apply(proposed.id)}>
            {t('proposed.apply')}
          </Button>
        )
      }
    >
      {seesAlarms && <ChangedAlarms scope={scope} id={id} of="proposed" />}
    </AdjustmentCard>
  )
}

/** What is in use, with a warning if labels stand against it. */
function AppliedCard({ scope, id, learning: { applied, losing }, learner, disabled, threshold }: CardProps) {
  const { t } = useTranslation('learning')
  const seesAlarms = useMay('alarm.read')
  if (!applied) return null
  return (
    <AdjustmentCard
      adjustment={applied}
      state="applied"
      threshold={threshold}
      action={
        !disabled && (
          <Button loading={learner.isDeciding} onClick={learner.revert}>
            {t('applied.revert')}
          </Button>
        )
      }
    >
      {losing > 0 && <Warning text="applied.losing" count={losing} />}
      {seesAlarms && <ChangedAlarms scope={scope} id={id} of="applied" />}
    </AdjustmentCard>
  )
}

/** What was reverted last, with the way back. */
function Reverted({ learning: { reverted }, learner, disabled }: PartProps) {
  const { t } = useTranslation('learning')
  if (!reverted || reverted.isStale) return null
  return (
    <RevertedCard
      reverted={reverted}
      action={
        !disabled && (
          <Button loading={learner.isDeciding} onClick={() => learner.apply(reverted.id)}>
            {t('reverted.apply')}
          </Button>
        )
      }
    />
  )
}

/** Starts learning, or leads to the alarms while labels are missing. */
function LearnActions({ scope, id, learning, learner, disabled }: PartProps) {
  const { t } = useTranslation('learning')
  const { applied, proposed } = learning
  const isEnough = hasEnough(learning)
  return (
    <div className={css['actions']}>
      <Button
        look={isEnough && !proposed && !applied ? 'primary' : 'secondary'}
        leftSection={<IconSchool size={16} aria-hidden="true" />}
        disabled={disabled || !isEnough}
        loading={learner.isLearning}
        onClick={learner.learn}
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
  )
}
