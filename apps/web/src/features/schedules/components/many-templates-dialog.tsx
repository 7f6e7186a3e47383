import {
  DEFAULT_WEEKLY,
  getScheduleUtilisation,
  type ScheduleTemplate,
  setScheduleIntervals,
  type WeeklyWindow,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import css from '../../../ui/form.module.css'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { followersOf, sumOfFollowers } from '../model/template-draft.ts'
import { AFTER_TEMPLATE_CHANGE } from './template-form.tsx'
import { useUtilisationText } from './use-utilisation-text.ts'
import { WeekFields } from './week-fields.tsx'

interface ManyTemplatesDialogProps {
  /** The templates; undefined while the dialog is closed. */
  templates: readonly ScheduleTemplate[] | undefined
  onClose: () => void
  onSaved: () => void
}

/** Gives several templates the same times of the week. */
export function ManyTemplatesDialog({ templates, onClose, onSaved }: ManyTemplatesDialogProps) {
  const { t } = useTranslation('schedules')
  // The text must not change during the closing animation.
  const [last, setLast] = useState(templates)
  if (templates !== undefined && templates !== last) setLast(templates)
  return (
    <Dialog
      opened={templates !== undefined}
      onClose={onClose}
      title={t('many.title', { count: last?.length ?? 0 })}
      size={1100}
    >
      {templates && <ManyTemplatesForm templates={templates} onDone={onSaved} />}
    </Dialog>
  )
}

interface ManyTemplatesFormProps {
  templates: readonly ScheduleTemplate[]
  onDone: () => void
}

interface Draft {
  intervals: readonly WeeklyWindow[]
}

function ManyTemplatesForm({ templates, onDone }: ManyTemplatesFormProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const utilisationText = useUtilisationText()
  const templateIds = templates.map(({ id }) => id)
  const used = useOperationQuery(getScheduleUtilisation, { query: { ids: templateIds } }, { staleTime: 0 })
  const utilisation = sumOfFollowers(used.data ?? templates.map((template) => template.utilisation))
  const change = useOperation(setScheduleIntervals, {
    inlineErrors: true,
    invalidates: AFTER_TEMPLATE_CHANGE,
    onError: (error) => {
      if (error instanceof RequestError && error.code === 'CONFLICT') void used.refetch()
    },
  })
  const form = useSchemaForm<Draft, typeof setScheduleIntervals>({
    initial: { intervals: templates[0]?.weekly ?? DEFAULT_WEEKLY },
    operation: setScheduleIntervals,
    toBody: ({ intervals }) => ({ templateIds, intervals: [...intervals], followers: utilisation }),
    async submit(body) {
      await change.mutateAsync({ body })
      showToast({ type: 'success', message: t('many.saved', { count: templates.length }) })
      onDone()
    },
  })
  const isConflict = form.error instanceof RequestError && form.error.code === 'CONFLICT'
  const isUsed = followersOf({ utilisation }) > 0
  return (
    <Form form={form}>
      <p className={css['note']}>
        {t('many.hint', { names: templates.map(({ name }) => name).join(', '), first: templates[0]?.name })}
      </p>
      {isUsed && <p className={css['note']}>{t('many.followed', { by: utilisationText(utilisation) })}</p>}
      <WeekFields
        label={t('template.week')}
        value={form.values.intervals}
        onChange={(intervals) => form.set('intervals', intervals)}
      />
      <FormEnd
        form={form}
        submit={isUsed ? t('template.saveFor', { by: utilisationText(utilisation) }) : t('common:save')}
        disabled={!form.isValid}
        errorText={isConflict ? t('many.conflict') : undefined}
      />
    </Form>
  )
}
