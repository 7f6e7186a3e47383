import { getScheduleTemplate, type ScheduleTemplate } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { startWeek } from '../model/week-editor.ts'
import { LinkText } from './link-text.tsx'
import { CreateTemplateForm, EditTemplateForm } from './template-form.tsx'
import { WeekGrid } from './week-grid.tsx'

interface TemplateDialogProps {
  /** The template to show, 'new', or undefined while the dialog is closed. */
  template: ScheduleTemplate | 'new' | undefined
  onClose: () => void
}

/** A template: its name and when cameras that follow it count. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('schedules')
  const existing = template === 'new' ? undefined : template
  return (
    <Dialog
      opened={template !== undefined}
      onClose={onClose}
      title={existing ? existing.name : t('template.create')}
      size={1100}
    >
      {existing ? (
        <Loaded id={existing.id} onClose={onClose} />
      ) : (
        template === 'new' && <CreateTemplateForm onDone={onClose} />
      )}
    </Dialog>
  )
}

function Loaded({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('schedules')
  const mayWrite = useMay('schedule.write')
  const query = useOperationQuery(getScheduleTemplate, { params: { id } }, { staleTime: 0, quiet: true })
  if (query.isPending) return <SkeletonRows rows={8} />
  // The input stays even when a reload fails.
  if (query.data === undefined) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  const template = query.data
  if (mayWrite && template.permission === 'write')
    return <EditTemplateForm template={template} onReload={() => void query.refetch()} onDone={onClose} />
  return (
    <>
      <p>{t('template.locked')}</p>
      <WeekGrid isReadOnly label={t('template.week')} state={startWeek(template.weekly)} act={() => undefined} />
      {template.holidays && <LinkText link={template.holidays} missingYears={template.holidays.missingYears} />}
    </>
  )
}
