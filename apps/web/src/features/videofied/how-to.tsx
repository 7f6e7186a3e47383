import type { Videofied } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { vmsCss as css } from '../digital-watchdog/index.ts'

/** What to enter in a panel. */
export function HowTo({ server }: { server: NonNullable<Videofied['server']> }) {
  const { t } = useTranslation(['videofied', 'clients'])
  return (
    <section className={css['section']} aria-label={t('howTo')}>
      <h2>{t('howTo')}</h2>
      <Value label={t('server')} value={server.host} />
      <Value label={t('port')} value={String(server.port)} />
      {server.onlyHere && (
        <p className={css['warning']}>
          {t('clients:setup.onlyHere', { host: server.host, setting: 'WINNOW_FRONTEL_HOST' })}
        </p>
      )}
      <ol className={css['steps']}>
        <li>{t('step1')}</li>
        <li>{t('step2')}</li>
        <li>{t('step3')}</li>
        <li>{t('step4')}</li>
      </ol>
    </section>
  )
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div className={css['close']}>
      <div className={css['nameLine']}>
        <span className={css['name']}>{label}</span>
        <CopyButton value={value} />
      </div>
      <code className={css['copied']} aria-label={label}>
        {value}
      </code>
    </div>
  )
}
