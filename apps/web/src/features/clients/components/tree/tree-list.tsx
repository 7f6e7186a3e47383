import { useCallbackRef } from '@mantine/hooks'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { handleError } from '../../../../lib/errors/error-handler.ts'
import { VirtualList, type VirtualListHandle } from '../../../../ui/virtual-list.tsx'
import { findByPrefix, moveByKey, placeOf, typedPrefix } from '../../model/tree-keys.ts'
import { isOpen } from '../../model/tree-filter.ts'
import type { NodeRow, TreeNode, TreeRow } from '../../model/tree-levels.ts'
import { keyOf, loadedStore, showPages } from '../../state/tree-pages.ts'
import { toggleNode } from '../../state/tree-store.ts'
import { useActiveRow } from '../../state/use-active-row.ts'
import { useNodeCounts } from '../../state/use-node-counts.ts'
import { findTyped, type Tree } from '../../state/use-tree.ts'
import { useTreeSelection } from '../../state/use-tree-selection.ts'
import type { MenuAt } from './node-menu.tsx'
import { OtherRow } from './other-row.tsx'
import { type RowActions, TreeRowItem } from './tree-row.tsx'
import css from './tree.module.css'

const ROW_HEIGHT = 30
const TYPING_MS = 700

interface TreeListProps {
  tree: Tree
  selectedId: string | undefined
  busyId: string | undefined
  renamingId: string | undefined
  scrollTo: string | undefined
  onSelect: (node: TreeNode) => void
  onMenu: (at: MenuAt) => void
  onRename: (node: TreeNode, name: string) => void
  onRenaming: (node: TreeNode | undefined) => void
  onDelete: (node: TreeNode) => void
}

