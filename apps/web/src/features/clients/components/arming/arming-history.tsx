import { type ArmingEvent, listArmingHistory } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { type ListAddress, listControl } from '../../../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../../../ui/list-screen/list-screen.tsx'
import { everyPage } from '../../../../ui/list-screen/rows-as-csv.ts'
import { TimeText } from '../../../../ui/time-text.tsx'
import { Section } from '../panes/section.tsx'
import { useZonedTime } from './use-zoned-time.ts'

const PER_PAGE = 20
/** The number of messages per request when they are downloaded as a file. */
const MOST = 200

function useColumns(zone: string): ListColumn<ArmingEvent>[] {
  const { t } = useTranslation('schedules')
  const time = useZonedTime(zone)
  const message = ({ state }: ArmingEvent) => t(`arming.history.${state}`)
  const by = ({ by: name, address }: ArmingEvent) =>
    address === null || address === name ? name : `${name} (${address})`
  const way = (row: ArmingEvent) => t(`arming.way.${row.way}`)
  const result = ({ refusal, endsAt }: ArmingEvent) => {
    if (refusal !== null) return t('arming.history.refused', { why: t(`arming.why.${refusal}`) })
    return endsAt === null ? t('arming.history.applied') : t('arming.history.appliedUntil', { time: time(endsAt) })
  }
  return [
    {
      key: 'at',
      name: t('arming.history.at'),
      fixed: true,
      render: (row) => <TimeText at={row.at} zone={zone} />,
      text: (row) => row.at,
    },
    { key: 'message', name: t('arming.history.message'), render: message, text: message },
    { key: 'by', name: t('arming.history.by'), wrap: true, render: by, text: by },
    { key: 'way', name: t('arming.history.way'), render: way, text: way },
    { key: 'result', name: t('arming.history.result'), wrap: true, render: result, text: result },
  ]
}

/** Who armed and disarmed a site, how and when, newest first, with what was refused. */
export function ArmingHistory({ siteId, zone }: { siteId: string; zone: string }) {
  const { t } = useTranslation('schedules')
  const [address, setAddress] = useState<ListAddress>({})
  const list = listControl(address, setAddress)
  const params = { id: siteId }
  const query = useOperationQuery(
    listArmingHistory,
    { params, query: { page: list.page, limit: PER_PAGE } },
    { keepPrevious: true, quiet: true },
  )
  const columns = useColumns(zone)
  const load = (page: number, signal: AbortSignal) =>
    callAcrossLogin(listArmingHistory, { params, query: { page, limit: MOST }, signal })
  return (
    <Section title={t('arming.history.title')}>
      <ListScreen
        label={`${t('arming.tab')}: ${t('arming.history.title')}`}
        query={query}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        limit={PER_PAGE}
        empty={{ title: t('arming.history.empty') }}
        csv={{ file: 'arming.csv', load: (watch) => everyPage(load, watch) }}
        compact
      />
    </Section>
  )
}
