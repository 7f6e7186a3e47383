import type { MailTemplate } from '@winnow/contract'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { useSystemName } from './use-system-name.ts'

interface TemplateActions {
  onEdit: (template: MailTemplate) => void
  onDelete: (template: MailTemplate) => void
}

/** The columns of the templates, in the order in which mails are tried on them. */
export function useTemplateColumns({ onEdit, onDelete }: TemplateActions): ListColumn<MailTemplate>[] {
  const { t } = useTranslation('mailTemplates')
  const systemName = useSystemName()
  return [
    {
      key: 'name',
      name: t('list.name'),
      fixed: true,
      wrap: true,
      render: (template) => (
        <TextButton
          label={t('list.edit', { name: template.name })}
          text={template.name}
          onClick={() => onEdit(template)}
        />
      ),
    },
    { key: 'system', name: t('list.system'), render: ({ system }) => systemName(system) },
    {
      key: 'changed',
      name: t('list.changed'),
      wrap: true,
      render: ({ changedAt, changedBy }) => (
        <>
          <TimeText at={changedAt} /> · {changedBy}
        </>
      ),
    },
    {
      key: 'actions',
      name: t('list.actions'),
      fixed: true,
      align: 'right',
      render: (template) => (
        <IconButton size="sm" label={t('list.delete', { name: template.name })} onClick={() => onDelete(template)}>
          <IconTrash size={16} />
        </IconButton>
      ),
    },
  ]
}
