import { listUnmatchedSignals, type Site } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { IconMailCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../../../lib/live/live.ts'
import { operationKey, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Loaded } from '../panes/loaded.tsx'
import { Section } from '../panes/section.tsx'
import { SignalList } from '../signal-list.tsx'
import css from '../signal-list.module.css'

const SHOWN = 50

/** Messages for the site that matched no camera, why, and what to do. */
export function UnmatchedSignals({ site }: { site: Site }) {
  const { t } = useTranslation('clients')
  const queries = useQueryClient()
  const request = { params: { id: site.id }, query: { limit: SHOWN } }
  const query = useOperationQuery(listUnmatchedSignals, request, { quiet: true })
  useLive(['signal.received', 'resync'], (event) => {
    if (event.type === 'resync' || (event.siteId === site.id && event.viewId === null))
      void queries.invalidateQueries({ queryKey: operationKey(listUnmatchedSignals) })
  })
  return (
    <Section title={t('unmatched.title')} hint={t('unmatched.intro')}>
      <Loaded query={query} rows={4}>
        {(signals) =>
          signals.length === 0 ? (
            <EmptyState compact icon={<IconMailCheck size={28} stroke={1.5} />} title={t('unmatched.none')}>
              {t(site.smtp.required || site.smtp.user ? 'unmatched.noneBody' : 'unmatched.noneWithoutLogin')}
            </EmptyState>
          ) : (
            <>
              <SignalList
                label={t('unmatched.title')}
                signals={signals}
                zone={site.timezone}
                renderAdvice={(signal) => (
                  <p className={css['advice']}>
                    {t('unmatched.why', { recipient: signal.recipient ?? '?', user: site.smtp.user ?? '?' })}{' '}
                    {t('unmatched.whatToDo')}
                  </p>
                )}
              />
              {signals.length === SHOWN && <p className={css['advice']}>{t('signal.newestOnly', { n: SHOWN })}</p>}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
