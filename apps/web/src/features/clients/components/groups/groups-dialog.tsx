import { createGroup, deleteGroup, listGroups, updateGroup } from '@winnow/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { useTreeFilter } from '../../state/use-tree-filter.ts'
import { NameField } from '../panes/name-field.tsx'
import { RenameInput } from '../tree/rename-input.tsx'
import { type Group, GroupList } from './group-list.tsx'
import css from './groups.module.css'

/** Creates, renames and deletes groups of clients. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['clients', 'common'])
  const [deleting, setDeleting] = useState<Group>()
  const tree = useTreeFilter()
  const remove = useOperation(deleteGroup, {
    invalidates: [listGroups],
    onSuccess: (_reply, { params }) => {
      // A filter by a group that is gone would show an empty tree.
      if (tree.filter.groupId === params.id) tree.setSearch({ group: undefined })
      showToast({ type: 'success', message: t('groups.deleted') })
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t('groups.title')}>
      <p className={css['intro']}>{t('groups.intro')}</p>
      <GroupList render={(group) => <GroupLine key={group.id} group={group} onDelete={() => setDeleting(group)} />} />
      <NewGroup />
      {deleting && (
        <ConfirmDialog
          opened
          danger
          title={t('groups.deleteTitle', { name: deleting.name })}
          confirm={t('common:delete')}
          onConfirm={() => remove.mutateAsync({ params: { id: deleting.id } })}
          onClose={() => setDeleting(undefined)}
        >
          {t('groups.deleteBody')}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function GroupLine({ group, onDelete }: { group: Group; onDelete: () => void }) {
  const { t } = useTranslation('clients')
  const { number } = useFormats()
  const [isRenaming, setRenaming] = useState(false)
  const rename = useOperation(updateGroup, { invalidates: [listGroups] })
  return (
    <li className={css['line']}>
      {isRenaming ? (
        <RenameInput
          name={group.name}
          label={t('tree.renameLabel', { name: group.name })}
          onSave={(name) => {
            setRenaming(false)
            if (name !== group.name) rename.mutate({ params: { id: group.id }, body: { name } })
          }}
          onCancel={() => setRenaming(false)}
        />
      ) : (
        <span className={css['name']} title={group.name}>
          {group.name}
        </span>
      )}
      <small>{t('groups.clients', { count: group.projectCount, n: number(group.projectCount) })}</small>
      <IconButton label={t('groups.rename', { name: group.name })} size="sm" onClick={() => setRenaming(true)}>
        <IconPencil size={14} />
      </IconButton>
      <IconButton label={t('groups.delete', { name: group.name })} size="sm" onClick={onDelete}>
        <IconTrash size={14} />
      </IconButton>
    </li>
  )
}

/** Creates a group, which has no clients at first. */
export function NewGroup({ onMade }: { onMade?: (group: Group) => void }) {
  const { t } = useTranslation('clients')
  const create = useOperation(createGroup, {
    inlineErrors: true,
    invalidates: [listGroups],
    onSuccess: (group) => onMade?.(group),
  })
  const form = useSchemaForm({
    initial: { name: '' },
    operation: createGroup,
    submit: (body) => create.mutateAsync({ body }),
  })
  return (
    <Form form={form} className={css['new']}>
      <NameField form={form} label={t('groups.new')} placeholder={t('groups.placeholder')} />
      <FormEnd form={form} submit={t('groups.create')} closes />
    </Form>
  )
}
