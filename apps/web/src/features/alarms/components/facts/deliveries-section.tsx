import { type Alarm, findReceiverKind, resendDelivery } from '@winnow/contract'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { DeliveryProblemText, DeliveryStateText } from '../../../../ui/delivery-words.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { alarmQuery } from '../../state/use-alarm.ts'
import css from './facts.module.css'
import { Section } from './section.tsx'

const ICONS = { waiting: IconClock, retrying: IconRefresh, sent: IconCheck, 'given-up': IconAlertTriangle } as const

/** Sends a message again that was sent or given up, for those who manage receivers. */
function SendAgain({ alarmId, delivery }: { alarmId: string; delivery: Alarm['deliveries'][number] }) {
  const { t } = useTranslation('alarms')
  const mayResend = useMay('integration.manage')
  const queries = useQueryClient()
  const resend = useOperation(resendDelivery, {
    onSuccess: () => void queries.invalidateQueries({ queryKey: alarmQuery(alarmId).queryKey }),
  })
  if (!mayResend || (delivery.state !== 'sent' && delivery.state !== 'given-up')) return null
  return (
    <Button
      look="subtle"
      size="compact-xs"
      aria-label={t('deliveries.againTo', { name: delivery.receiverName })}
      disabled={resend.isPending}
      onClick={() => resend.mutate({ params: { id: delivery.id } })}
    >
      {t('deliveries.again')}
    </Button>
  )
}

/** The receivers of the alarm, and the state of their messages. */
export function DeliveriesSection({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation(['alarms', 'clients'])
  if (alarm.deliveries.length === 0)
    return (
      <Section title={t('deliveries.title')}>
        <p className={css['muted']}>
          {t(
            alarm.outside
              ? 'deliveries.outside'
              : alarm.verdict === 'false'
                ? 'deliveries.notPassed'
                : 'deliveries.none',
          )}
        </p>
      </Section>
    )
  return (
    <Section title={t('deliveries.title')}>
      <ul className={css['plain']}>
        {alarm.deliveries.map((delivery) => {
          const Icon = ICONS[delivery.state]
          const kind = findReceiverKind(delivery.kind)
          return (
            <li key={delivery.id} className={css['delivery']} data-state={delivery.state}>
              <span>
                {delivery.receiverName}
                {kind && ` · ${t(`clients:${kind.title}`)}`}
                {delivery.type === 'alarm.corrected' && ` · ${t('deliveries.correction')}`}
              </span>
              <span className={css['state']}>
                <Icon size={14} aria-hidden="true" />
                <DeliveryStateText {...delivery} zone={alarm.timezone} />
              </span>
              <span className={css['hint']}>
                {t('deliveries.tries', { count: delivery.attempts })}
                {delivery.finishedAt !== null && (
                  <>
                    {' · '}
                    <TimeText at={delivery.finishedAt} zone={alarm.timezone} show="time" />
                  </>
                )}
              </span>
              {delivery.state !== 'sent' && delivery.lastError !== null && (
                <span className={css['problem']}>
                  <DeliveryProblemText problem={delivery} />
                </span>
              )}
              <SendAgain alarmId={alarm.id} delivery={delivery} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
