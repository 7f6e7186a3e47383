import type { Videofied } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../ui/time-text.tsx'
import { vmsCss as css } from '../digital-watchdog/index.ts'

/** Serial numbers that called and belong to no panel, for those who run the installation. */
export function UnknownPanels({ rows }: { rows: NonNullable<Videofied['unknown']> }) {
  const { t } = useTranslation('videofied')
  return (
    <section className={css['section']} aria-label={t('unknown')}>
      <h2>{t('unknown')}</h2>
      <p className={css['lead']}>{t('unknownHint')}</p>
      <ul className={css['list']} aria-label={t('unknown')}>
        {rows.map(({ serial, address, times, lastAt }) => (
          <li key={serial}>
            <div className={css['facts']}>
              <p className={css['code']}>{serial}</p>
              <p className={css['muted']}>
                {t('address')} {address} · {t('times')} {times} · {t('last')} <TimeText at={lastAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
