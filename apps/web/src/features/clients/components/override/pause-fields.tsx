import { Radio } from '@mantine/core'
import { PAUSE_REASON_MAX } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../../../ui/date-field.tsx'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import css from './override.module.css'

/** The choices that are a number of days, with this number. */
export const PAUSE_DAYS = { day: 1, week: 7 } as const
const CHOICES = ['day', 'week', 'until'] as const

/** What a user enters to pause something. */
export interface PauseValues {
  choice: (typeof CHOICES)[number]
  /** The local time at which the pause ends, if the choice is `until`. */
  end: string
  reason: string
}

/** The keys of the texts for an end that is not valid. */
export const PAUSE_PROBLEMS = {
  invalid: 'errors:code.PAUSE_END_INVALID',
  skipped: 'errors:code.PAUSE_END_SKIPPED',
  past: 'errors:code.PAUSE_END_PAST',
  'too-long': 'errors:code.PAUSE_TOO_LONG',
} as const

interface PauseFieldsProps {
  form: SchemaForm<PauseValues>
  /** The label of the field for a local time. */
  endLabel: string
  /** When the pause will end; undefined while the entered end is no time. */
  endsAt: string | undefined
}

/** The dialog may have opened before the site was loaded, with the focus on its cross. Then the first field takes the focus later. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true })

/** The choice of a pause's length, the resulting end, and the field for the reason. */
export function PauseFields({ form, endLabel, endsAt }: PauseFieldsProps) {
  const { t } = useTranslation('clients')
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
      {form.values.choice === 'until' && <DateField withTime label={endLabel} {...form.field('end')} />}
      {endsAt !== undefined && (
        <p className={css['hint']} role="status">
          {endsAt}
        </p>
      )}
      <TextField
        label={t('override.reason')}
        description={t('override.reasonHint')}
        required
        maxLength={PAUSE_REASON_MAX}
        {...form.field('reason')}
      />
    </>
  )
}
