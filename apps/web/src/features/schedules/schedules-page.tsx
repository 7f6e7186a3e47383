import { listScheduleTemplates, type ScheduleTemplate } from '@winnow/contract'
import { IconCalendarTime, IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { listControl } from '../../ui/list-screen/list-address.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { StateSummary } from './components/state-summary.tsx'
import { DeleteTemplateDialog } from './components/delete-template-dialog.tsx'
import { useManyTemplates } from './components/use-many-templates.tsx'
import { TemplateDialog } from './components/template-dialog.tsx'
import { useTemplateColumns } from './components/use-template-columns.tsx'
import { useTemplatesLive } from './state/use-schedule-live.ts'

const LIMIT = 10

/** The templates of schedules, which sites and cameras follow. */
export function SchedulesPage() {
  const { t } = useTranslation('schedules')
  const mayWrite = useMay('schedule.write')
  const address = useSearch({ from: '/cams/schedules' })
  const navigate = useNavigate({ from: '/cams/schedules' })
  const list = listControl(address, (search) => void navigate({ search, replace: true }))
  const [open, setOpen] = useState<ScheduleTemplate | 'new'>()
  const [deleting, setDeleting] = useState<ScheduleTemplate>()
  const { selection, dialog } = useManyTemplates()
  useTemplatesLive()
  const { search } = address
  const templates = useOperationQuery(
    listScheduleTemplates,
    // The pages of this call begin at 0.
    { query: { ...(search ? { filters: search } : {}), page: list.page - 1, limit: LIMIT } },
    { keepPrevious: true },
  )
  const columns = useTemplateColumns({ mayWrite, onOpen: setOpen, onDelete: setDeleting })
  const create = mayWrite && (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen('new')}>
      {t('template.create')}
    </Button>
  )
  return (
    <PageLayout
      title={t('title')}
      variant="wide"
      subtitle={templates.data && t('count', { count: templates.data.count })}
      actions={create}
    >
      <StateSummary />
      <ListScreen
        label={t('list.label')}
        query={templates}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        limit={LIMIT}
        search={t('list.search')}
        empty={{
          icon: <IconCalendarTime size={28} stroke={1.5} />,
          title: t('empty.title'),
          body: t('empty.body'),
          action: create,
        }}
        nothingFound={{ title: t('empty.filtered', { text: search }) }}
        columnsOf="schedules"
        {...(mayWrite ? { selection } : {})}
      />
      <TemplateDialog template={open} onClose={() => setOpen(undefined)} />
      {dialog}
      <DeleteTemplateDialog template={deleting} onClose={() => setDeleting(undefined)} />
    </PageLayout>
  )
}
