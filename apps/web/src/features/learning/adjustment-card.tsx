import type { Adjustment } from '@winnow/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { HeldBackBars } from './held-back-bars.tsx'
import css from './learning.module.css'

interface AdjustmentCardProps {
  adjustment: Adjustment
  state: 'proposed' | 'applied'
  action: ReactNode
  /** The scores that an alarm needs, in words. */
  threshold: string | null
  children?: ReactNode
}

/** An adjustment of the filter: whether it is applied, since when and by whom, its figures and its actions. */
export function AdjustmentCard({ adjustment, state, action, threshold, children }: AdjustmentCardProps) {
  const { t } = useTranslation('learning')
  const { dateTime } = useFormats()
  const { isStale, learntAt, learntBy, appliedAt, appliedBy } = adjustment
  const title = isStale ? t('stale.title') : t(`${state}.title`)
  const isUsed = state === 'applied' && appliedAt !== null && appliedBy !== null
  const time = dateTime(new Date(isUsed ? appliedAt : learntAt))
  const name = isUsed ? appliedBy : learntBy
  return (
    <section className={css['card']} data-state={isStale ? 'stale' : state} aria-label={title}>
      <div className={css['cardHead']}>
        <div>
          <h4 className={css['cardTitle']}>{title}</h4>
          <p className={css['note']}>
            {name === null
              ? t('proposed.unasked', { time })
              : t(`${isUsed ? 'applied' : 'proposed'}.body`, { time, name })}
          </p>
          {isStale && <p className={css['note']}>{t('stale.body')}</p>}
          {!isStale && threshold !== null && <p className={css['threshold']}>{threshold}</p>}
        </div>
        {action}
      </div>
      <HeldBackBars heldBack={adjustment.heldBack} evaluation={adjustment.evaluation} />
      {!isStale && children}
    </section>
  )
}
