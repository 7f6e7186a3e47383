import { deleteMailTemplate, listMailTemplates, MAIL_TEMPLATE_LIMITS, type MailTemplate } from '@winnow/contract'
import { IconMailCode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FewRowsScreen } from '../../ui/list-screen/few-rows-screen.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { useTemplateColumns } from './use-template-columns.tsx'

/** How mails of systems with texts of their own are read: for the whole company, since one system writes for all sites. */
export function MailTemplatesTab() {
  const { t } = useTranslation(['mailTemplates', 'common'])
  const allowed = useMay('company.write')
  if (!allowed) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  return <Templates />
}

function Templates() {
  const { t } = useTranslation('mailTemplates')
  const query = useOperationQuery(listMailTemplates, {}, { staleTime: 0 })
  const [editing, setEditing] = useState<MailTemplate | 'new'>()
  const [deleting, setDeleting] = useState<MailTemplate>()
  const columns = useTemplateColumns({ onEdit: setEditing, onDelete: setDeleting })
  return (
    <>
      <FewRowsScreen
        label={t('list.label')}
        intro={t('intro')}
        query={query}
        columns={columns}
        create={{
          text: t('create'),
          most: MAIL_TEMPLATE_LIMITS.templates,
          full: t('full', { n: MAIL_TEMPLATE_LIMITS.templates }),
          onCreate: () => setEditing('new'),
        }}
        empty={{ icon: <IconMailCode size={28} stroke={1.5} />, title: t('empty.title'), body: t('empty.body') }}
      />
      <TemplateDialog template={editing} onClose={() => setEditing(undefined)} />
      <DeleteTemplate template={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

function DeleteTemplate({ template, onClose }: { template: MailTemplate | undefined; onClose: () => void }) {
  const { t } = useTranslation(['mailTemplates', 'common'])
  const remove = useOperation(deleteMailTemplate, { invalidates: [listMailTemplates] })
  return (
    <ConfirmDialog
      opened={template !== undefined}
      danger
      title={t('delete.title', { name: template?.name ?? '' })}
      confirm={t('common:delete')}
      onConfirm={async () => {
        if (!template) return
        await remove.mutateAsync({ params: { id: template.id } })
        showToast({ type: 'success', message: t('delete.done', { name: template.name }) })
      }}
      onClose={onClose}
    >
      {t('delete.body')}
    </ConfirmDialog>
  )
}
