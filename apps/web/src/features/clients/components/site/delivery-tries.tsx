import { type Delivery, type DeliveryTry, listDeliveryTries } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { DeliveryProblemText } from '../../../../ui/delivery-words.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import css from './receivers.module.css'

interface DialogProps {
  delivery: Delivery
  /** The kind and time of the message. */
  name: string
  zone: string
  onClose: () => void
}

/** What the latest tries of a message sent, and what was answered. */
export function DeliveryTriesDialog({ delivery, name, zone, onClose }: DialogProps) {
  const { t } = useTranslation('clients')
  return (
    <Dialog opened onClose={onClose} title={t('delivery.detailsOf', { name })} size="lg">
      <Tries id={delivery.id} zone={zone} />
    </Dialog>
  )
}

function Tries({ id, zone }: { id: string; zone: string }) {
  const { t } = useTranslation('clients')
  const { data, error, refetch } = useOperationQuery(listDeliveryTries, { params: { id } }, { quiet: true })
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : <SkeletonRows rows={3} />
  if (data.length === 0)
    return (
      <EmptyState title={t('delivery.noTries')} compact>
        {t('delivery.noTriesBody')}
      </EmptyState>
    )
  return (
    <>
      <p className={css['hint']}>{t('delivery.triesBody')}</p>
      <ol className={css['list']}>
        {data.map((each) => (
          <Try key={each.id} tried={each} zone={zone} />
        ))}
      </ol>
    </>
  )
}

function Try({ tried, zone }: { tried: DeliveryTry; zone: string }) {
  const { t } = useTranslation(['clients', 'deliveries'])
  const formats = useFormats()
  const { lastError } = tried
  return (
    <li className={css['try']}>
      <p className={css['facts']}>
        <TimeText at={tried.at} zone={zone} />
        <span data-bad={tried.state === 'sent' ? undefined : true}>{t(`deliveries:state.${tried.state}`)}</span>
        {tried.lastStatus !== null && <span>{tried.lastStatus}</span>}
        <span>{formats.duration(tried.ms)}</span>
      </p>
      {lastError === null ? (
        tried.lastDetail !== null && <p className={css['hint']}>{tried.lastDetail}</p>
      ) : (
        <p className={css['problem']}>
          <DeliveryProblemText problem={tried} detailed />
        </p>
      )}
      <Bytes label={t('delivery.sentBytes')} text={tried.sent} none={t('delivery.nothingSent')} />
      {tried.sent !== null && (
        <Bytes label={t('delivery.answeredBytes')} text={tried.answered} none={t('delivery.nothingAnswered')} />
      )}
      {tried.isCut && <p className={css['hint']}>{t('delivery.cut')}</p>}
    </li>
  )
}

function Bytes({ label, text, none }: { label: string; text: string | null; none: string }) {
  if (text === null) return <p className={css['hint']}>{none}</p>
  return (
    <>
      <div className={css['bytesHead']}>
        <strong>{label}</strong>
        <CopyButton value={text} iconOnly />
      </div>
      {/* Long texts scroll, so the keyboard must reach them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={`${css['preview']} ${css['code']}`} tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </>
  )
}
