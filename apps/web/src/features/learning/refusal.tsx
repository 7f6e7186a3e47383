import type { Learnt } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { HeldBackBars } from './held-back-bars.tsx'
import type { LearningScope } from './learning-operations.ts'
import css from './learning.module.css'

/** Why nothing was learnt, with the figures if there were enough labels for them. */
export function Refusal({ refusal, scope }: { refusal: NonNullable<Learnt['refusal']>; scope: LearningScope }) {
  const { t } = useTranslation('learning')
  return (
    <section className={css['card']} data-state="refused" aria-label={t('refused.title')}>
      <h4 className={css['cardTitle']}>{t('refused.title')}</h4>
      <p className={css['note']}>
        {refusal.reason === 'too-little-spread'
          ? t(`refused.too-little-spread.${scope}`)
          : t(`refused.${refusal.reason}`)}
      </p>
      {refusal.heldBack && <HeldBackBars heldBack={refusal.heldBack} />}
    </section>
  )
}
