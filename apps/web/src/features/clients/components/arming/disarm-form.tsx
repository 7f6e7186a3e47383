import { Radio } from '@mantine/core'
import { setSiteArming } from '@winnow/contract'
import { fromLocalTime, toLocalTime } from '@winnow/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../../../ui/date-field.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { type DisarmDraft, endOfDisarm, latestEnd } from '../../model/disarm-draft.ts'
import { type Armable, useArm } from '../../state/use-arming.ts'
import css from './arming.module.css'
import { useZonedTime } from './use-zoned-time.ts'

const CHOICES = ['longest', 'until'] as const
const HOUR_MS = 3_600_000
const PROBLEMS = {
  invalid: 'errors:code.PAUSE_END_INVALID',
  skipped: 'errors:code.PAUSE_END_SKIPPED',
  past: 'errors:code.PAUSE_END_PAST',
} as const

interface DisarmFormProps {
  site: Armable
  /** The time zone of the site. The end is entered in it. */
  zone: string
  longestMinutes: number
  onSaved: () => void
}

/** When a disarm that is sent now would end. */
const endFromNow = (draft: DisarmDraft, limits: { zone: string; longestMinutes: number }) =>
  endOfDisarm(draft, { ...limits, now: new Date() })

function useDisarmForm({ site, zone, longestMinutes, onSaved }: DisarmFormProps) {
  const { t } = useTranslation(['schedules', 'errors'])
  const time = useZonedTime(zone)
  const { disarm } = useArm()
  const [opened] = useState(() => new Date())
  const limits = { zone, longestMinutes }
  const [initial] = useState<DisarmDraft>(() => {
    const [inAnHour, latest] = [new Date(opened.getTime() + HOUR_MS), latestEnd(opened, longestMinutes)]
    return { choice: 'longest', end: toLocalTime(inAnHour < latest ? inAnHour : latest, zone) }
  })
  const form = useSchemaForm<DisarmDraft, typeof setSiteArming>({
    initial,
    operation: setSiteArming,
    toBody: (draft) => {
      const end = draft.choice === 'until' ? fromLocalTime(draft.end, zone) : undefined
      return { state: 'disarmed', ...(end ? { until: end.toISOString() } : {}) }
    },
    names: { until: 'end' },
    rules: (draft) => {
      const end = endFromNow(draft, limits)
      if (end.ok) return {}
      if (end.problem !== 'too-long') return { end: t(PROBLEMS[end.problem]) }
      return { end: t('schedules:arming.tooLong', { time: time(end.latest) }) }
    },
    submit: async ({ until }) => {
      await disarm(site, until)
      onSaved()
    },
  })
  const end = endOfDisarm(form.values, { ...limits, now: opened })
  return { form, endsAt: end.ok ? time(end.at) : undefined }
}

/** Asks for how long to disarm a site: for as long as it may be, or until a local time of the site. */
export function DisarmForm(props: DisarmFormProps) {
  const { t } = useTranslation('schedules')
  const { form, endsAt } = useDisarmForm(props)
  return (
    <Form form={form}>
      <p className={css['hint']}>{t('arming.kept')}</p>
      <Radio.Group
        label={t('arming.for')}
        value={form.values.choice}
        onChange={(value) => form.set('choice', CHOICES.find((choice) => choice === value) ?? 'longest')}
      >
        <div className={css['choices']}>
          {CHOICES.map((choice, index) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`arming.${choice}`)}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      {form.values.choice === 'until' && <DateField withTime label={t('arming.end')} {...form.field('end')} />}
      {endsAt !== undefined && (
        <p className={css['hint']} role="status">
          {t('arming.endsAt', { time: endsAt })}
        </p>
      )}
      <FormEnd form={form} submit={t('arming.confirm')} />
    </Form>
  )
}
