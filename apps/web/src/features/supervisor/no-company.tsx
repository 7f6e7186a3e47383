import { IconLockOpenOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'

/** No company allows the review: who can change that, and where. */
export function NoCompany() {
  const { t } = useTranslation('supervisor')
  return (
    <EmptyState icon={<IconLockOpenOff size={32} stroke={1.5} />} title={t('empty.none')}>
      <p>{t('empty.noneBody')}</p>
    </EmptyState>
  )
}
