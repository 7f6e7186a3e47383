import { Radio } from '@mantine/core'
import { PAUSE_REASON_MAX, pauseSite, type Pause } from '@winnow/contract'
import { fromLocalTime, localTimeInDays, planPause, toLocalTime } from '@winnow/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { type SchemaForm, useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { type Pausable, usePause } from '../../state/use-pause.ts'
import css from './override.module.css'

const DAYS = { day: 1, week: 7 } as const
const CHOICES = ['day', 'week', 'until'] as const
type Choice = (typeof CHOICES)[number]
interface Values {
  choice: Choice
  end: string
  reason: string
}

const CODES = {
  invalid: 'PAUSE_END_INVALID',
  skipped: 'PAUSE_END_SKIPPED',
  past: 'PAUSE_END_PAST',
  'too-long': 'PAUSE_TOO_LONG',
} as const

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
  const { start } = usePause()
  const [now] = useState(() => new Date())
  const [initial] = useState<Values>(() => ({
    choice: pause ? 'until' : 'day',
    end: toLocalTime(pause ? new Date(pause.pauseEndTime) : new Date(now.getTime() + 3_600_000), zone),
    reason: pause?.reason ?? '',
  }))
  const endOf = ({ choice, end }: Values) => (choice === 'until' ? end : localTimeInDays(DAYS[choice], now, zone))
  const form = useSchemaForm({
    initial,
    operation: pauseSite,
    toBody: (values) => ({ pauseEndTime: endOf(values), reason: values.reason }),
    names: { pauseEndTime: 'end' },
    rules: (values) => {
      const plan = planPause({ end: endOf(values), now: new Date(), zone })
      return {
        ...(values.reason.trim() === '' ? { reason: t('common:validation.textRequired') } : {}),
        ...(plan.ok ? {} : { end: t(`errors:code.${CODES[plan.problem]}`) }),
      }
    },
    submit: async (body) => {
      await start(node, body)
      onSaved()
    },
  })
  return (
    <Form form={form}>
      <p className={css['hint']}>{t('override.hint')}</p>
      <PauseLength form={form} end={endOf(form.values)} zone={zone} />
      <TextField
        label={t('override.reason')}
        description={t('override.reasonHint')}
        required
        maxLength={PAUSE_REASON_MAX}
        {...form.field('reason')}
      />
      <FormEnd form={form} submit={t('override.start')} />
    </Form>
  )
}

/** The dialog may have opened before the site was loaded, with the focus on its cross. Then the first field takes the focus later. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true })

/** The choice of a pause's length, and the resulting end. */
function PauseLength({ form, end, zone }: { form: SchemaForm<Values>; end: string; zone: string }) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const at = fromLocalTime(end, zone)
  const [first] = useState(form.values.choice)
  return (
    <>
      <Radio.Group
        label={t('override.for')}
        value={form.values.choice}
        onChange={(value) => form.set('choice', CHOICES.find((choice) => choice === value) ?? 'day')}
      >
        <div className={css['choices']}>
          {CHOICES.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`override.${choice}`)}
              data-autofocus={choice === first || undefined}
              ref={choice === first ? takeFocus : undefined}
            />
          ))}
        </div>
      </Radio.Group>
      {form.values.choice === 'until' && <DateField withTime label={t('override.end')} {...form.field('end')} />}
      {at && (
        <p className={css['hint']} role="status">
          {t('override.endsAt', {
            time: `${formats.dateTime(at, zone, { seconds: false })} ${formats.zoneName(at, zone)}`,
          })}
        </p>
      )}
    </>
  )
}
