import { getResponseTimes, type ResponseRow, type RESPONSE_GROUPS } from '@winnow/contract'
import { IconClockCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { callAcrossLogin, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import type { ListControl } from '../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { everyPage } from '../../ui/list-screen/rows-as-csv.ts'
import type { Goal } from './goal.ts'
import type { ResponseTimesSearch } from './response-times-search.ts'
import type { AskedTimes } from './times-figures.tsx'

const LIMIT = 31
/** The number of rows per request when the list is downloaded as a file. */
const MOST = 400

interface FigureListProps {
  by: (typeof RESPONSE_GROUPS)[number]
  asked: AskedTimes
  list: ListControl<ResponseTimesSearch>
  onGoal: (goal: Goal) => void
}

/** Figures by day, site or receiver. */
export function FigureList({ by, asked, list, onGoal }: FigureListProps) {
  const { t } = useTranslation('responseTimes')
  const request = { ...asked, by }
  const query = useOperationQuery(
    getResponseTimes,
    { query: { ...request, page: list.page, limit: LIMIT } },
    { keepPrevious: true, quiet: true },
  )
  const loadPage = (page: number, signal: AbortSignal) =>
    callAcrossLogin(getResponseTimes, { query: { ...request, page, limit: MOST }, signal })
  const columns = useFigureColumns(by, onGoal)
  return (
    <ListScreen
      label={t(`lists.${by}`)}
      query={query}
      list={list}
      columns={columns}
      rowKey={(row) => row.receiverId ?? row.siteId ?? row.day ?? ''}
      limit={LIMIT}
      empty={{ icon: <IconClockCheck size={28} stroke={1.5} />, title: t('empty.title'), body: t('empty.body') }}
      nothingFound={{ title: t('empty.title'), body: t('empty.body') }}
      columnsOf={`response-times-${by}`}
      csv={{ file: `response-times-${by}.csv`, load: (watch) => everyPage(loadPage, watch) }}
    />
  )
}

/** Makes columns of numbers, durations and names. */
function useColumnKinds() {
  const formats = useFormats()
  const count = (key: string, name: string, of: (row: ResponseRow) => number): ListColumn<ResponseRow> => ({
    key,
    name,
    align: 'right',
    render: (row) => formats.number(of(row)),
    text: of,
  })
  const time = (key: 'p50Ms' | 'p95Ms', name: string): ListColumn<ResponseRow> => ({
    key,
    name,
    align: 'right',
    render: ({ [key]: ms }) => (ms === null ? '–' : formats.duration(ms)),
    text: ({ [key]: ms }) => (ms === null ? null : ms / 1000),
  })
  const named = (key: 'receiverName' | 'siteName' | 'projectName', name: string): ListColumn<ResponseRow> => ({
    key,
    name,
    wrap: true,
    render: (row) => row[key],
    text: (row) => row[key],
  })
  return { count, time, named }
}

function useFigureColumns(by: FigureListProps['by'], onGoal: FigureListProps['onGoal']): ListColumn<ResponseRow>[] {
  const { t } = useTranslation('responseTimes')
  const formats = useFormats()
  const mayManage = useMay('integration.manage')
  const { count, time, named } = useColumnKinds()
  const places = [named('siteName', t('column.site')), named('projectName', t('column.client'))]
  return [
    ...(by === 'day'
      ? [
          {
            key: 'day',
            name: t('column.day'),
            fixed: true,
            render: ({ day }: ResponseRow) => day && formats.day(day),
            text: ({ day }: ResponseRow) => day,
          },
        ]
      : by === 'receiver'
        ? [named('receiverName', t('column.receiver')), ...places]
        : places),
    {
      key: 'keptShare',
      name: t('figures.kept'),
      align: 'right',
      render: ({ keptShare }) => (keptShare === null ? '–' : formats.share(keptShare)),
      text: ({ keptShare }) => keptShare,
    },
    count('measured', t('figures.measured'), (row) => row.measured),
    count('late', t('figures.late'), (row) => row.measured - row.kept),
    count('analysis', t('late.analysis'), (row) => row.late.analysis),
    count('waiting', t('late.waiting'), (row) => row.late.waiting),
    count('receiverLate', t('late.receiver'), (row) => row.late.receiver),
    count('givenUp', t('late.given-up'), (row) => row.late.givenUp),
    time('p50Ms', t('figures.p50')),
    time('p95Ms', t('figures.p95')),
    ...(by === 'day'
      ? []
      : [
          {
            key: 'goal',
            name: t('column.goal'),
            align: 'right' as const,
            render: (row: ResponseRow) => <GoalCell row={row} mayManage={by === 'site' && mayManage} onGoal={onGoal} />,
            text: ({ goalSeconds }: ResponseRow) => goalSeconds,
          },
        ]),
  ]
}

function GoalCell({ row, mayManage, onGoal }: { row: ResponseRow; mayManage: boolean; onGoal: (goal: Goal) => void }) {
  const { t } = useTranslation('responseTimes')
  const formats = useFormats()
  const { siteId, siteName, goalSeconds } = row
  if (siteId === null || goalSeconds === null) return null
  const text = formats.duration(goalSeconds * 1000)
  if (!mayManage) return text
  return (
    <Button
      size="compact-xs"
      aria-label={t('goal.change', { name: siteName ?? '', goal: text })}
      onClick={() => onGoal({ siteId, siteName, goalSeconds })}
    >
      {text}
    </Button>
  )
}
