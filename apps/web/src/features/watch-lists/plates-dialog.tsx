import { TextInput } from '@mantine/core'
import {
  deleteWatchPlate,
  listWatchLists,
  listWatchPlates,
  searchWatchPlates,
  type WatchList,
  type WatchPlate,
} from '@winnow/contract'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type ListAddress, listControl } from '../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { whole } from '../../ui/list-screen/list-state.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { ImportDialog } from './import-dialog.tsx'
import { plateProblem } from './model/pasted-plates.ts'
import css from './watch-lists.module.css'

const LIMIT = 50

interface PlatesDialogProps {
  /** The list whose plates are shown; undefined while the dialog is closed. */
  list: WatchList | undefined
  onClose: () => void
}

/** The plates of a watch list: search, import and deletion. */
export function PlatesDialog({ list, onClose }: PlatesDialogProps) {
  const { t } = useTranslation('watchLists')
  return (
    <Dialog
      opened={list !== undefined}
      onClose={onClose}
      size={900}
      title={t('plates.title', { name: list?.name ?? '' })}
    >
      {list && <Plates key={list.id} list={list} />}
    </Dialog>
  )
}

function Plates({ list }: { list: WatchList }) {
  const { t } = useTranslation(['watchLists', 'common'])
  const [address, setAddress] = useState<ListAddress>({})
  const [importing, setImporting] = useState(false)
  const [deleting, setDeleting] = useState<WatchPlate>()
  const control = listControl(address, setAddress)
  const { search } = address
  const params = { id: list.id }
  const all = useOperationQuery(
    listWatchPlates,
    { params, query: { page: control.page, limit: LIMIT } },
    { keepPrevious: true, staleTime: 0, enabled: search === undefined },
  )
  const found = useOperationQuery(
    searchWatchPlates,
    { params, body: { plate: search ?? '' } },
    { staleTime: Infinity, enabled: search !== undefined },
  )
  const query = search === undefined ? all : whole(found)
  const columns = usePlateColumns(setDeleting)
  const open = (
    <Button look="primary" leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setImporting(true)}>
      {t('import.open')}
    </Button>
  )
  const isFilled = search !== undefined || (all.data?.count ?? 0) > 0
  return (
    <div className={css['stack']}>
      <p className={css['lead']}>{t('plates.audited')}</p>
      {isFilled && (
        <div className={css['row']}>
          <PlateSearch searched={search ?? ''} onSearch={(text) => control.set({ search: text })} />
          {open}
        </div>
      )}
      <ListScreen
        compact
        label={t('plates.title', { name: list.name })}
        query={query}
        list={control}
        columns={columns}
        rowKey={({ id }) => id}
        limit={LIMIT}
        empty={{ title: t('plates.none'), body: t('plates.noneBody'), action: open }}
        nothingFound={{ title: t('plates.notFound', { plate: search ?? '' }), body: t('plates.notFoundBody') }}
      />
      <ImportDialog list={list} opened={importing} onClose={() => setImporting(false)} />
      <DeletePlate listId={list.id} plate={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  )
}

interface DeletePlateProps {
  listId: string
  plate: WatchPlate | undefined
  onClose: () => void
}

/** The question before a plate is deleted. */
function DeletePlate({ listId, plate, onClose }: DeletePlateProps) {
  const { t } = useTranslation(['watchLists', 'common'])
  const remove = useOperation(deleteWatchPlate, { invalidates: [listWatchPlates, searchWatchPlates, listWatchLists] })
  return (
    <ConfirmDialog
      opened={plate !== undefined}
      danger
      title={t('plates.deleteTitle', { plate: plate?.plate ?? '' })}
      confirm={t('common:delete')}
      onConfirm={async () => {
        if (!plate) return
        await remove.mutateAsync({ params: { id: listId, plateId: plate.id } })
        showToast({ type: 'success', message: t('plates.deleted', { plate: plate.plate }) })
      }}
      onClose={onClose}
    >
      <p>{t('plates.deleteBody')}</p>
    </ConfirmDialog>
  )
}

interface PlateSearchProps {
  searched: string
  onSearch: (text: string) => void
}

/** Searches a plate on request, and not while it is typed: each search stands in the audit log. */
function PlateSearch({ searched, onSearch }: PlateSearchProps) {
  const { t } = useTranslation('watchLists')
  const [text, setText] = useState(searched)
  const wanted = text.trim()
  const problem = wanted === '' ? null : plateProblem(wanted)
  const search = () => problem === null && onSearch(wanted)
  return (
    <>
      <TextInput
        className={css['grow']}
        size="xs"
        type="search"
        label={t('plates.search')}
        description={t('plates.searchHint')}
        value={text}
        error={problem !== null && problem !== 'too-short' && t(`import.problem.${problem}`)}
        onChange={(event) => {
          setText(event.currentTarget.value)
          if (event.currentTarget.value === '') onSearch('')
        }}
        onKeyDown={(event) => event.key === 'Enter' && search()}
      />
      <Button disabled={wanted === '' || problem !== null} onClick={search}>
        {t('plates.find')}
      </Button>
    </>
  )
}

function usePlateColumns(onDelete: (plate: WatchPlate) => void): ListColumn<WatchPlate>[] {
  const { t } = useTranslation('watchLists')
  return [
    { key: 'plate', name: t('plates.plate'), fixed: true, render: ({ plate }) => plate },
    { key: 'note', name: t('plates.note'), wrap: true, render: ({ note }) => note },
    { key: 'ends', name: t('plates.ends'), render: ({ expiresAt }) => <TimeText at={expiresAt} show="date" /> },
    {
      key: 'added',
      name: t('plates.added'),
      render: ({ addedAt, addedBy }) => (
        <span>
          <TimeText at={addedAt} show="date" /> · {addedBy}
        </span>
      ),
    },
    {
      key: 'actions',
      name: t('list.actions'),
      hideName: true,
      align: 'right',
      render: (row) => (
        <IconButton size="sm" label={t('plates.delete', { plate: row.plate })} onClick={() => onDelete(row)}>
          <IconTrash size={16} />
        </IconButton>
      ),
    },
  ]
}
