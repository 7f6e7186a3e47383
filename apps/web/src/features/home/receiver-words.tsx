import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DeliveryProblemText, DeliveryStateText } from '../../ui/delivery-words.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import css from './home.module.css'
import type { Home } from './use-home.ts'

type Receiver = Home['attention']['receivers'][number]

/** The state of a receiver: since when messages are retried, how many wait or have finally failed, and why. */
export function ReceiverWords({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation('home')
  const { waiting, waitingSince, retryingSince, silentSince, unmapped, givenUp } = receiver
  const parts: ReactNode[] = []
  if (receiver.stopped) parts.push(t('attention.receiver.stopped'))
  if (silentSince !== null)
    parts.push(
      <>
        {t('attention.receiver.silent')} <TimeText at={silentSince} seconds={false} />
      </>,
    )
  if (retryingSince !== null) parts.push(<DeliveryStateText state="retrying" retryingSince={retryingSince} />)
  if (waiting > 0)
    parts.push(
      <>
        {t('attention.receiver.waiting', { count: waiting })}
        {retryingSince === null && waitingSince !== null && (
          <>
            {' '}
            {t('attention.receiver.since')} <TimeText at={waitingSince} seconds={false} />
          </>
        )}
      </>,
    )
  if (givenUp > 0) parts.push(t('attention.receiver.givenUp', { count: givenUp }))
  if (unmapped > 0) parts.push(t('attention.receiver.unmapped', { count: unmapped }))
  return (
    <>
      {receiver.name} ({receiver.siteName}):{' '}
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of a part of the sentence
        <Fragment key={at}>
          {at > 0 && ', '}
          {part}
        </Fragment>
      ))}
      {receiver.lastError !== null && (
        <small className={css['cause']}>
          <DeliveryProblemText problem={receiver} />
        </small>
      )}
    </>
  )
}
