import { listViewSignals, type View } from '@winnow/contract'
import { IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Loaded } from '../panes/loaded.tsx'
import { Section } from '../panes/section.tsx'
import { SignalList } from '../signal-list.tsx'
import css from '../signal-list.module.css'

const SHOWN = 50

/** The last messages of a camera, including tests and repeats. */
export function ReceivedSignals({ view }: { view: View }) {
  const { t } = useTranslation('clients')
  const request = { params: { id: view.id }, query: { limit: SHOWN } }
  const query = useOperationQuery(listViewSignals, request, { quiet: true })
  return (
    <Section title={t('received.title')} hint={t('received.intro')}>
      <Loaded query={query} rows={6}>
        {(signals) =>
          signals.length === 0 ? (
            <EmptyState compact icon={<IconInbox size={28} stroke={1.5} />} title={t('received.none')}>
              {t('received.noneBody')}
            </EmptyState>
          ) : (
            <>
              <SignalList label={t('received.title')} signals={signals} zone={view.timezone} />
              {signals.length === SHOWN && <p className={css['advice']}>{t('signal.newestOnly', { n: SHOWN })}</p>}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
