import { NativeSelect, Switch } from '@mantine/core'
import {
  createReceiver,
  findReceiverKind,
  type Receiver,
  RECEIVERS,
  type ReplyOf,
  updateReceiver,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { isSame } from '../../../../ui/form/changes.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import {
  configErrorOf,
  createBody,
  draftOf,
  fieldsOf,
  isShown,
  SETTING_PATHS,
  type ReceiverDraft,
  updateBody,
  valueOf,
} from '../../model/receiver-draft.ts'
import { NameField } from '../panes/name-field.tsx'
import css from '../panes/pane.module.css'
import { ReceiverFieldInput, useFieldProblem } from './receiver-field.tsx'

interface ReceiverFormProps {
  siteId: string
  existing: Receiver | undefined
  onSaved: (reply: ReplyOf<typeof createReceiver>) => Promise<void>
}

/** The settings of a receiver: the fields of its kind. */
export function ReceiverForm({ siteId, existing, onSaved }: ReceiverFormProps) {
  const { t } = useTranslation(['clients', 'common'])
  // Typed text that is not a complete address yet.
  const [unfinished, setUnfinished] = useState('')
  const { form, errorText } = useReceiverForm(siteId, existing, onSaved, unfinished)
  const kind = findReceiverKind(form.values.kind)
  return (
    <Form form={form} className={css['form']}>
      {!existing && (
        <NativeSelect
          size="xs"
          label={t('receivers.kind')}
          data={RECEIVERS.map(({ id, title }) => ({ value: id, label: t(title) }))}
          value={form.values.kind}
          onChange={({ currentTarget: { value } }) => form.set('kind', findReceiverKind(value)?.id ?? form.values.kind)}
        />
      )}
      <NameField form={form} label={t('receivers.name')} takesFocus />
      {kind?.fields.map((field) => (
        <ReceiverFieldInput
          key={field.name}
          field={{
            ...field,
            label: t(field.label),
            hint: 'hint' in field ? t(field.hint) : undefined,
            options: 'options' in field ? field.options.map(({ value, label }) => ({ value, label: t(label) })) : [],
            columns: 'columns' in field ? field.columns.map(({ name, label }) => ({ name, label: t(label) })) : [],
          }}
          isHidden={!isShown(form.values, field)}
          input={{ ...form.field(`values.${field.name}`), value: valueOf(form.values, field) }}
          of={{ siteId, draft: form.values }}
          onUnfinished={setUnfinished}
          isStored={existing?.secretsSet.some((secret) => secret.split('.', 1)[0] === field.name) ?? false}
        />
      ))}
      {existing && kind?.signs && (
        <Switch label={t('receivers.rotate')} description={t('receivers.rotateHint')} {...form.tick('newSecret')} />
      )}
      <Switch label={t('receivers.active')} {...form.tick('active')} />
      <FormEnd form={form} submit={existing ? t('common:save') : t('receivers.add')} errorText={errorText} />
    </Form>
  )
}

function useReceiverForm(
  siteId: string,
  existing: Receiver | undefined,
  onSaved: ReceiverFormProps['onSaved'],
  unfinished: string,
) {
  const { t } = useTranslation('clients')
  const problemOf = useFieldProblem()
  const create = useOperation(createReceiver, { inlineErrors: true, onSuccess: onSaved })
  const update = useOperation(updateReceiver, { inlineErrors: true, onSuccess: onSaved })
  const initial = draftOf(existing)
  const form = useSchemaForm<ReceiverDraft, typeof createReceiver | typeof updateReceiver>({
    initial,
    operation: existing ? updateReceiver : createReceiver,
    toBody: existing ? updateBody : createBody,
    names: SETTING_PATHS,
    rules: (draft) =>
      Object.fromEntries(
        fieldsOf(draft).map((field) => [`values.${field.name}`, problemOf(draft.kind, field, valueOf(draft, field))]),
      ),
    refusals: ({ code, fields }) =>
      code === 'ADDRESS_REFUSED'
        ? Object.fromEntries(
            fields.map(({ field }) => [field.replace('config.', 'values.'), t('receivers.url.refused')]),
          )
        : {},
    isDirty: (draft) => unfinished !== '' || !isSame(draft, initial),
    submit: (_body, draft) =>
      existing
        ? update.mutateAsync({ params: { id: existing.id }, body: updateBody(draft) })
        : create.mutateAsync({ params: { id: siteId }, body: createBody(draft) }),
  })
  const rule = form.error instanceof RequestError ? configErrorOf(form.error.fields[0]?.message) : undefined
  return { form, errorText: rule && t(`receivers.configError.${rule}`) }
}
