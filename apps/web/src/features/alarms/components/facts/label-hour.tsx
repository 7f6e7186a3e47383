import { describeHour, labelHour, MAX_LABELS, type AlarmRow } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newUuid } from '../../../../lib/new-uuid.ts'
import { useOperation, useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { BothTimes } from '../../../../ui/both-times.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import type { Reason } from '../../model/label-queue.ts'
import { doneText } from '../../state/label-toasts.ts'
import { LABEL_TOAST, rememberAct, undoLabel } from '../../state/last-label.ts'
import { useLabelWord, useLabelWords } from '../../state/use-labels.ts'

interface LabelHourProps {
  row: AlarmRow
  label: boolean
  reason: Reason
}

/** Gives the camera's unlabelled alarms of the hour up to this one the same label. Says before how many these are. */
function HourQuestion({ row, label, reason, onClose }: LabelHourProps & { onClose: () => void }) {
  const { t } = useTranslation(['alarms', 'common'])
  const words = useLabelWords()
  const word = useLabelWord()
  // One act for every attempt: after a lost reply, the server recognises the repetition and answers as it did.
  const [act] = useState(newUuid)
  const hour = useOperationQuery(describeHour, { params: { id: row.id } })
  const run = useOperation(labelHour, {
    invalidates: [describeHour],
    onSuccess: ({ labelled, results }) => {
      const done = results.filter(({ outcome }) => outcome === 'labelled')
      rememberAct(
        act,
        label,
        done.map(({ id }) => ({ alarmId: id, from: null, reason: null })),
      )
      showToast({
        id: LABEL_TOAST,
        type: 'success',
        message: doneText(t, label, labelled),
        ...(labelled === 0 ? {} : { actions: [{ label: t('common:undo'), run: undoLabel }] }),
      })
    },
  })
  const body = { groundTruth: label, ...(reason === null ? {} : { reason }) }
  const { data, isError } = hour
  const count = data?.count ?? 0
  return (
    <ConfirmDialog
      opened
      title={t('label.hourTitle')}
      confirm={t('label.hourConfirm', { count, label: word(label) })}
      disabled={count === 0 && !run.isError}
      onConfirm={() => run.mutateAsync({ params: { id: row.id }, body: { ...body, act } })}
      onClose={onClose}
    >
      <p>
        {row.viewName}
        {data && (
          <>
            {': '}
            <BothTimes at={data.since} zone={row.timezone} first="site" /> –{' '}
            <BothTimes at={data.till} zone={row.timezone} first="site" />
          </>
        )}
      </p>
      <p role="status">
        {isError && t('label.hourFailed')}
        {!isError && data === undefined && t('label.hourCounting')}
        {data && (count === 0 ? t('label.hourNone') : t('label.hourCount', { count, label: words(label, reason) }))}
      </p>
      {data?.more && <p>{t('label.hourMore', { count: MAX_LABELS })}</p>}
    </ConfirmDialog>
  )
}

/** The button that opens the question. */
export function LabelHour(props: LabelHourProps) {
  const { t } = useTranslation('alarms')
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button look="subtle" size="compact-xs" onClick={() => setAsked(true)}>
        {t('label.hour')}
      </Button>
      {asked && <HourQuestion {...props} onClose={() => setAsked(false)} />}
    </>
  )
}
