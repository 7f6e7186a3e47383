import { SAVED_FILTER_NAME_MAX, type setSavedFilters } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { DialogCancel } from '../../../../ui/dialog-cancel.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormActions } from '../../../../ui/form-actions.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'

interface ViewNameFormProps {
  /** The present name of a view that is renamed; empty for a new one. */
  name: string
  /** Names of other views, in lower case. A new view replaces the one with its name; a renamed one cannot. */
  taken: readonly string[]
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

function ViewNameForm({ name, taken, onSave, onClose }: ViewNameFormProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const isTaken = (text: string) => taken.includes(text.trim().toLocaleLowerCase('en'))
  const form = useSchemaForm<{ name: string }, typeof setSavedFilters>({
    initial: { name },
    rules: (values) => ({
      name:
        values.name.trim() === ''
          ? t('common:validation.textRequired')
          : name !== '' && isTaken(values.name)
            ? t('views.taken')
            : undefined,
    }),
    submit: async (_body, values) => {
      await onSave(values.name.trim())
      onClose()
    },
  })
  const replaces = name === '' && isTaken(form.values.name)
  return (
    <Form form={form}>
      <TextField
        label={t('views.name')}
        maxLength={SAVED_FILTER_NAME_MAX}
        description={replaces ? t('views.replaces') : undefined}
        data-autofocus
        {...form.field('name')}
      />
      {form.error !== undefined && form.error !== null && <FormError error={form.error} />}
      <FormActions>
        <DialogCancel />
        <Button type="submit" look="primary" loading={form.isPending}>
          {t(replaces ? 'views.replace' : 'common:save')}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Asks for the name of a saved view. */
export function ViewNameDialog({ opened, ...props }: ViewNameFormProps & { opened: boolean }) {
  const { t } = useTranslation('alarms')
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={t(props.name === '' ? 'views.save' : 'views.rename')}
      size="sm"
    >
      {opened && <ViewNameForm {...props} />}
    </Dialog>
  )
}
