import { Select, Textarea } from '@mantine/core'
import {
  type Alarm,
  type AskedCure,
  askForCure,
  getAlarmCamera,
  listCureRequests,
  MAX_OPEN_REQUESTS,
  REQUEST_NOTE_MAX,
} from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { may } from '../../../lib/permissions/permissions.ts'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { useUser } from '../../../lib/session/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { askableCures, wasSent } from './askable.ts'
import { AskDrawing } from './ask-drawing.tsx'
import { useDrawing } from './use-drawing.ts'

interface Asked {
  cure: AskedCure
  note: string
  areas: [number, number][][]
}

interface AskFormProps {
  alarm: Alarm
  /** What can be asked for; at least one. */
  cures: readonly AskedCure[]
  onClose: () => void
}

/** The form of a request: what, why, and for a mask the areas drawn on the alarm's picture. */
function AskForm({ alarm, cures, onClose }: AskFormProps) {
  const { t } = useTranslation('cure')
  const ask = useOperation(askForCure, { inlineErrors: true, invalidates: [getAlarmCamera, listCureRequests] })
  const drawing = useDrawing()
  const form = useSchemaForm<Asked, typeof askForCure>({
    initial: { cure: cures[0] ?? 'mute', note: '', areas: [] },
    operation: askForCure,
    toBody: ({ cure, note, areas }) => ({ cure, note, areas: cure === 'mask' ? areas : [] }),
    rules: ({ cure, areas }) =>
      cure !== 'mask'
        ? {}
        : drawing.state.drawing
          ? { areas: t('ask.unfinished') }
          : areas.length === 0
            ? { areas: t('ask.missing') }
            : {},
    refusals: ({ code }) => (code === 'CONFLICT' ? { cure: t('ask.full', { n: MAX_OPEN_REQUESTS }) } : {}),
    submit: async (body) => {
      await ask.mutateAsync({ params: { id: alarm.id }, body })
      showToast({ id: 'cure-request', type: 'success', message: t('ask.sent') })
      onClose()
    },
  })
  const { error } = form.field('areas')
  return (
    <Form form={form}>
      <Select
        label={t('ask.cure')}
        data={cures.map((cure) => ({ value: cure, label: t(`ask.${cure}`) }))}
        allowDeselect={false}
        {...form.field('cure')}
        onChange={(value) => form.set('cure', cures.find((cure) => cure === value) ?? form.values.cure)}
      />
      {form.values.cure === 'mask' && (
        <AskDrawing
          alarm={alarm}
          state={drawing.state}
          act={(action) => form.set('areas', drawing.act(action))}
          error={typeof error === 'string' ? error : undefined}
        />
      )}
      <Textarea label={t('ask.note')} maxLength={REQUEST_NOTE_MAX} rows={2} {...form.field('note')} />
      <FormEnd form={form} submit={t('ask.send')} />
    </Form>
  )
}

function AskBody({ alarm, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { t } = useTranslation('cure')
  const user = useUser()
  const { data, isError, error, refetch } = useOperationQuery(
    getAlarmCamera,
    { params: { id: alarm.id } },
    { quiet: true },
  )
  if (isError && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  const cures = askableCures(data, (permission) => may(user, permission), wasSent(alarm)).filter(
    (cure) => cure !== 'mask' || alarm.frames.length > 0,
  )
  if (cures.length === 0) return <p role="status">{t('ask.nothing')}</p>
  return <AskForm alarm={alarm} cures={cures} onClose={onClose} />
}

/** Asks the administrators for what the user may not do at an alarm. */
export function AskDialog({ alarm, opened, onClose }: { alarm: Alarm; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('cure')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('ask.title', { name: alarm.viewName })} size={760}>
      {opened && <AskBody alarm={alarm} onClose={onClose} />}
    </Dialog>
  )
}
