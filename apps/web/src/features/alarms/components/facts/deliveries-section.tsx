import { type Alarm, findReceiverKind } from '@winnow/contract'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DeliveryProblemText, DeliveryStateText } from '../../../../ui/delivery-words.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import css from './facts.module.css'
import { Section } from './section.tsx'

const ICONS = { waiting: IconClock, retrying: IconRefresh, sent: IconCheck, 'given-up': IconAlertTriangle } as const

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
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
