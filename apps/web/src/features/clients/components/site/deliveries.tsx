import { SegmentedControl } from '@mantine/core'
import {
  type Delivery,
  type DeliveryState,
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
import { deliveryProblemParts } from '../../../../lib/deliveries/delivery-problem.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useLive } from '../../../../lib/live/live.ts'
import { callAcrossLogin, operationKey, useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { DeliveryProblemText, DeliveryStateText } from '../../../../ui/delivery-words.tsx'
import { BulkDialog } from '../../../../ui/list-screen/bulk-dialog.tsx'
import { type ListAddress, listControl } from '../../../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../../../ui/list-screen/list-screen.tsx'
import { everyPage } from '../../../../ui/list-screen/rows-as-csv.ts'
import type { Chosen } from '../../../../ui/list-screen/use-bulk.ts'
import { TimeText } from '../../../../ui/time-text.tsx'
import { DeliveryTriesDialog } from './delivery-tries.tsx'
import css from './receivers.module.css'
import { ResendAllButton } from './resend-all.tsx'

const STATES = ['all', ...DELIVERY_STATES] as const
type State = (typeof STATES)[number]
const PER_PAGE = 20
/** The number of messages per request when they are downloaded as a file. */
const MOST = 100

interface DeliveriesProps {
  receiver: Receiver
  zone: string
  mayManage: boolean
}

interface DeliveryCells {
  zone: string
  /** Renders the actions at the end of a row. */
  actions: (row: Delivery) => ReactNode
}

function useDeliveryColumns({ zone, actions }: DeliveryCells): ListColumn<Delivery>[] {
  const { t } = useTranslation(['clients', 'deliveries'])
  const { t: td } = useTranslation('deliveries')
  const typeOf = (row: Delivery) => {
    const type = t(`delivery.types.${typeKey(row.type)}`)
    const what = row.inDigest ? t('delivery.inDigest', { type }) : type
    return row.viewName === null ? what : `${what}: ${row.viewName}`
  }
  return [
    {
      key: 'at',
      name: t('delivery.created'),
      fixed: true,
      render: (row) => <TimeText at={row.createdAt} zone={zone} />,
      text: (row) => row.createdAt,
    },
    { key: 'type', name: t('delivery.type'), wrap: true, render: typeOf, text: typeOf },
    {
      key: 'state',
      name: t('delivery.state'),
      wrap: true,
      render: (row) => (
        <span data-state={row.state}>
          <DeliveryStateText {...row} zone={zone} />
        </span>
      ),
      text: (row) => t(`deliveries:state.${row.state}`),
    },
    {
      key: 'tries',
      name: t('delivery.tries'),
      align: 'right',
      render: (row) => row.attempts,
      text: (row) => row.attempts,
    },
    {
      key: 'problem',
      name: t('delivery.reason'),
      wrap: true,
      render: (row) => <DeliveryProblemText problem={row} detailed />,
      text: ({ lastError: code, lastStatus: status, lastDetail: detail }) =>
        code === null ? null : Object.values(deliveryProblemParts({ code, status, detail }, td)).join(' ').trim(),
    },
    { key: 'next', name: t('delivery.actions'), hideName: true, fixed: true, align: 'right', render: actions },
  ]
}

/** The messages sent to a receiver, newest first. Failed messages can be sent again, also several together. */
export function Deliveries({ receiver, zone, mayManage }: DeliveriesProps) {
  const { t } = useTranslation(['clients', 'common', 'deliveries'])
  const { list, state, search, query, counted, loadPage } = useDeliveryList(receiver)
  const [shown, setShown] = useState<Delivery>()
  const [resending, setResending] = useState<Chosen<Delivery>>()
  const nameOf = useDeliveryName(zone)
  const canResend = (row: Delivery) => row.state === 'given-up' && mayManage
  const actions = (row: Delivery) => (
    <span className={css['rowActions']}>
      {row.alarmId && (
        <Link to="/cams/alarms/{-$id}" params={{ id: row.alarmId }}>
          {t('signal.openAlarm')}
        </Link>
      )}
      {mayManage && (
        <Button size="compact-xs" look="subtle" onClick={() => setShown(row)}>
          {t('delivery.details')}
        </Button>
      )}
      {canResend(row) && <ResendButton delivery={row} />}
    </span>
  )
  const columns = useDeliveryColumns({ zone, actions })
  const selection = {
    nameOf,
    allows: canResend,
    renderActions: (rows: readonly Delivery[], clear: () => void) => (
      <Button onClick={() => setResending({ rows, clear })}>{t('delivery.resend')}</Button>
    ),
  }
  return (
    <div className={css['deliveries']}>
      <ListScreen
        label={t('delivery.table', { name: receiver.name })}
        query={query}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        limit={PER_PAGE}
        search={t('delivery.search')}
        filters={
          <>
            <StateFilter value={state} onChange={(chosen) => list.set({ state: chosen })} />
            {mayManage && counted && <ResendAll receiver={receiver} state={state} search={search} counted={counted} />}
          </>
        }
        empty={{ title: t('delivery.none') }}
        nothingFound={{ title: t('delivery.noneOfState') }}
        csv={{ file: 'deliveries.csv', load: (watch) => everyPage(loadPage, watch) }}
        {...(query.data?.rows.some(canResend) ? { selection } : {})}
        compact
      />
      {shown && (
        <DeliveryTriesDialog delivery={shown} name={nameOf(shown)} zone={zone} onClose={() => setShown(undefined)} />
      )}
      <ResendDialog chosen={resending} nameOf={nameOf} onClose={() => setResending(undefined)} />
    </div>
  )
}

/** Names a message in questions and for screen readers. */
function useDeliveryName(zone: string) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  return (row: Delivery) =>
    `${t(`delivery.types.${typeKey(row.type)}`)} ${formats.dateTime(new Date(row.createdAt), zone)}`
}

/** Sends all messages of the filter again, where its state allows that. */
function ResendAll({
  receiver,
  state,
  search,
  counted: { count, countIsExact },
}: {
  receiver: Receiver
  state: State
  search: string
  counted: { count: number; countIsExact: boolean }
}) {
  if (count === 0 || (state !== 'sent' && state !== 'given-up')) return null
  return (
    <ResendAllButton receiverId={receiver.id} state={state} search={search} count={count} countIsExact={countIsExact} />
  )
}

const AFTER_RESEND = [listDeliveries, listReceivers]

/** Returns the filtered list, kept up to date. If messages have finally failed, the list first shows only these. */
function useDeliveryList(receiver: Receiver) {
  const queries = useQueryClient()
  const [address, setAddress] = useState<ListAddress & { state?: State | undefined }>(
    receiver.givenUp > 0 ? { state: 'given-up' } : {},
  )
  const list = listControl(address, setAddress)
  const { state = 'all', search = '' } = address
  const params = { id: receiver.id }
  const filter = { state, ...(search === '' ? {} : { search }) }
  const query = useOperationQuery(
    listDeliveries,
    { params, query: { ...filter, page: list.page, limit: PER_PAGE } },
    { keepPrevious: true, quiet: true },
  )
  useLive(['delivery.changed', 'resync'], (event) => {
    if (event.type === 'resync' || event.receiverId === receiver.id)
      void queries.invalidateQueries({ queryKey: operationKey(listDeliveries) })
  })
  const loadPage = (page: number, signal: AbortSignal) =>
    callAcrossLogin(listDeliveries, { params, query: { ...filter, page, limit: MOST }, signal })
  // While another filter is read, the number is still that of the last one.
  const counted = query.isPlaceholderData ? undefined : query.data
  return { list, state, search, query, counted, loadPage }
}

interface StateFilterProps {
  value: State
  onChange: (state: DeliveryState | undefined) => void
}

function StateFilter({ value, onChange }: StateFilterProps) {
  const { t } = useTranslation(['clients', 'deliveries'])
  return (
    <SegmentedControl
      aria-label={t('delivery.filter')}
      data={STATES.map((state) => ({
        value: state,
        label: state === 'all' ? t('delivery.all') : t(`deliveries:state.${state}`),
      }))}
      value={value}
      onChange={(chosen) => onChange(DELIVERY_STATES.find((each) => each === chosen))}
    />
  )
}

interface ResendDialogProps {
  chosen: Chosen<Delivery> | undefined
  nameOf: (row: Delivery) => string
  onClose: () => void
}

function ResendDialog({ chosen, nameOf, onClose }: ResendDialogProps) {
  const { t } = useTranslation('clients')
  return (
    <BulkDialog
      chosen={chosen}
      rowKey={(row) => row.id}
      nameOf={nameOf}
      title={({ length: count }) => t('delivery.resendTitle', { count })}
      confirm={t('delivery.resend')}
      run={(row) => callAcrossLogin(resendDelivery, { params: { id: row.id } })}
      invalidates={AFTER_RESEND}
      doneText={(count) => t('delivery.resent', { count })}
      onClose={onClose}
    >
      {t('delivery.resendBody')}
    </BulkDialog>
  )
}

function ResendButton({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('clients')
  const resend = useOperation(resendDelivery, { invalidates: AFTER_RESEND })
  return (
    <Button size="compact-xs" loading={resend.isPending} onClick={() => resend.mutate({ params: { id: delivery.id } })}>
      {t('delivery.resend')}
    </Button>
  )
}

/** The keys of the types' texts. A dot would separate levels of keys. */
const TYPE_KEYS = {
  'alarm.created': 'created',
  'alarm.corrected': 'corrected',
  test: 'test',
  idle: 'idle',
  'idle.ended': 'heard',
  'connection.lost': 'lost',
  'connection.restored': 'restored',
  tampering: 'tampering',
  'tampering.ended': 'untampered',
} as const satisfies Record<Delivery['type'], string>

const typeKey = (type: Delivery['type']) => TYPE_KEYS[type]
