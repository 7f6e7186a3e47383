import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './pane.module.css'

/** Explains why the user can only view. */
export function Locked({ children }: { children?: string }) {
  const { t } = useTranslation('clients')
  return (
    <p className={css['locked']}>
      <IconLock size={16} aria-hidden="true" />
      {children ?? t('form.readOnly')}
    </p>
  )
}
