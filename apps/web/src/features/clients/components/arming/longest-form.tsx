import { getSiteArming, setLongestDisarm, type SiteArming } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { FormError } from '../../../../ui/form-error.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { SaveBar } from '../panes/save-bar.tsx'
import { Section } from '../panes/section.tsx'
import css from './arming.module.css'

const MOST_MINUTES = 31 * 1440

interface Values {
  hours: number | string
  minutes: number | string
}

const totalOf = ({ hours, minutes }: Values): number => Number(hours) * 60 + Number(minutes)

/** Sets after what time a disarmed site arms itself. */
export function LongestForm({ siteId, arming }: { siteId: string; arming: SiteArming }) {
  const { t } = useTranslation('schedules')
  const change = useOperation(setLongestDisarm, { inlineErrors: true, invalidates: [getSiteArming] })
  const { longestDisarmMinutes: longest } = arming
  const form = useSchemaForm<Values, typeof setLongestDisarm>({
    initial: { hours: Math.floor(longest / 60), minutes: longest % 60 },
    operation: setLongestDisarm,
    toBody: (values) => ({ longestDisarmMinutes: totalOf(values) }),
    names: { longestDisarmMinutes: 'hours' },
    rules: (values) => {
      const total = totalOf(values)
      return Number.isInteger(total) && total >= 1 && total <= MOST_MINUTES ? {} : { hours: t('arming.limit.none') }
    },
    submit: async (body) => {
      await change.mutateAsync({ params: { id: siteId }, body })
      showToast({ type: 'success', message: t('arming.saved') })
    },
  })
  return (
    <Section title={t('arming.limit.title')} hint={t('arming.limit.hint')}>
      <Form form={form}>
        <div className={css['row']}>
          <NumberField
            className={css['number'] ?? ''}
            label={t('arming.limit.hours')}
            min={0}
            max={744}
            {...form.field('hours')}
          />
          <NumberField
            className={css['number'] ?? ''}
            label={t('arming.limit.minutes')}
            min={0}
            max={59}
            {...form.field('minutes')}
          />
        </div>
        <FormError error={form.error} />
        <SaveBar form={form} />
      </Form>
    </Section>
  )
}
