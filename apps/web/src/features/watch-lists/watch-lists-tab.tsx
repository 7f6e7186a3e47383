import { deleteWatchList, listAdvancedRules, listWatchLists, type WatchList, WATCH_LIST_LIMITS } from '@winnow/contract'
import { IconListSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FewRowsScreen } from '../../ui/list-screen/few-rows-screen.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { ListDialog } from './list-dialog.tsx'
import { PlatesDialog } from './plates-dialog.tsx'
import { useListColumns } from './use-list-columns.tsx'

/** The lists of plates that rules look for. */
export function WatchListsTab() {
  const { t } = useTranslation('watchLists')
  const query = useOperationQuery(listWatchLists, {}, { staleTime: 0 })
  const [open, setOpen] = useState<WatchList>()
  const [editing, setEditing] = useState<WatchList | 'new'>()
  const [deleting, setDeleting] = useState<WatchList>()
  const columns = useListColumns({ onOpen: setOpen, onEdit: setEditing, onDelete: setDeleting })
  return (
    <>
      <FewRowsScreen
        label={t('list.label')}
        intro={t('intro')}
        query={query}
        columns={columns}
        create={{
          text: t('create'),
          most: WATCH_LIST_LIMITS.lists,
          full: t('full', { n: WATCH_LIST_LIMITS.lists }),
          onCreate: () => setEditing('new'),
        }}
        empty={{ icon: <IconListSearch size={28} stroke={1.5} />, title: t('empty.title'), body: t('empty.body') }}
      />
      <PlatesDialog list={query.data?.find(({ id }) => id === open?.id) ?? open} onClose={() => setOpen(undefined)} />
      <ListDialog
        list={editing}
        onClose={() => setEditing(undefined)}
        onCreated={(made) => {
          setEditing(undefined)
          setOpen(made)
        }}
      />
      <DeleteList list={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

function DeleteList({ list, onClose }: { list: WatchList | undefined; onClose: () => void }) {
  const { t } = useTranslation(['watchLists', 'common'])
  const remove = useOperation(deleteWatchList, { invalidates: [listWatchLists, listAdvancedRules] })
  return (
    <ConfirmDialog
      opened={list !== undefined}
      danger
      title={t('delete.title', { name: list?.name ?? '' })}
      confirm={t('common:delete')}
      onConfirm={async () => {
        if (!list) return
        await remove.mutateAsync({ params: { id: list.id } })
        showToast({ type: 'success', message: t('delete.done', { name: list.name }) })
      }}
      onClose={onClose}
    >
      <p>
        {t('delete.body', { count: list?.plates ?? 0 })}
        {list !== undefined && list.rules > 0 && ` ${t('delete.rules', { count: list.rules })}`}
      </p>
    </ConfirmDialog>
  )
}
