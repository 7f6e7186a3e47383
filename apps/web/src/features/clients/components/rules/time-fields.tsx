import { Radio, Select, Switch } from '@mantine/core'
import { RULE_TIMEOUTS } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TemplateSelect } from '../../../schedules/index.ts'
import type { RuleDraft } from '../../model/rule-draft.ts'
import css from './rules.module.css'

/** When the rule looks: while its camera counts, or at the times of a schedule. */
export function ScheduleFields({ form }: { form: SchemaForm<RuleDraft> }) {
  const { t } = useTranslation('rules')
  const { hasSchedule, schedule } = form.values
  const { error, 'data-path': path } = form.field('schedule')
  return (
    <div className={css['stack']}>
      <Radio.Group
        label={t('form.when')}
        value={hasSchedule ? 'own' : 'camera'}
        onChange={(value) => form.set('hasSchedule', value === 'own')}
      >
        <div className={css['stack']}>
          <Radio value="camera" label={t('form.whenCamera')} />
          <Radio value="own" label={t('form.whenSchedule')} />
        </div>
      </Radio.Group>
      {hasSchedule && (
        <div className={css['narrow']} data-path={path}>
          <TemplateSelect
            label={t('form.schedule')}
            value={schedule}
            error={typeof error === 'string' ? error : undefined}
            onChange={(next) => form.set('schedule', next)}
          />
        </div>
      )}
    </div>
  )
}

const HOUR = 60

/** A timeout in words: minutes below an hour, hours above. */
function useTimeoutText(): (minutes: number) => string {
  const { t } = useTranslation('rules')
  return (minutes) => (minutes < HOUR ? t('form.minutes', { n: minutes }) : t('form.hours', { count: minutes / HOUR }))
}

/** For how long after a hit further ones are kept back. */
export function TimeoutFields({ form }: { form: SchemaForm<RuleDraft> }) {
  const { t } = useTranslation('rules')
  const textOf = useTimeoutText()
  return (
    <div className={css['stack']}>
      <Switch label={t('form.timeout')} description={t('form.timeoutHint')} {...form.tick('isHeld')} />
      {form.values.isHeld && (
        <Select
          className={css['narrow']}
          label={t('form.timeoutFor')}
          allowDeselect={false}
          data={RULE_TIMEOUTS.map((minutes) => ({ value: String(minutes), label: textOf(minutes) }))}
          {...form.field('timeout')}
        />
      )}
    </div>
  )
}
