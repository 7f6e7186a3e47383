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
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../../../lib/live/live.ts'
import { operationKey, useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { DeliveryProblemText, DeliveryStateText } from '../../../../ui/delivery-words.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { Loaded } from '../panes/loaded.tsx'
import css from './receivers.module.css'

const STATES = ['all', ...DELIVERY_STATES] as const
type State = (typeof STATES)[number]
const PER_PAGE = 20

interface DeliveriesProps {
  receiver: Receiver
  zone: string
  mayManage: boolean
}

/** What was sent to a receiver, newest first; what failed for good can be sent again. */
export function Deliveries({ receiver, zone, mayManage }: DeliveriesProps) {
  const { t } = useTranslation(['clients', 'common', 'deliveries'])
  const queries = useQueryClient()
  const [state, setState] = useState<State>(receiver.givenUp > 0 ? 'given-up' : 'all')
  const [page, setPage] = useState(1)
  const request = { params: { id: receiver.id }, query: { state, page, limit: PER_PAGE } }
  const query = useOperationQuery(listDeliveries, request, { keepPrevious: true, quiet: true })
  const refresh = () => void queries.invalidateQueries({ queryKey: operationKey(listDeliveries) })
  useLive(['delivery.changed', 'resync'], (event) => {
    if (event.type === 'resync' || event.receiverId === receiver.id) refresh()
  })
  const resend = useOperation(resendDelivery, { invalidates: [listDeliveries, listReceivers] })
  return (
    <div className={css['deliveries']}>
      <SegmentedControl
        aria-label={t('delivery.filter')}
        data={STATES.map((value) => ({
          value,
          label: value === 'all' ? t('delivery.all') : t(`deliveries:state.${value}`),
        }))}
        value={state}
        onChange={(value) => {
          setState(STATES.find((each) => each === value) ?? 'all')
          setPage(1)
        }}
      />
      <Loaded query={query} rows={3}>
        {(reply) =>
          reply.rows.length === 0 ? (
            <EmptyState compact title={t(state === 'all' ? 'delivery.none' : 'delivery.noneOfState')} />
          ) : (
            <>
              <DataTable
                label={t('delivery.table', { name: receiver.name })}
                rows={reply.rows}
                rowKey={(row) => row.id}
                columns={[
                  {
                    key: 'at',
                    header: t('delivery.created'),
                    render: (row) => <TimeText at={row.createdAt} zone={zone} />,
                  },
                  {
                    key: 'type',
                    header: t('delivery.type'),
                    render: (row) => t(`delivery.types.${typeKey(row.type)}`),
                  },
                  {
                    key: 'state',
                    header: t('delivery.state'),
                    render: (row) => (
                      <span data-state={row.state}>
                        <DeliveryStateText {...row} zone={zone} />
                      </span>
                    ),
                  },
                  { key: 'tries', header: t('delivery.tries'), align: 'right', render: (row) => row.attempts },
                  {
                    key: 'problem',
                    header: t('delivery.reason'),
                    wrap: true,
                    render: (row) => <DeliveryProblemText problem={row} />,
                  },
                  {
                    key: 'next',
                    header: <span className="wn-visually-hidden">{t('delivery.actions')}</span>,
                    align: 'right',
                    render: (row) => (
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
                    ),
                  },
                ]}
              />
              <div className={css['pager']}>
                <Button size="compact-xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {t('delivery.newer')}
                </Button>
                <span>{t('delivery.page', { page, of: Math.max(1, Math.ceil(reply.count / PER_PAGE)) })}</span>
                <Button size="compact-xs" disabled={page * PER_PAGE >= reply.count} onClick={() => setPage(page + 1)}>
                  {t('delivery.older')}
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const typeKey = (type: Delivery['type']) =>
  type === 'alarm.created' ? 'created' : type === 'alarm.corrected' ? 'corrected' : 'test'
