import type { SitePanel } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../../../ui/time-text.tsx'
import { Section } from '../panes/section.tsx'
import css from './panel.module.css'

/** Accounts that called and belong to no panel, for those who run the installation. */
export function UnknownPanels({ rows }: { rows: NonNullable<SitePanel['unknown']> }) {
  const { t } = useTranslation('clients')
  return (
    <Section title={t('panel.unknown')} hint={t('panel.unknownHint')}>
      <ul className={css['list']}>
        {rows.map(({ account, address, times, lastAt }) => (
          <li key={account}>
            <code>{account}</code>
            <span>
              {t('panel.address')}: {address}
            </span>
            <span>
              {t('panel.times')}: {times}
            </span>
            <span>
              {t('panel.last')}: <TimeText at={lastAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
