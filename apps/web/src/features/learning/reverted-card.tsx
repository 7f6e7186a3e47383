import type { Learning } from '@winnow/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import css from './learning.module.css'

/** What was reverted last: when, by whom, and the way back. */
export function RevertedCard({ reverted, action }: { reverted: NonNullable<Learning['reverted']>; action: ReactNode }) {
  const { t } = useTranslation('learning')
  const { dateTime } = useFormats()
  const time = dateTime(new Date(reverted.revertedAt))
  return (
    <section className={css['card']} data-state="reverted" aria-label={t('reverted.title')}>
      <div className={css['cardHead']}>
        <div>
          <h4 className={css['cardTitle']}>{t('reverted.title')}</h4>
          <p className={css['note']}>{t('reverted.body', { time, name: reverted.revertedBy })}</p>
        </div>
        {action}
      </div>
    </section>
  )
}
