import { deleteWatchList, listAdvancedRules, listWatchLists, type WatchList, WATCH_LIST_LIMITS } from '@winnow/contract'
import { IconListSearch, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { whole } from '../../ui/list-screen/list-state.ts'
import { useAddressList } from '../../ui/list-screen/use-address-list.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { ListDialog } from './list-dialog.tsx'
import { PlatesDialog } from './plates-dialog.tsx'
import { useListColumns } from './use-list-columns.tsx'
import css from './watch-lists.module.css'

/** The lists of plates that rules look for. */
export function WatchListsTab() {
  const { t } = useTranslation('watchLists')
  const list = useAddressList()
  const query = useOperationQuery(listWatchLists, {}, { staleTime: 0 })
  const [open, setOpen] = useState<WatchList>()
  const [editing, setEditing] = useState<WatchList | 'new'>()
  const [deleting, setDeleting] = useState<WatchList>()
  const columns = useListColumns({ onOpen: setOpen, onEdit: setEditing, onDelete: setDeleting })
  const count = query.data?.length ?? 0
  const isFull = count >= WATCH_LIST_LIMITS.lists
  const create = (
    <Button
      look="primary"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      disabled={isFull}
      onClick={() => setEditing('new')}
    >
      {t('create')}
    </Button>
  )
  return (
    <div className={css['wide']}>
      <p className={css['lead']}>{t('intro')}</p>
      {count > 0 && (
        <div className={css['row']}>
          {create}
          {isFull && <span className={css['lead']}>{t('full', { n: WATCH_LIST_LIMITS.lists })}</span>}
        </div>
      )}
      <div>
        <ListScreen
          label={t('list.label')}
          query={whole(query)}
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{
            icon: <IconListSearch size={28} stroke={1.5} />,
            title: t('empty.title'),
            body: t('empty.body'),
            action: create,
          }}
        />
      </div>
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
    </div>
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