/** The tree: a virtual list with one active row, moved by keys and typed letters. */
export function TreeList({ tree, selectedId, busyId, renamingId, scrollTo, ...on }: TreeListProps) {
  const { t } = useTranslation('clients')
  const prefix = useId()
  const list = useRef<VirtualListHandle>(null)
  const { rows, filter } = tree
  const active = useActiveRow(rows, { selectedId, scrollTo, filterKey: keyOf(filter) }, list)
  const selection = useTreeSelection(rows)
  const { range, onRange } = useShownPages(tree)
  const counts = useNodeCounts(useStore(loadedStore).levels, range)
  const typeAhead = useTypeAhead(tree, active)
  const rowId = (key: string) => `${prefix}-${key}`
  const node = active.row?.type === 'node' ? active.row.node : undefined

  const openMenu = (of: TreeNode) => {
    const box = document.querySelector(`[id="${rowId(of.id)}"]`)?.getBoundingClientRect()
    on.onMenu({ node: of, x: (box?.left ?? 0) + 24, y: box?.bottom ?? 0 })
  }
  const move = (event: KeyboardEvent): boolean => {
    const found = moveByKey(rows, active.at, event.key)
    if (!found) return false
    if ('to' in found) {
      active.goTo(found.to)
      const to = rows.indexOf(found.to.id) ?? rows.positionIn(found.to.levelId, found.to.index)
      if (to !== undefined && event.shiftKey) selection.extend(active.at, to)
      else if (to !== undefined) selection.startAt(to)
    } else if ('toggle' in found) toggleNode(found.toggle)
    else if (node) on.onSelect(node)
    return true
  }
  /** Returns true when the tree handled the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      if (node) openMenu(node)
      return true
    }
    if (selection.onKey(event, active.at, node)) return true
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (node && event.key === 'F2') on.onRenaming(node)
    else if (node && event.key === 'Delete') on.onDelete(node)
    else if (event.key.length === 1 && event.key !== ' ' && event.key !== '?' && event.key !== '/') typeAhead(event.key)
    else return move(event)
    return true
  }
  const actions = useRowActions({
    onClick: (event, row) => {
      const at = rows.indexOf(row.key)
      if (at === undefined) return
      const place = placeOf(row)
      if (place) active.setPlace(place)
      if (selection.onClick(event, at, row.node)) return
      selection.startAt(at)
      on.onSelect(row.node)
    },
    onCheck: (row) => selection.toggle(rows.indexOf(row.key), row.node),
    onToggle: (row) => toggleNode(row.key),
    onMenu: (row, point) => on.onMenu({ node: row.node, ...point }),
    onRename: (row, name) => on.onRename(row.node, name),
    onRenameEnd: () => on.onRenaming(undefined),
  })
  const renderNode = (row: NodeRow, at: number) => (
    <TreeRowItem
      row={row}
      id={rowId(row.key)}
      active={at === active.at}
      selected={row.key === selectedId}
      checked={selection.isChecked(row.key)}
      busy={row.key === busyId}
      renaming={row.key === renamingId}
      counts={counts.get(row.key)}
      search={filter.search ?? ''}
      isFiltered={!isOpen(filter)}
      actions={actions}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the tree inside has the focus; its keys bubble up to here
    <div
      className={css['list']}
      data-late={tree.isLate || undefined}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || !onKey(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <VirtualList<TreeRow>
        ref={list}
        label={t('tree.label')}
        role="tree"
        rows={rows}
        rowKey={({ key }) => key}
        rowHeight={ROW_HEIGHT}
        activeId={active.row?.type === 'node' ? rowId(active.row.key) : undefined}
        activeIndex={active.at}
        onRange={onRange}
        render={(row, at) => (row.type === 'node' ? renderNode(row, at) : <OtherRow row={row} />)}
      />
    </div>
  )
}

/** Returns functions that stay the same and call the current ones. */
function useRowActions(current: RowActions): RowActions {
  const onClick = useCallbackRef(current.onClick)
  const onCheck = useCallbackRef(current.onCheck)
  const onToggle = useCallbackRef(current.onToggle)
  const onMenu = useCallbackRef(current.onMenu)
  const onRename = useCallbackRef(current.onRename)
  const onRenameEnd = useCallbackRef(current.onRenameEnd)
  return useMemo(
    () => ({ onClick, onCheck, onToggle, onMenu, onRename, onRenameEnd }),
    [onClick, onCheck, onToggle, onMenu, onRename, onRenameEnd],
  )
}

/** Loads the pages of the displayed rows. Returns a callback that receives the range of these rows. */
function useShownPages({ rows, filter }: Tree) {
  const [shown, setShown] = useState<[number, number]>([0, 30])
  const range = useMemo(() => rows.pagesOf(shown[0], shown[1]), [rows, shown])
  const key = `${keyOf(filter)} ${JSON.stringify(range)}`
  useEffect(() => {
    showPages(range).catch((error: unknown) => handleError(error))
    // The rows change with every loaded page. The effect runs only if the needed pages change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  const onRange = useCallback((first: number, last: number) => setShown([first, last]), [])
  return { range, onRange }
}

/** Moves to the next node whose name starts with the typed letters. If that node is not loaded, the server returns its position. */
function useTypeAhead({ rows }: Tree, active: ReturnType<typeof useActiveRow>) {
  const { i18n } = useTranslation()
  const typed = useRef({ text: '', at: 0 })
  return (letter: string) => {
    const now = performance.now()
    const text = now - typed.current.at < TYPING_MS ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    const near: NodeRow[] = []
    const from = active.at ?? 0
    for (let at = from; at < Math.min(rows.length, from + 60); at++) {
      const row = rows.at(at)
      if (row?.type === 'node') near.push(row)
    }
    const found = placeOf(findByPrefix(near, near[0]?.key, text, i18n.language))
    if (found && active.at !== undefined) return active.goTo(found)
    const prefix = typedPrefix(text, i18n.language)
    const levelId = active.place?.levelId ?? ''
    const next = active.place ? active.place.index + (prefix.length === 1 ? 1 : 0) : 0
    findTyped(levelId, prefix, next).then(
      (place) => place && typed.current.text === text && active.goTo(place),
      (error: unknown) => handleError(error, { level: 'warning' }),
    )
  }
}
