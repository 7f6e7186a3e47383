import { type CameraSelection, pauseViews } from '@winnow/contract'
import { problemEverywhere, toLocalTime } from '@winnow/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import css from '../../../../ui/form.module.css'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { PAUSE_DAYS, PAUSE_PROBLEMS, PauseFields, type PauseValues } from '../override/pause-fields.tsx'
import { selectionBody } from './selection-body.ts'
import { useBulk } from './use-bulk.ts'

const HOUR_MS = 3_600_000

interface PauseSelectionFormProps {
  selection: CameraSelection
  cameras: string
  onStarted: () => void
}

/**
 * Asks how long to pause the selected cameras. A pause of days ends at the same instant everywhere. A pause until a time ends at that local
 * time of each site, because the cameras can be in several time zones.
 */
export function PauseSelectionForm({ selection, cameras, onStarted }: PauseSelectionFormProps) {
  const { t } = useTranslation(['clients', 'common', 'errors'])
  const formats = useFormats()
  const pause = useBulk(pauseViews, { inlineErrors: true })
  const [now] = useState(() => new Date())
  const endOf = ({ choice, end }: PauseValues) =>
    choice === 'until' ? end : new Date(now.getTime() + PAUSE_DAYS[choice] * 24 * HOUR_MS).toISOString()
  const form = useSchemaForm<PauseValues, typeof pauseViews>({
    initial: { choice: 'day', end: toLocalTime(new Date(now.getTime() + HOUR_MS), formats.zone), reason: '' },
    operation: pauseViews,
    toBody: (values) => ({ ...selectionBody(selection), pauseEndTime: endOf(values), reason: values.reason }),
    names: { pauseEndTime: 'end' },
    rules: (values) => {
      const problem = problemEverywhere(endOf(values), new Date())
      return {
        ...(values.reason.trim() === '' ? { reason: t('common:validation.textRequired') } : {}),
        ...(problem ? { end: t(PAUSE_PROBLEMS[problem]) } : {}),
      }
    },
    async submit(body) {
      await pause.mutateAsync({ body })
      onStarted()
    },
  })
  function endsAt(): string {
    if (form.values.choice === 'until') return t('bulk.pauseEnds')
    const instant = new Date(endOf(form.values))
    const time = `${formats.dateTime(instant, formats.zone, { seconds: false })} ${formats.zoneName(instant)}`
    return t('override.endsAt', { time })
  }
  return (
    <Form form={form}>
      <p className={css['note']}>{t('bulk.body', { cameras })}</p>
      <p className={css['note']}>{t('override.hint')}</p>
      <PauseFields form={form} endLabel={t('bulk.pauseEnd')} endsAt={endsAt()} />
      <FormEnd form={form} submit={t('bulk.start')} />
    </Form>
  )
}
