import { getResponseTimes, setResponseGoal } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import css from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { NumberField } from '../../ui/number-field.tsx'
import type { Goal } from './goal.ts'

/** Changes the seconds within which alarms of a site should be acknowledged. */
export function GoalForm({ goal, onSaved }: { goal: Goal; onSaved: () => void }) {
  const { t } = useTranslation(['responseTimes', 'common'])
  const save = useOperation(setResponseGoal, {
    inlineErrors: true,
    invalidates: [getResponseTimes],
    onSuccess: onSaved,
  })
  const form = useSchemaForm<{ seconds: number | string }, typeof setResponseGoal>({
    initial: { seconds: goal.goalSeconds },
    operation: setResponseGoal,
    toBody: ({ seconds }) => ({ seconds: Number(seconds) }),
    submit: (body) => save.mutateAsync({ params: { id: goal.siteId }, body }),
  })
  return (
    <Form form={form} className={css['form']}>
      <NumberField
        label={t('goal.seconds')}
        description={t('goal.hint')}
        allowDecimal={false}
        {...form.field('seconds')}
        onChange={(value) => form.set('seconds', value)}
      />
      <FormEnd form={form} submit={t('common:save')} />
    </Form>
  )
}
