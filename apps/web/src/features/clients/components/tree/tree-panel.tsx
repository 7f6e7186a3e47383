import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Allowed } from '../../../../ui/allowed.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import type { NodeKind } from '../../model/selection.ts'
import type { TreeNode } from '../../model/tree-rows.ts'
import { refOf } from '../../model/node-ref.ts'
import { openNodes } from '../../state/tree-store.ts'
import type { NodeActions, NodeRef } from '../../state/use-node-actions.ts'
import type { Tree } from '../../state/use-tree.ts'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import { type Pausable, usePause } from '../../state/use-pause.ts'
import { PauseDialog } from '../override/pause-dialog.tsx'
import { NodeMenu, type MenuAt } from './node-menu.tsx'
import { SearchResults } from './search-results.tsx'
import { TreeList } from './tree-list.tsx'
import css from './tree.module.css'

interface TreePanelProps {
  tree: Tree
  actions: NodeActions
  searchRef: RefObject<HTMLInputElement | null>
  selectedId: string | undefined
  busyId: string | undefined
  scrollTo: string | undefined
  onSelect: (kind: NodeKind, id: string) => void
  onAddProject: () => void
  onAddBelow: (kind: 'project' | 'site', id: string) => void
  onDelete: (node: NodeRef) => void
}

/** The tree of clients, sites and cameras, with a search and the actions on a node. */
export function TreePanel({ tree, actions, searchRef, selectedId, busyId, scrollTo, ...on }: TreePanelProps) {
  const { t } = useTranslation('clients')
  const navigate = useNavigate()
  const formats = useFormats()
  const mayPause = useMay('schedule.write')
  const [pausing, setPausing] = useState<Pausable>()
  const { cancel } = usePause()
  const mayWrite = useMay('node.write')
  const mayAudit = useMay('audit.read')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const [menu, setMenu] = useState<MenuAt>()
  const panel = useRef<HTMLElement>(null)
  const [renamingId, setRenamingId] = useState<string>()
  const writable = (node: TreeNode | undefined) => mayWrite && node?.permission === 'write'

  const closeMenu = () => {
    setMenu(undefined)
    // The tree gets the focus, and a dialog opened from the menu returns it there.
    panel.current?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true })
  }
  const startRename = (node: TreeNode | undefined) => {
    if (node && !writable(node)) actions.refuseRename(node.kind)
    else setRenamingId(node?.id)
  }
  const rename = (node: TreeNode, name: string) => {
    setRenamingId(undefined)
    const ref = refOf(tree.rows, node)
    if (ref && name !== node.name) void actions.rename(ref, name)
  }
  const remove = (node: TreeNode) => {
    const ref = refOf(tree.rows, node)
    if (ref && writable(node)) on.onDelete(ref)
  }
  const openAlarms = (node: TreeNode) => {
    const filter = { project: 'project', site: 'site', view: 'camera' } as const
    void navigate({ to: '/cams/alarms/{-$id}', params: {}, search: { [filter[node.kind]]: node.id } })
  }
  return (
    <nav ref={panel} className={css['panel']} aria-label={t('title')}>
      <div className={css['bar']}>
        <TextInput
          ref={searchRef}
          className={css['search']}
          aria-label={t('tree.search')}
          placeholder={t('tree.search')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          rightSection={
            text && (
              <IconButton label={t('tree.clearSearch')} size="sm" onClick={() => setText('')}>
                <IconX size={14} />
              </IconButton>
            )
          }
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setText('')}
        />
        <Allowed permission="project.create" otherwise="hide">
          <IconButton label={t('client.add')} keys={['N']} onClick={on.onAddProject}>
            <IconPlus size={18} />
          </IconButton>
        </Allowed>
      </div>
      {search ? (
        <div className={css['scroll']}>
          <SearchResults
            text={search}
            selectedId={selectedId}
            onSelect={(kind, id) => {
              if (kind !== 'view') openNodes(id)
              on.onSelect(kind, id)
            }}
          />
        </div>
      ) : tree.pages.data ? (
        <TreeList
          tree={tree}
          selectedId={selectedId}
          busyId={busyId}
          renamingId={renamingId}
          scrollTo={scrollTo}
          onSelect={(node) => on.onSelect(node.kind, node.id)}
          onMenu={setMenu}
          onRename={rename}
          onRenaming={startRename}
          onDelete={remove}
        />
      ) : tree.pages.isError ? (
        <ErrorState compact error={tree.pages.error} onRetry={() => void tree.pages.refetch()} />
      ) : (
        <SkeletonRows rows={12} height={30} />
      )}
      <SelectionBar />
      <div className={css['foot']}>
        <span>{tree.pages.data && t('tree.total', { count: tree.total, n: formats.number(tree.total) })}</span>
        {tree.pages.isFetchingNextPage && <span role="status">{t('tree.loadingMore')}</span>}
      </div>
      <NodeMenu
        at={menu}
        canAdd={writable(menu?.node)}
        canDelete={writable(menu?.node)}
        canAudit={mayAudit}
        onClose={closeMenu}
        onAdd={(node) => node.kind !== 'view' && on.onAddBelow(node.kind, node.id)}
        onRename={startRename}
        onDelete={remove}
        onAlarms={openAlarms}
        canPause={mayPause && menu?.node.permission === 'write'}
        onPause={({ kind, id, name }) => kind !== 'project' && setPausing({ kind, id, name })}
        onResume={({ kind, id, name }) => kind !== 'project' && void cancel({ kind, id, name })}
        onAudit={() => void navigate({ to: '/cams/audit-log' })}
      />
      <PauseDialog node={pausing} onClose={() => setPausing(undefined)} />
    </nav>
  )
}
