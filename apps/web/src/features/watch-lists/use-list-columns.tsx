import type { WatchList } from '@winnow/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { IconButton } from '../../ui/button.tsx'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { TimeText } from '../../ui/time-text.tsx'

interface ListActions {
  onOpen: (list: WatchList) => void
  onEdit: (list: WatchList) => void
  onDelete: (list: WatchList) => void
}

function ActionsCell({ list, onEdit, onDelete }: { list: WatchList } & Pick<ListActions, 'onEdit' | 'onDelete'>) {
  const { t } = useTranslation('watchLists')
  return (
    <>
      <IconButton size="sm" label={t('list.edit', { name: list.name })} onClick={() => onEdit(list)}>
        <IconPencil size={16} />
      </IconButton>
      <IconButton size="sm" label={t('list.delete', { name: list.name })} onClick={() => onDelete(list)}>
        <IconTrash size={16} />
      </IconButton>
    </>
  )
}

/** The columns of the watch lists. The name opens the plates of the list. */
export function useListColumns({ onOpen, onEdit, onDelete }: ListActions): ListColumn<WatchList>[] {
  const { t } = useTranslation('watchLists')
  const { number } = useFormats()
  return [
    {
      key: 'name',
      name: t('list.name'),
      fixed: true,
      wrap: true,
      sortBy: ({ name }) => name,
      render: (list) => (
        <TextButton label={t('list.open', { name: list.name })} text={list.name} onClick={() => onOpen(list)} />
      ),
    },
    {
      key: 'plates',
      name: t('list.plates'),
      align: 'right',
      sortBy: ({ plates }) => plates,
      render: ({ plates }) => number(plates),
    },
    {
      key: 'rules',
      name: t('list.rules'),
      align: 'right',
      sortBy: ({ rules }) => rules,
      render: ({ rules }) => number(rules),
    },
    {
      key: 'kept',
      name: t('list.kept'),
      sortBy: ({ retentionDays }) => retentionDays,
      render: ({ retentionDays }) => t('list.days', { count: retentionDays }),
    },
    {
      key: 'changed',
      name: t('list.changed'),
      sortBy: ({ changedAt }) => changedAt,
      render: ({ changedAt, changedBy }) => (
        <span>
          <TimeText at={changedAt} show="date" /> · {changedBy}
        </span>
      ),
    },
    {
      key: 'actions',
      name: t('list.actions'),
      hideName: true,
      align: 'right',
      render: (list) => <ActionsCell list={list} onEdit={onEdit} onDelete={onDelete} />,
    },
  ]
}
