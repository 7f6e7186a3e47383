import { type CureRequest, getAlarmCamera, listCureRequests, withdrawCureRequest } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { DeclineDialog, RequestAnswer } from '../../cure-requests/index.ts'
import css from './ask.module.css'

function CameraRequest({ request, zone }: { request: CureRequest; zone: string }) {
  const { t } = useTranslation('cure')
  const [isDeclining, setDeclining] = useState(false)
  const mayAnswer = useMay('company.write')
  const withdraw = useOperation(withdrawCureRequest, {
    invalidates: [getAlarmCamera, listCureRequests],
    onSuccess: () => {
      showToast({ id: 'cure-request', type: 'success', message: t('requests.withdrawn') })
    },
  })
  const { state } = request
  const how = { name: request.decidedBy ?? '' }
  return (
    <li>
      <span className={css['words']}>
        <strong>{t(`ask.${request.cure}`)}</strong>
        {request.note !== '' && <em>{request.note}</em>}
        <span>
          {request.askedBy}, <TimeText at={request.askedAt} zone={zone} seconds={false} /> ·{' '}
          {state === 'open'
            ? t('requests.waits')
            : t(state === 'done' ? 'requests.doneBy' : 'requests.declinedBy', how)}
          {request.answer !== '' && `: ${request.answer}`}
        </span>
      </span>
      {state === 'open' && mayAnswer && <RequestAnswer request={request} onDecline={() => setDeclining(true)} />}
      <DeclineDialog request={isDeclining ? request : undefined} onClose={() => setDeclining(false)} />
      {state === 'open' && request.isMine && (
        <Button
          size="compact-sm"
          loading={withdraw.isPending}
          aria-label={`${t('requests.withdraw')}: ${t(`ask.${request.cure}`)}`}
          onClick={() => withdraw.mutate({ params: { id: request.alarmId, requestId: request.id } })}
        >
          {t('requests.withdraw')}
        </Button>
      )}
    </li>
  )
}

/** What was asked for at alarms of a camera, so that nobody asks twice and the asker reads the answer. */
export function CameraRequests({ requests, zone }: { requests: readonly CureRequest[]; zone: string }) {
  const { t } = useTranslation('cure')
  if (requests.length === 0) return null
  return (
    <>
      <h4>{t('requests.label')}</h4>
      <ul className={css['requests']} aria-label={t('requests.label')}>
        {requests.map((request) => (
          <CameraRequest key={request.id} request={request} zone={zone} />
        ))}
      </ul>
    </>
  )
}
