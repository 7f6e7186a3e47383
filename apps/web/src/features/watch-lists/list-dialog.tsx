import { createWatchList, listWatchLists, updateWatchList, type WatchList, WATCH_LIST_LIMITS } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'

interface ListDialogProps {
  /** The list to change, 'new', or undefined while the dialog is closed. */
  list: WatchList | 'new' | undefined
  onClose: () => void
  onCreated: (list: WatchList) => void
}

/** Creates a watch list, or changes its name and how long its plates are kept. */
export function ListDialog({ list, onClose, onCreated }: ListDialogProps) {
  const { t } = useTranslation('watchLists')
  const existing = typeof list === 'object' ? list : undefined
  return (
    <Dialog opened={list !== undefined} onClose={onClose} title={existing ? existing.name : t('create')}>
      {list !== undefined && <ListForm existing={existing} onClose={onClose} onCreated={onCreated} />}
    </Dialog>
  )
}

interface ListDraft {
  name: string
  retentionDays: number | string
}

interface ListFormProps extends Omit<ListDialogProps, 'list'> {
  existing: WatchList | undefined
}

function ListForm({ existing, onClose, onCreated }: ListFormProps) {
  const { t } = useTranslation(['watchLists', 'common'])
  const settings = { inlineErrors: true, invalidates: [listWatchLists] }
  const create = useOperation(createWatchList, settings)
  const update = useOperation(updateWatchList, settings)
  const { min, max, usual } = WATCH_LIST_LIMITS.retentionDays
  const form = useSchemaForm<ListDraft, typeof createWatchList>({
    initial: { name: existing?.name ?? '', retentionDays: existing?.retentionDays ?? usual },
    operation: createWatchList,
    toBody: ({ name, retentionDays }) => ({ name, retentionDays: Number(retentionDays) }),
    rules: ({ retentionDays }) => (retentionDays === '' ? { retentionDays: t('common:validation.fieldRequired') } : {}),
    submit: async (body) => {
      if (!existing) onCreated(await create.mutateAsync({ body }))
      else {
        await update.mutateAsync({
          params: { id: existing.id },
          body: { ...body, basedOn: { version: existing.version } },
        })
        showToast({ type: 'success', message: t('saved', { name: body.name }) })
        onClose()
      }
    },
  })
  const isShorter = existing !== undefined && Number(form.values.retentionDays) < existing.retentionDays
  const isConflict = form.error instanceof RequestError && form.error.code === 'CONFLICT'
  return (
    <Form form={form}>
      <TextField
        label={t('form.name')}
        {...form.field('name')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <NumberField
        label={t('form.retention')}
        description={t(isShorter ? 'form.retentionShorter' : 'form.retentionHint')}
        min={min}
        max={max}
        allowDecimal={false}
        {...form.field('retentionDays')}
      />
      <FormEnd
        form={form}
        submit={existing ? t('common:save') : t('common:create')}
        disabled={!form.isValid || (existing !== undefined && !form.isDirty)}
        errorText={isConflict ? t('form.conflict') : undefined}
      />
    </Form>
  )
}
