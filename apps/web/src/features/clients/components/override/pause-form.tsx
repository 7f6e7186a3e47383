import { pauseSite, type Pause } from '@winnow/contract'
import { fromLocalTime, localTimeInDays, planPause, toLocalTime } from '@winnow/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { type Pausable, usePause } from '../../state/use-pause.ts'
import css from './override.module.css'
import { PAUSE_DAYS, PAUSE_PROBLEMS, PauseFields, type PauseValues } from './pause-fields.tsx'

interface PauseFormProps {
  node: Pausable
  /** The time zone of the site. The end of the pause is entered in it. */
  zone: string
  /** The pause to change, if there is one. */
  pause: Pause | null
  onSaved: () => void
}

/** Asks how long to pause a site or camera: for a day, for a week, or until a local time of the site. */
export function PauseForm({ node, zone, pause, onSaved }: PauseFormProps) {
  const { t } = useTranslation(['clients', 'common', 'errors'])
  const formats = useFormats()
  const { start } = usePause()
  const [now] = useState(() => new Date())
  const [initial] = useState<PauseValues>(() => ({
    choice: pause ? 'until' : 'day',
    end: toLocalTime(pause ? new Date(pause.pauseEndTime) : new Date(now.getTime() + 3_600_000), zone),
    reason: pause?.reason ?? '',
  }))
  const endOf = ({ choice, end }: PauseValues) =>
    choice === 'until' ? end : localTimeInDays(PAUSE_DAYS[choice], now, zone)
  const form = useSchemaForm({
    initial,
    operation: pauseSite,
    toBody: (values) => ({ pauseEndTime: endOf(values), reason: values.reason }),
    names: { pauseEndTime: 'end' },
    rules: (values) => {
      const plan = planPause({ end: endOf(values), now: new Date(), zone })
      return {
        ...(values.reason.trim() === '' ? { reason: t('common:validation.textRequired') } : {}),
        ...(plan.ok ? {} : { end: t(PAUSE_PROBLEMS[plan.problem]) }),
      }
    },
    submit: async (body) => {
      await start(node, body)
      onSaved()
    },
  })
  const at = fromLocalTime(endOf(form.values), zone)
  const time = at && `${formats.dateTime(at, zone, { seconds: false })} ${formats.zoneName(at, zone)}`
  return (
    <Form form={form}>
      <p className={css['hint']}>{t('override.hint')}</p>
      <PauseFields form={form} endLabel={t('override.end')} endsAt={time && t('override.endsAt', { time })} />
      <FormEnd form={form} submit={t('override.start')} />
    </Form>
  )
}
