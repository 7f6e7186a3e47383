import { getAppConfig } from '@winnow/contract'
import { IconBook, IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/create-store.ts'
import { environmentOf } from '../lib/environment.ts'
import { useOperationQuery } from '../lib/query/use-operation.ts'
import { BRAND_FACTS, brandStore } from '../theme/brands.ts'
import { Dialog } from './dialog.tsx'
import css from './help-dialog.module.css'

interface HelpDialogProps {
  opened: boolean
  onClose: () => void
}

/** The API's documentation, which the server renders from the contract. */
const DOCS_URL = '/api/docs'

/** Help: documentation, contacts, and the installation's data for a support request. */
export function HelpDialog({ opened, onClose }: HelpDialogProps) {
  const { t } = useTranslation('shell')
  const product = useStore(brandStore, (brand) => BRAND_FACTS[brand].productName)
  const { data: config } = useOperationQuery(
    getAppConfig,
    {},
    { enabled: opened, staleTime: Number.POSITIVE_INFINITY, quiet: true },
  )
  return (
    <Dialog opened={opened} onClose={onClose} title={t('help.title')}>
      <div className={css['cards']}>
        <a className={css['card']} href={config?.documentationUrl ?? DOCS_URL} target="_blank" rel="noreferrer">
          <IconBook size={24} stroke={1.5} aria-hidden="true" />
          {t('help.docs')}
        </a>
        <ContactCard url={config?.contactUrl} />
      </div>
      <p className={css['about']}>
        {config && t('help.about', { product, version: config.version, environment: environmentOf(location.hostname) })}
      </p>
    </Dialog>
  )
}

/** @param props.url null if the operator names nobody; undefined while it is unknown */
function ContactCard({ url }: { url: string | null | undefined }) {
  const { t } = useTranslation('shell')
  const face = (
    <>
      <IconMessageCircle size={24} stroke={1.5} aria-hidden="true" />
      {t('help.contact')}
    </>
  )
  if (url)
    return (
      <a className={css['card']} href={url} target="_blank" rel="noreferrer">
        {face}
        {url.startsWith('mailto:') && <small>{URL.parse(url)?.pathname}</small>}
      </a>
    )
  return (
    <span className={css['card']} aria-disabled="true">
      {face}
      {url === null && <small>{t('help.unset')}</small>}
    </span>
  )
}
