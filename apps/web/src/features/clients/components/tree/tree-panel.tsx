import { useNavigate } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Allowed } from '../../../../ui/allowed.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { SELECTION_BAR, useRoom } from '../../../../ui/use-room.ts'
import { GuideButton } from '../../../guides/index.ts'
import { refOf } from '../../model/node-ref.ts'
import type { NodeKind } from '../../model/selection.ts'
import { filterPart as treeFilterOf, isOpen, type TreeFilter, type TreeFilterSearch } from '../../model/tree-filter.ts'
import type { TreeNode } from '../../model/tree-levels.ts'
import { retryLevel } from '../../state/tree-pages.ts'
import type { NodeActions, NodeRef } from '../../state/use-node-actions.ts'
import { useTree } from '../../state/use-tree.ts'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import { useArm } from '../../state/use-arming.ts'
import { usePause } from '../../state/use-pause.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { NodeMenu, type MenuAt } from './node-menu.tsx'
import { SelectionLine } from './selection-line.tsx'
import { TransferMenu } from './transfer-menu.tsx'
import { TreeSearch } from './tree-search.tsx'
import { TreeList } from './tree-list.tsx'
import type { TreeDialogs } from './use-tree-dialogs.tsx'
import css from './tree.module.css'

const NO_FILTER = treeFilterOf({})

interface TreePanelProps {
  /** Opens the dialogs of the tree, which the screen shows. */
  open: TreeDialogs
  filter: TreeFilterSearch
  /** The same filter as the server takes it. */
  wanted: TreeFilter
  onFilter: (filter: TreeFilterSearch) => void
  actions: NodeActions
  searchRef: RefObject<HTMLInputElement | null>
  selectedId: string | undefined
  busyId: string | undefined
  scrollTo: string | undefined
  onSelect: (kind: NodeKind, id: string) => void
  onAddProject: () => void
  onAddBelow: (kind: 'project' | 'site', id: string) => void
  onDelete: (node: NodeRef) => void
  /** Exports a client or site; without one, offers all clients. */
  onExport: (node: TreeNode | undefined) => void
  /** Shows the mask history of a client; without one, of all clients. */
  onMaskHistory: (client: TreeNode | undefined) => void
}

/** The tree of clients, sites and cameras, with a search and the actions on a node. */
export function TreePanel({
  open,
  filter,
  wanted,
  actions,
  searchRef,
  selectedId,
  busyId,
  scrollTo,
  ...on
}: TreePanelProps) {
  const { t } = useTranslation('clients')
  const tree = useTree(wanted)
  const navigate = useNavigate()
  const formats = useFormats()
  const mayPause = useMay('schedule.write')
  const { cancel } = usePause()
  const { arm } = useArm()
  const mayWrite = useMay('node.write')
  const mayAudit = useMay('audit.read')
  const mayGroup = useMay('groups.manage')
  const mayTransfer = useMay('project.create')
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
    if (name !== node.name) void actions.rename(refOf(node), name)
  }
  const remove = (node: TreeNode) => {
    if (writable(node)) on.onDelete(refOf(node))
  }
  const openAlarms = (node: TreeNode) => {
    const names = { project: 'project', site: 'site', view: 'camera' } as const
    void navigate({ to: '/cams/alarms/{-$id}', params: {}, search: { [names[node.kind]]: node.id } })
  }
  return (
    <nav ref={panel} className={css['panel']} aria-label={t('title')}>
      <div className={css['bar']}>
        <TreeSearch
          ref={searchRef}
          value={filter.search ?? ''}
          isLate={tree.isLate}
          onChange={(search) => on.onFilter({ ...filter, search: search || undefined })}
          onLeave={() => panel.current?.querySelector<HTMLElement>('[role=tree]')?.focus()}
        />
        <FilterMenu search={filter} onChange={on.onFilter} onManageGroups={open.manageGroups} />
        <Allowed permission="project.create" otherwise="hide">
          <IconButton label={t('client.add')} keys={['N']} onClick={on.onAddProject}>
            <IconPlus size={18} />
          </IconButton>
          <TransferMenu onExport={() => on.onExport(undefined)} onMaskHistory={() => on.onMaskHistory(undefined)} />
        </Allowed>
        <GuideButton page="clients" />
      </div>
      <FilterChips search={filter} onChange={on.onFilter} />
      {tree.total === 0 && !isOpen(tree.filter) ? (
        <EmptyState
          compact
          title={tree.filter.search ? t('tree.nothingFound', { text: tree.filter.search }) : t('filter.none')}
          action={<Button onClick={() => on.onFilter(NO_FILTER)}>{t('filter.clear')}</Button>}
        />
      ) : tree.total !== undefined ? (
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
      ) : tree.error ? (
        <ErrorState compact error={tree.error} onRetry={() => retryLevel('')} />
      ) : (
        <SkeletonRows rows={12} height={30} />
      )}
      <div ref={useRoom(SELECTION_BAR)} className={css['bottom']}>
        <SelectionLine filter={tree.filter} />
        <SelectionBar />
        <div className={css['foot']}>
          {tree.total !== undefined &&
            t(isOpen(tree.filter) ? 'tree.total' : 'tree.totalFound', {
              count: tree.total,
              n: formats.number(tree.total),
            })}
        </div>
      </div>
      <NodeMenu
        at={menu}
        canAdd={writable(menu?.node)}
        canDelete={writable(menu?.node)}
        canAudit={mayAudit}
        canGroup={mayGroup}
        onAssign={open.assign}
        canExport={mayTransfer}
        onExport={on.onExport}
        onMaskHistory={on.onMaskHistory}
        onClose={closeMenu}
        onAdd={(node) => node.kind !== 'view' && on.onAddBelow(node.kind, node.id)}
        onAddRecorder={open.addRecorder}
        onRename={startRename}
        onDelete={remove}
        onAlarms={openAlarms}
        canPause={mayPause && menu?.node.permission === 'write'}
        onPause={({ kind, id, name }) => kind !== 'project' && open.pause({ kind, id, name })}
        onResume={({ kind, id, name }) => kind !== 'project' && void cancel({ kind, id, name })}
        onArm={({ id, name }) => void arm({ id, name })}
        onDisarm={({ id, name }) => open.disarm({ id, name })}
        onAudit={() => void navigate({ to: '/cams/audit-log' })}
      />
    </nav>
  )
}
