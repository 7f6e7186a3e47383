import { Checkbox, Switch } from '@mantine/core'
import { type ArmingDue, getSiteArming, minutesOf, setArmingDue, type SiteArming } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { type SchemaForm, useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { FormError } from '../../../../ui/form-error.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { TimeField, timeOfDay, useWindowText, WEEKDAYS } from '../../../schedules/index.ts'
import { SaveBar } from '../panes/save-bar.tsx'
import { Section } from '../panes/section.tsx'
import css from './arming.module.css'

interface Values {
  tells: boolean
  minute: number
  days: number[]
}

const WORKDAYS = [1, 2, 3, 4, 5]
const USUAL_MINUTE = 19 * 60

const asValues = (due: ArmingDue | null): Values => ({
  tells: due !== null,
  minute: due ? minutesOf(due.time) : USUAL_MINUTE,
  days: due?.days ?? WORKDAYS,
})

/** Sets by when a site must be armed, and says whom a mail tells if it is not. */
export function DueForm({ siteId, arming }: { siteId: string; arming: SiteArming }) {
  const { t } = useTranslation('schedules')
  const change = useOperation(setArmingDue, { inlineErrors: true, invalidates: [getSiteArming] })
  const form = useSchemaForm<Values, typeof setArmingDue>({
    initial: asValues(arming.due),
    operation: setArmingDue,
    toBody: ({ tells, minute, days }) => ({ due: tells ? { time: timeOfDay(minute, false), days } : null }),
    names: { 'due.time': 'minute', 'due.days': 'days' },
    rules: ({ tells, days }) => (tells && days.length === 0 ? { days: t('arming.due.noDay') } : {}),
    submit: async (body) => {
      await change.mutateAsync({ params: { id: siteId }, body })
      showToast({ type: 'success', message: t('arming.saved') })
    },
  })
  const { contactsTold: count } = arming
  return (
    <Section title={t('arming.due.title')} hint={t('arming.due.hint')}>
      <Form form={form}>
        <Switch
          label={t('arming.due.on')}
          description={count === 0 ? t('arming.due.noContacts') : t('arming.due.contacts', { count })}
          checked={form.values.tells}
          onChange={(event) => form.set('tells', event.currentTarget.checked)}
        />
        {form.values.tells && <TimeAndDays form={form} />}
        <FormError error={form.error} />
        <SaveBar form={form} />
      </Form>
    </Section>
  )
}

function TimeAndDays({ form }: { form: SchemaForm<Values> }) {
  const { t } = useTranslation('schedules')
  const { day: nameOf } = useWindowText()
  const { error } = form.field('days')
  const { minute, days } = form.values
  return (
    <>
      <div className={css['time']}>
        <TimeField
          label={t('arming.due.time')}
          value={minute}
          isLabelled
          onChange={(next) => form.set('minute', next)}
        />
      </div>
      <Checkbox.Group
        label={t('arming.due.days')}
        value={days.map(String)}
        error={error}
        onChange={(chosen) =>
          form.set(
            'days',
            chosen.map(Number).toSorted((a, b) => a - b),
          )
        }
      >
        <div className={css['days']}>
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={String(day)} label={nameOf(day)} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
