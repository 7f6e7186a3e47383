import { SegmentedControl } from '@mantine/core'
import {
  type Delivery,
  DELIVERY_STATES,
  listDeliveries,
  listReceivers,
  type Receiver,
  resendDelivery,
} from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../../../lib/live/live.ts'
import { operationKey, useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { DeliveryProblemText, DeliveryStateText } from '../../../../ui/delivery-words.tsx'
import { type ListAddress, listControl } from '../../../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../../../ui/list-screen/list-screen.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import css from './receivers.module.css'

const STATES = ['all', ...DELIVERY_STATES] as const
type State = (typeof STATES)[number]
const PER_PAGE = 20

interface DeliveriesProps {
  receiver: Receiver
  zone: string
  mayManage: boolean
}

interface DeliveryCells {
  zone: string
  /** Stands at the end of a row: what can be done with it. */
  actions: (row: Delivery) => ReactNode
}

function useDeliveryColumns({ zone, actions }: DeliveryCells): ListColumn<Delivery>[] {
  const { t } = useTranslation('clients')
  return [
    {
      key: 'at',
      name: t('delivery.created'),
      fixed: true,
      render: (row) => <TimeText at={row.createdAt} zone={zone} />,
    },
    { key: 'type', name: t('delivery.type'), render: (row) => t(`delivery.types.${typeKey(row.type)}`) },
    {
      key: 'state',
      name: t('delivery.state'),
      render: (row) => (
        <span data-state={row.state}>
          <DeliveryStateText {...row} zone={zone} />
        </span>
      ),
    },
    { key: 'tries', name: t('delivery.tries'), align: 'right', render: (row) => row.attempts },
    {
      key: 'problem',
      name: t('delivery.reason'),
      wrap: true,
      render: (row) => <DeliveryProblemText problem={row} detailed />,
    },
    { key: 'next', name: t('delivery.actions'), hideName: true, fixed: true, align: 'right', render: actions },
  ]
}

/** The messages sent to a receiver, newest first. Failed ones can be sent again. */
export function Deliveries({ receiver, zone, mayManage }: DeliveriesProps) {
  const { t } = useTranslation(['clients', 'common', 'deliveries'])
  const queries = useQueryClient()
  const [address, setAddress] = useState<ListAddress & { state?: State | undefined }>(
    receiver.givenUp > 0 ? { state: 'given-up' } : {},
  )
  const list = listControl(address, setAddress)
  const { state = 'all' } = address
  const request = { params: { id: receiver.id }, query: { state, page: list.page, limit: PER_PAGE } }
  const query = useOperationQuery(listDeliveries, request, { keepPrevious: true, quiet: true })
  const refresh = () => void queries.invalidateQueries({ queryKey: operationKey(listDeliveries) })
  useLive(['delivery.changed', 'resync'], (event) => {
    if (event.type === 'resync' || event.receiverId === receiver.id) refresh()
  })
  const resend = useOperation(resendDelivery, { invalidates: [listDeliveries, listReceivers] })
  const actions = (row: Delivery) => (
    <span className={css['rowActions']}>
      {row.alarmId && (
        <Link to="/cams/alarms/{-$id}" params={{ id: row.alarmId }}>
          {t('signal.openAlarm')}
        </Link>
      )}
      {row.state === 'given-up' && mayManage && (
        <Button
          size="compact-xs"
          loading={resend.isPending && resend.variables.params.id === row.id}
          onClick={() => resend.mutate({ params: { id: row.id } })}
        >
          {t('delivery.resend')}
        </Button>
      )}
    </span>
  )
  const columns = useDeliveryColumns({ zone, actions })
  return (
    <div className={css['deliveries']}>
      <SegmentedControl
        aria-label={t('delivery.filter')}
        data={STATES.map((value) => ({
          value,
          label: value === 'all' ? t('delivery.all') : t(`deliveries:state.${value}`),
        }))}
        value={state}
        onChange={(value) => list.set({ state: DELIVERY_STATES.find((each) => each === value) })}
      />
      <ListScreen
        label={t('delivery.table', { name: receiver.name })}
        query={query}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        limit={PER_PAGE}
        empty={{ title: t('delivery.none') }}
        nothingFound={{ title: t('delivery.noneOfState') }}
        compact
      />
    </div>
  )
}

const typeKey = (type: Delivery['type']) =>
  type === 'alarm.created' ? 'created' : type === 'alarm.corrected' ? 'corrected' : 'test'
