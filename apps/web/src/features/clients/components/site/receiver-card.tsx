import {
  findReceiverKind,
  type Receiver,
  type ReceiverDefinition,
  type ReceiverIcon,
  type ReplyOf,
  testReceiver,
} from '@winnow/contract'
import { type Icon, IconBuildingBroadcastTower, IconMail, IconSend, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { DeliveryProblemText, DeliveryStateText } from '../../../../ui/delivery-words.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { deliveryProblemParts } from '../../../../lib/deliveries/delivery-problem.ts'
import { Deliveries } from './deliveries.tsx'
import css from './receivers.module.css'

type TestResult = ReplyOf<typeof testReceiver>

const ICONS: Readonly<Record<ReceiverIcon, Icon>> = {
  webhook: IconWebhook,
  mail: IconMail,
  station: IconBuildingBroadcastTower,
}

/** The destination of a receiver, in one line. */
function destination({ id, kind, config }: Receiver): string {
  const definition: ReceiverDefinition | undefined = findReceiverKind(kind)
  // What is fetched has an address here.
  if (definition?.capabilities.fetched) return `GET /api/v1/receiver/${id}/messages`
  const value = config[definition?.destination ?? '']
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
}

type FallbackProps = Pick<ReceiverCardProps, 'receiver' | 'receivers' | 'zone'>

/** Whose back-up the receiver is, and what is done while it does not work. */
function FallbackWords({ receiver, receivers, zone }: FallbackProps) {
  const { t } = useTranslation('clients')
  const primaries = receivers.filter(({ fallback }) => fallback.backupId === receiver.id)
  const backup = receivers.find(({ id }) => id === receiver.fallback.backupId)
  return (
    <>
      {primaries.length > 0 && (
        <p className={css['facts']}>
          {t('receivers.fallback.standby', { name: primaries.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {receiver.downSince !== null && (
        <p className={css['problem']}>
          {t('receivers.fallback.downSince')} <TimeText at={receiver.downSince} zone={zone} />.{' '}
          {backup && t('receivers.fallback.takes', { name: backup.name })}{' '}
          {receiver.escalatedAt !== null && t('receivers.fallback.told')}
        </p>
      )}
    </>
  )
}

interface ReceiverCardProps {
  receiver: Receiver
  /** All receivers of the site, among them the back-up. */
  receivers: readonly Receiver[]
  zone: string
  mayManage: boolean
  onEdit: () => void
  onFallback: () => void
  onDelete: () => void
}

/** One receiver: its state, a test, and its messages. */
export function ReceiverCard({
  receiver,
  receivers,
  zone,
  mayManage,
  onEdit,
  onFallback,
  onDelete,
}: ReceiverCardProps) {
  const { t } = useTranslation(['clients', 'common'])
  const formats = useFormats()
  const [open, setOpen] = useState(false)
  const test = useOperation(testReceiver)
  const kind = findReceiverKind(receiver.kind)
  const KindIcon = ICONS[kind?.icon ?? 'webhook']
  const state = receiver.disabledReason
    ? 'disabled'
    : !receiver.active
      ? 'off'
      : receiver.retryingSince !== null
        ? 'retrying'
        : receiver.failures > 0
          ? 'failing'
          : 'ok'
  return (
    <li className={css['card']} data-receiver={receiver.id}>
      <div className={css['head']}>
        <KindIcon size={18} stroke={1.5} aria-hidden="true" />
        <div className={css['who']}>
          <strong className="wn-truncate">{receiver.name}</strong>
          <span className={css['where']}>{destination(receiver)}</span>
        </div>
        <span className={css['state']} data-state={state}>
          {state === 'retrying' ? (
            <DeliveryStateText state="retrying" retryingSince={receiver.retryingSince} zone={zone} />
          ) : (
            t(`receivers.state.${state}`)
          )}
        </span>
      </div>
      <div className={css['facts']}>
        {receiver.lastSuccessAt ? (
          <span>
            {t('receivers.lastSuccess')} <TimeText at={receiver.lastSuccessAt} zone={zone} />
          </span>
        ) : (
          <span>{t('receivers.neverDelivered')}</span>
        )}
        {receiver.waiting > 0 && (
          <span>{t('receivers.waiting', { count: receiver.waiting, n: formats.number(receiver.waiting) })}</span>
        )}
        {receiver.givenUp > 0 && (
          <span data-bad>
            {t('receivers.givenUp', { count: receiver.givenUp, n: formats.number(receiver.givenUp) })}
          </span>
        )}
      </div>
      {(receiver.disabledReason ?? (receiver.failures > 0 && receiver.lastError)) && (
        <p className={css['problem']}>
          <DeliveryProblemText
            problem={{ ...receiver, lastError: receiver.disabledReason ?? receiver.lastError }}
            detailed
          />{' '}
          {receiver.lastFailureAt && <TimeText at={receiver.lastFailureAt} zone={zone} />}
        </p>
      )}
      <FallbackWords receiver={receiver} receivers={receivers} zone={zone} />
      <div className={css['buttons']}>
        {mayManage && (
          <>
            {kind?.capabilities.test && (
              <Button
                leftSection={<IconSend size={14} aria-hidden="true" />}
                loading={test.isPending}
                onClick={() => test.mutate({ params: { id: receiver.id } })}
              >
                {t('receivers.test')}
              </Button>
            )}
            {kind && (
              <Button onClick={onEdit} aria-label={t('receivers.editName', { name: receiver.name })}>
                {t('common:edit')}
              </Button>
            )}
            <Button onClick={onFallback}>{t('receivers.fallback.button')}</Button>
            <Button look="subtle" onClick={onDelete} aria-label={t('receivers.deleteName', { name: receiver.name })}>
              {t('common:delete')}
            </Button>
          </>
        )}
        <Button look="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'delivery.hide' : 'delivery.show')}
        </Button>
      </div>
      <output className={css['result']}>{test.data && !test.isPending && <TestWords result={test.data} />}</output>
      {open && <Deliveries receiver={receiver} zone={zone} mayManage={mayManage} />}
    </li>
  )
}

/** The result of a test as text. */
function TestWords({ result }: { result: TestResult }) {
  const { t } = useTranslation(['clients', 'common'])
  const { t: words } = useTranslation('deliveries')
  const formats = useFormats()
  const time = formats.duration(result.ms)
  if (result.ok)
    return (
      <span data-ok>
        {result.status === null
          ? t('receivers.testOk', { time })
          : t('receivers.testOkStatus', { time, status: result.status })}
        {result.detail && <small> {result.detail}</small>}
      </span>
    )
  const problem = deliveryProblemParts({ ...result, code: result.code ?? '' }, words)
  return (
    <span data-bad>
      {t('receivers.testFailed', { time })} {problem.words}
      {problem.detail && <small> {problem.detail}</small>}
    </span>
  )
}
