import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './pane.module.css'

/** Says that one may look, and why one may not change. */
export function Locked({ children }: { children?: string }) {
  const { t } = useTranslation('clients')
  return (
    <p className={css['locked']}>
      <IconLock size={16} aria-hidden="true" />
      {children ?? t('form.readOnly')}
    </p>
  )
}
