import { IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { redirectTo } from '../lib/leave-page.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageLayout } from '../ui/page-layout.tsx'

/** Redirects to the forensic page, and is shown until that has loaded. */
export function ForensicPage({ url }: { url: string }) {
  const { t } = useTranslation('shell')
  useEffect(() => redirectTo(url), [url])
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
