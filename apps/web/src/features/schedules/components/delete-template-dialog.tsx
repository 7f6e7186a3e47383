import { deleteScheduleTemplate, getScheduleTemplate, type ScheduleTemplate } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { followersOf } from '../model/template-draft.ts'
import { AFTER_TEMPLATE_CHANGE } from './template-form.tsx'
import { TemplateSelect } from './template-select.tsx'
import { useUtilisationText } from './use-utilisation-text.ts'

interface DeleteTemplateDialogProps {
  template: ScheduleTemplate | undefined
  onClose: () => void
}

/** Deletes a template. One that is followed needs another one in its place. */
export function DeleteTemplateDialog({ template, onClose }: DeleteTemplateDialogProps) {
  // The text must not change during the closing animation.
  const [last, setLast] = useState(template)
  if (template !== undefined && template !== last) setLast(template)
  return last && <Question key={last.id} template={last} opened={template !== undefined} onClose={onClose} />
}

function Question({
  template: given,
  opened,
  onClose,
}: {
  template: ScheduleTemplate
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation(['schedules', 'common'])
  const utilisationText = useUtilisationText()
  const [by, setBy] = useState<{ id: string; name: string } | null>(null)
  const { data } = useOperationQuery(
    getScheduleTemplate,
    { params: { id: given.id } },
    { enabled: opened, quiet: true },
  )
  const template = data ?? given
  const remove = useOperation(deleteScheduleTemplate, { invalidates: AFTER_TEMPLATE_CHANGE })
  const isUsed = followersOf(template) > 0
  return (
    <ConfirmDialog
      opened={opened}
      danger
      title={t('delete.title', { name: template.name })}
      confirm={t(isUsed ? 'delete.replace' : 'common:delete')}
      disabled={isUsed && by === null}
      onConfirm={async () => {
        await remove.mutateAsync({
          params: { id: template.id },
          query: isUsed && by ? { replaceBy: by.id } : {},
        })
        showToast({ type: 'success', message: t('delete.done', { name: template.name }) })
      }}
      onClose={onClose}
    >
      <p>{isUsed ? t('delete.used', { by: utilisationText(template.utilisation) }) : t('delete.unused')}</p>
      {isUsed && <TemplateSelect label={t('delete.by')} value={by} except={template.id} onChange={setBy} />}
    </ConfirmDialog>
  )
}
