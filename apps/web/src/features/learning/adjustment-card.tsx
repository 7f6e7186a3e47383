import type { Adjustment } from '@winnow/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { HeldBackBars } from './held-back-bars.tsx'
import css from './learning.module.css'

/** An adjustment of the filter: whether it is applied, since when and by whom, its figures and its actions. */
export function AdjustmentCard({
  adjustment,
  state,
  action,
}: {
  adjustment: Adjustment
  state: 'proposed' | 'applied'
  action: ReactNode
}) {
  const { t } = useTranslation('learning')
  const { dateTime } = useFormats()
  const { isStale, heldBack, learntAt, learntBy, appliedAt, appliedBy } = adjustment
  const title = isStale ? t('stale.title') : t(`${state}.title`)
  const [at, name] = state === 'applied' ? [appliedAt ?? learntAt, appliedBy ?? learntBy] : [learntAt, learntBy]
  return (
    <section className={css['card']} data-state={isStale ? 'stale' : state} aria-label={title}>
      <div className={css['cardHead']}>
        <div>
          <h4 className={css['cardTitle']}>{title}</h4>
          <p className={css['note']}>{t(`${state}.body`, { time: dateTime(new Date(at)), name })}</p>
          {isStale && <p className={css['note']}>{t('stale.body')}</p>}
        </div>
        {action}
      </div>
      <HeldBackBars heldBack={heldBack} />
    </section>
  )
}
