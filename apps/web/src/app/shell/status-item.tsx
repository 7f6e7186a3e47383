import { IconActivity, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { useServiceStatus } from './service-status.ts'
import css from './shell.module.css'

/** Shows the service status, and links to the provider's status page if there is one. */
export function StatusItem({ folded }: { folded: boolean }) {
  const { t } = useTranslation('shell')
  const status = useServiceStatus()
  const config = useAppConfig()
  const word = t(`status.${status}`)
  const title = t('status.label', { status: word })
  const content = (
    <>
      <span className={css['itemIcon']}>
        <IconActivity size={18} stroke={1.6} aria-hidden="true" />
        <span className={css['dot']} data-status={status} />
      </span>
      <span className={folded ? 'wn-visually-hidden' : css['itemName']}>{t('menu.status')}</span>
      <span
        className={folded ? 'wn-visually-hidden' : css['itemNote']}
        data-testid="service-status"
        data-status={status}
      >
        {word}
      </span>
    </>
  )
  if (!config?.statusPageUrl)
    return (
      <span className={css['item']} data-still title={title}>
        {content}
      </span>
    )
  return (
    <a className={css['item']} href={config.statusPageUrl} target="_blank" rel="noreferrer" title={title}>
      {content}
      {!folded && (
        <IconExternalLink size={14} stroke={1.6} className={css['external']} aria-label={t('menu.external')} />
      )}
    </a>
  )
}
