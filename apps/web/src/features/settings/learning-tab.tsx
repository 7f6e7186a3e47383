import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LearningPanel } from '../learning/index.ts'
import css from './settings.module.css'

/** What the filter has learned from the labels of all cameras. */
export function LearningTab() {
  const { t } = useTranslation(['learning', 'common'])
  const { companyId } = useUser()
  if (!useMay('company.write')) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  return (
    <section className={css['wide']} aria-label={t('title')}>
      <LearningPanel scope="company" id={companyId} />
    </section>
  )
}
