import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageLayout } from '../../ui/page-layout.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ImportPreview } from './components/import-preview.tsx'
import { StartImport } from './components/start-import.tsx'

/** The import of a CSV file: choosing the file, and after the upload what happens or happened to each line. */
export function ImportPage() {
  const { t } = useTranslation('transfers')
  const { id } = useParams({ strict: false })
  return (
    <PageLayout
      title={t('title')}
      variant={id === undefined ? 'column' : 'flush'}
      actions={
        <LinkButton to="/cams/clients" look="subtle">
          {t('toClients')}
        </LinkButton>
      }
    >
      {id === undefined ? <StartImport /> : <ImportPreview key={id} id={id} />}
    </PageLayout>
  )
}
