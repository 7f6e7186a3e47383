import { IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { passOn } from '../lib/leave-page.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageLayout } from '../ui/page-layout.tsx'

/** Leaves for the forensic page. Seen only while that is on its way. */
export function ForensicPage({ url }: { url: string }) {
  const { t } = useTranslation('shell')
  useEffect(() => passOn(url), [url])
  return (
    <PageLayout title={t('menu.investigate')}>
      <EmptyState
        icon={<IconSearch size={32} stroke={1.5} />}
        title={t('forensic.title')}
        action={<a href={url}>{t('forensic.open')}</a>}
      />
    </PageLayout>
  )
}
