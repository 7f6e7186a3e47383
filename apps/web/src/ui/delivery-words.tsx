import type { DeliveryState } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { deliveryProblem, deliveryProblemParts } from '../lib/deliveries/delivery-problem.ts'
import { TimeText } from './time-text.tsx'

/** The state of a message, with the same words wherever messages are shown. */
export function DeliveryStateText(props: { state: DeliveryState; retryingSince: string | null; zone?: string }) {
  const { t } = useTranslation('deliveries')
  const { state, retryingSince, zone } = props
  if (state !== 'retrying' || retryingSince === null) return t(`state.${state}`)
  return (
    <>
      {t('retryingSince')} <TimeText at={retryingSince} {...(zone === undefined ? {} : { zone })} seconds={false} />
    </>
  )
}

interface ProblemProps {
  problem: { lastError: string | null; lastStatus: number | null; lastDetail: string | null }
  /** Whether to show technical details of the connection or the refusal too. They help people who set up receivers, but not operators. */
  detailed?: boolean
}

/** The error of an attempt in plain words. */
export function DeliveryProblemText({ problem, detailed = false }: ProblemProps) {
  const { t } = useTranslation('deliveries')
  const { lastError: code, lastStatus: status, lastDetail } = problem
  if (code === null) return null
  if (!detailed) return <>{deliveryProblem(code, status, t)}</>
  const { words, detail } = deliveryProblemParts({ code, status, detail: lastDetail }, t)
  return (
    <>
      {words}
      {detail !== null && <span> {detail}</span>}
    </>
  )
}
