import { NativeSelect, TagsInput } from '@mantine/core'
import { type Receiver, type ReceiverFallback, setReceiverFallback } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { checkEmail } from '../../../../lib/validation/check-email.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { isSame } from '../../../../ui/form/changes.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import css from '../panes/pane.module.css'

interface FallbackDialogProps {
  /** The receiver, or undefined while the dialog is closed. */
  receiver: Receiver | undefined
  /** All receivers of the site. */
  receivers: readonly Receiver[]
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Says what is done when a receiver does not work. */
export function FallbackDialog({ receiver, receivers, onClose, onSaved }: FallbackDialogProps) {
  const { t } = useTranslation('clients')
  return (
    <Dialog
      opened={receiver !== undefined}
      onClose={onClose}
      title={t('receivers.fallback.title', { name: receiver?.name ?? '' })}
    >
      {receiver && <FallbackForm receiver={receiver} receivers={receivers} onSaved={onSaved} />}
    </Dialog>
  )
}

/** The receivers that may stand in for one: those that have no back-up themselves. Of a receiver that is a back-up there are none. */
function backupsFor(receiver: Receiver, receivers: readonly Receiver[]): readonly Receiver[] {
  if (receivers.some(({ fallback }) => fallback.backupId === receiver.id)) return []
  return receivers.filter(({ id, fallback }) => id !== receiver.id && fallback.backupId === null)
}

function FallbackForm({ receiver, receivers, onSaved }: Omit<FallbackDialogProps, 'onClose'> & { receiver: Receiver }) {
  const { t } = useTranslation(['clients', 'common'])
  // Typed text that is not a complete address yet.
  const [unfinished, setUnfinished] = useState('')
  const save = useOperation(setReceiverFallback, { inlineErrors: true, onSuccess: onSaved })
  const initial = receiver.fallback
  const form = useSchemaForm<ReceiverFallback, typeof setReceiverFallback>({
    initial,
    operation: setReceiverFallback,
    rules: ({ escalateTo }) => {
      const bad = escalateTo.find((address) => checkEmail(address) !== undefined)
      const rule = bad === undefined ? undefined : checkEmail(bad)
      return rule ? { escalateTo: `${bad}: ${t(`common:validation.${rule}`)}` } : {}
    },
    isDirty: (draft) => unfinished !== '' || !isSame(draft, initial),
    submit: (body) => save.mutateAsync({ params: { id: receiver.id }, body }),
  })
  const backups = backupsFor(receiver, receivers)
  return (
    <Form form={form} className={css['form']}>
      <NativeSelect
        size="xs"
        label={t('receivers.fallback.backup')}
        description={t(backups.length > 0 ? 'receivers.fallback.backupHint' : 'receivers.fallback.noneFits')}
        {...form.field('backupId')}
        value={form.values.backupId ?? ''}
        data={[
          { value: '', label: t('receivers.fallback.none') },
          ...backups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => form.set('backupId', value === '' ? null : value)}
      />
      {(['afterFailures', 'afterSeconds'] as const).map((name) => (
        <NumberField
          key={name}
          size="xs"
          label={t(`receivers.fallback.${name}`)}
          description={name === 'afterSeconds' ? t('receivers.fallback.afterHint') : undefined}
          min={name === 'afterSeconds' ? 10 : 1}
          max={name === 'afterSeconds' ? 3600 : 20}
          allowDecimal={false}
          {...form.field(name)}
          onChange={(value) => typeof value === 'number' && form.set(name, value)}
        />
      ))}
      <TagsInput
        size="xs"
        label={t('receivers.fallback.escalateTo')}
        description={t('receivers.fallback.escalateHint')}
        {...form.field('escalateTo')}
        value={form.values.escalateTo}
        onChange={(addresses) => form.set('escalateTo', addresses)}
        onSearchChange={setUnfinished}
        maxTags={10}
        splitChars={[',', ';', ' ', '\n']}
        acceptValueOnBlur
      />
      <FormEnd form={form} submit={t('common:save')} />
    </Form>
  )
}
