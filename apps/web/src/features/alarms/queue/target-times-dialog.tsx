import { getReviewState, type ReviewSettings, setReviewSettings } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../ui/number-field.tsx'

interface TargetTimesProps {
  settings: ReviewSettings
  onClose: () => void
}

/** The form of the target times. */
function TargetTimesForm({ settings, onClose }: TargetTimesProps) {
  const { t } = useTranslation(['review', 'common'])
  const save = useOperation(setReviewSettings, { inlineErrors: true, invalidates: [getReviewState] })
  const form = useSchemaForm<ReviewSettings, typeof setReviewSettings>({
    initial: settings,
    operation: setReviewSettings,
    submit: async (body) => {
      await save.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <Form form={form}>
      {(['trueSeconds', 'unverifiedSeconds', 'hours'] as const).map((name) => (
        <NumberField
          key={name}
          label={t(`targets.${name}`)}
          min={name === 'hours' ? 1 : 10}
          max={name === 'hours' ? 168 : 86_400}
          allowDecimal={false}
          {...form.field(name)}
          onChange={(value) => typeof value === 'number' && form.set(name, value)}
        />
      ))}
      <FormEnd form={form} submit={t('common:save')} />
    </Form>
  )
}

/** Sets how soon alarms should be reviewed. */
export function TargetTimesDialog({ opened, ...props }: TargetTimesProps & { opened: boolean }) {
  const { t } = useTranslation('review')
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t('targets.title')}>
      {opened && <TargetTimesForm {...props} />}
    </Dialog>
  )
}
