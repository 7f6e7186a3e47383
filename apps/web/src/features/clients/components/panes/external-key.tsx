import { useTranslation } from 'react-i18next'
import { CopyValue } from '../copy-value.tsx'
import css from './pane.module.css'

/**
 * The key of a client, site or camera in the system from which it was imported. Shows nothing without one. Only an import sets it, since
 * the other system finds the object by it.
 */
export function ExternalKey({ of: { externalKey } }: { of: { externalKey?: string | undefined } }) {
  const { t } = useTranslation('clients')
  if (externalKey === undefined) return null
  return (
    <dl className={css['values']}>
      <CopyValue label={t('externalKey')} value={externalKey} note={t('externalKeyNote')} />
    </dl>
  )
}
