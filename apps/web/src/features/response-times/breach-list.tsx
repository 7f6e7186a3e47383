import { listResponseBreaches, type RESPONSE_BREACHES, type ResponseBreach } from '@winnow/contract'
import { IconClockCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { callAcrossLogin, useOperationQuery } from '../../lib/query/use-operation.ts'
import type { ListControl } from '../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { everyPage } from '../../ui/list-screen/rows-as-csv.ts'
import { TimeText } from '../../ui/time-text.tsx'
import type { ResponseTimesSearch } from './response-times-search.ts'
import type { AskedTimes } from './times-figures.tsx'

const LIMIT = 30
/** The number of rows per request when the list is downloaded as a file. */
const MOST = 500

interface BreachListProps {
  which: (typeof RESPONSE_BREACHES)[number]
  asked: AskedTimes
  list: ListControl<ResponseTimesSearch>
}

/** The alarms that were acknowledged too late or given up, or that still wait although their time is over. */
export function BreachList({ which, asked, list }: BreachListProps) {
  const { t } = useTranslation('responseTimes')
  const request = { ...asked, which }
  const query = useOperationQuery(
    listResponseBreaches,
    { query: { ...request, page: list.page, limit: LIMIT } },
    { keepPrevious: true, quiet: true },
  )
  const loadPage = (page: number, signal: AbortSignal) =>
    callAcrossLogin(listResponseBreaches, { query: { ...request, page, limit: MOST }, signal })
  const columns = useBreachColumns()
  const none = { title: t(`empty.${which}`), body: t('empty.breachesBody') }
  return (
    <ListScreen
      label={t(`lists.${which}`)}
      query={query}
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      limit={LIMIT}
      empty={{ icon: <IconClockCheck size={28} stroke={1.5} />, ...none }}
      nothingFound={none}
      columnsOf="response-breaches"
      csv={{ file: 'response-breaches.csv', load: (watch) => everyPage(loadPage, watch) }}
    />
  )
}

/** ms between two instants; null where one of them has not come. */
const between = (from: string | null, to: string | null) =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from))

function useBreachColumns(): ListColumn<ResponseBreach>[] {
  const { t } = useTranslation('responseTimes')
  const formats = useFormats()
  const took = (key: string, name: string, of: (row: ResponseBreach) => number | null): ListColumn<ResponseBreach> => ({
    key,
    name,
    align: 'right',
    render: (row) => {
      const ms = of(row)
      return ms === null ? '–' : formats.duration(ms)
    },
    text: (row) => {
      const ms = of(row)
      return ms === null ? null : ms / 1000
    },
  })
  const named = (
    key: 'receiverName' | 'siteName' | 'projectName' | 'viewName',
    name: string,
  ): ListColumn<ResponseBreach> => ({
    key,
    name,
    wrap: true,
    render: (row) => row[key] ?? '–',
    text: (row) => row[key],
  })
  return [
    {
      key: 'receivedAt',
      name: t('column.received'),
      fixed: true,
      render: ({ alarmId, receivedAt }) =>
        alarmId === null ? (
          <TimeText at={receivedAt} />
        ) : (
          <Link to="/cams/alarms/{-$id}" params={{ id: alarmId }}>
            <TimeText at={receivedAt} />
          </Link>
        ),
      text: (row) => row.receivedAt,
    },
    named('viewName', t('column.camera')),
    named('siteName', t('column.site')),
    named('projectName', t('column.client')),
    named('receiverName', t('column.receiver')),
    {
      key: 'stage',
      name: t('column.stage'),
      wrap: true,
      render: ({ stage }) => t(`stage.${stage}`),
      text: ({ stage }) => t(`stage.${stage}`),
    },
    took('analysis', t('took.analysis'), (row) => between(row.receivedAt, row.decidedAt)),
    took('waiting', t('took.waiting'), (row) => between(row.decidedAt, row.sentAt)),
    took('receiver', t('took.receiver'), (row) => between(row.sentAt, row.acknowledgedAt)),
    took('whole', t('took.whole'), (row) => between(row.receivedAt, row.acknowledgedAt)),
    took('goal', t('column.goal'), (row) => row.goalSeconds * 1000),
  ]
}
