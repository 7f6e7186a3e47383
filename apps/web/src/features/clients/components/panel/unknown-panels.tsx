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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
      <div className={css['scroll']} tabIndex={0} role="region" aria-label={t('panel.unknown')}>
        <table className={css['table']}>
          <thead>
            <tr>
              <th scope="col">{t('panel.account')}</th>
              <th scope="col">{t('panel.address')}</th>
              <th scope="col">{t('panel.times')}</th>
              <th scope="col">{t('panel.last')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ account, address, times, lastAt }) => (
              <tr key={account}>
                <td>{account}</td>
                <td>{address}</td>
                <td>{times}</td>
                <td>
                  <TimeText at={lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
