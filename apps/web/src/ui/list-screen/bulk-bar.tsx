import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import css from './list-screen.module.css'

interface BulkBarProps {
  count: number
  onClear: () => void
  /** The actions for the selected rows. */
  children: ReactNode
}

/** Shown below a list at any scroll position while rows are selected. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const { t } = useTranslation()
  return (
    <section className={css['bulk']} aria-label={t('list.bulk')}>
      <span role="status">{t('list.selected', { count })}</span>
      {children}
      <Button look="subtle" onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
    </section>
  )
}
