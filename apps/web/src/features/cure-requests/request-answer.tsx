import {
  answerCureRequest,
  type CureRequest,
  getAlarmCamera,
  listCureRequests,
  REQUEST_NOTE_MAX,
} from '@winnow/contract'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { operationKey, useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './cure-requests.module.css'

function useAnswer(inlineErrors: boolean) {
  const { t } = useTranslation('cure')
  const queries = useQueryClient()
  return useOperation(answerCureRequest, {
    inlineErrors,
    // Somebody else was faster, or the asker has withdrawn it.
    onError: () => void queries.invalidateQueries({ queryKey: operationKey(listCureRequests) }),
    invalidates: [listCureRequests, getAlarmCamera],
    onSuccess: () => {
      showToast({ id: 'cure-request', type: 'success', message: t('requests.thanks') })
    },
  })
}

/** The form of a refusal, with its reason. */
function DeclineForm({ request, onClose }: { request: CureRequest; onClose: () => void }) {
  const { t } = useTranslation('cure')
  const decline = useAnswer(true)
  const form = useSchemaForm<{ answer: string }, typeof answerCureRequest>({
    initial: { answer: '' },
    operation: answerCureRequest,
    toBody: ({ answer }) => ({ state: 'declined', answer }),
    submit: async (body) => {
      await decline.mutateAsync({ params: { id: request.alarmId, requestId: request.id }, body })
      onClose()
    },
  })
  return (
    <Form form={form}>
      <p className={css['words']}>{request.note}</p>
      <Textarea label={t('requests.reason')} maxLength={REQUEST_NOTE_MAX} rows={3} {...form.field('answer')} />
      <FormEnd form={form} submit={t('requests.confirm')} />
    </Form>
  )
}

/** Asks for the reason of a refusal. Stands outside of lists, whose keys would reach it. */
export function DeclineDialog({ request, onClose }: { request: CureRequest | undefined; onClose: () => void }) {
  const { t } = useTranslation('cure')
  return (
    <Dialog opened={request !== undefined} onClose={onClose} title={t('requests.declineTitle')}>
      {request && <DeclineForm request={request} onClose={onClose} />}
    </Dialog>
  )
}

/** The buttons that answer a request: done, or declined. */
export function RequestAnswer({ request, onDecline }: { request: CureRequest; onDecline: () => void }) {
  const { t } = useTranslation('cure')
  const done = useAnswer(false)
  const what = t('requests.by', { what: t(`ask.${request.cure}`), name: request.viewName })
  const params = { id: request.alarmId, requestId: request.id }
  return (
    <span className={css['answer']}>
      <Button
        size="compact-sm"
        aria-label={`${t('requests.done')}: ${what}`}
        loading={done.isPending}
        onClick={() => done.mutate({ params, body: { state: 'done' } })}
      >
        {t('requests.done')}
      </Button>
      <Button
        size="compact-sm"
        aria-label={`${t('requests.decline')} ${what}`}
        disabled={done.isPending}
        onClick={onDecline}
      >
        {t('requests.decline')}
      </Button>
    </span>
  )
}
