import { getSiteWaysIn, WAY_IN_STATES } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { AgoText } from '../ago-text.tsx'
import css from '../camera/way-in.module.css'
import { STATE_ICONS } from '../camera/way-in.tsx'
import { Loaded } from '../panes/loaded.tsx'
import paneCss from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'

const LOOK_MS = 60_000

/** How many cameras of a site get through, and those that do not, the worst first. */
export function SiteWaysIn({ siteId }: { siteId: string }) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const query = useOperationQuery(getSiteWaysIn, { params: { id: siteId } }, { quiet: true, refetchInterval: LOOK_MS })
  return (
    <Section title={t('wayIn.title')}>
      <Loaded query={query} rows={2}>
        {({ counts, cameras }) => {
          const there = WAY_IN_STATES.filter((state) => counts[state] > 0).toReversed()
          if (there.length === 0) return <p className={paneCss['hint']}>{t('wayIn.noCamera')}</p>
          return (
            <>
              <p className={paneCss['hint']}>
                {there.map((state) => `${t(`wayIn.state.${state}`)}: ${formats.number(counts[state])}`).join(' · ')}
              </p>
              <ul className={css['cameras']}>
                {cameras.map(({ id, name, state, lastSeenAt }) => {
                  const Icon = STATE_ICONS[state]
                  return (
                    <li key={id} className={css['state']} data-state={state}>
                      <Icon size={18} stroke={1.6} aria-hidden="true" />
                      <Link to="/cams/clients/u" search={{ cam: id, tab: 'connect' }}>
                        {name}
                      </Link>
                      <span className={paneCss['faint']}>
                        {t(`wayIn.state.${state}`)} {lastSeenAt !== null && <AgoText at={lastSeenAt} />}
                      </span>
                    </li>
                  )
                })}
              </ul>
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
