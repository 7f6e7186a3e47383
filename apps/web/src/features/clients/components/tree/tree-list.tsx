import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { useErrorText } from '../../../../ui/error-text.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { VirtualList, type VirtualListHandle } from '../../../../ui/virtual-list.tsx'
import { findByPrefix, moveByKey } from '../../model/tree-keys.ts'
import type { NodeRow, TreeNode, TreeRow } from '../../model/tree-rows.ts'
import { toggleNode } from '../../state/tree-store.ts'
import type { Tree } from '../../state/use-tree.ts'
import type { MenuAt } from './node-menu.tsx'
import { TreeRowItem } from './tree-row.tsx'
import css from './tree.module.css'

const ROW_HEIGHT = 30
const TYPING_MS = 700
/** The next page loads this many rows before the end. */
const AHEAD = 40

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
export function TreeList({
  tree,
  selectedId,
  busyId,
  renamingId,
  scrollTo,
  onSelect,
  onMenu,
  onRename,
  onRenaming,
  onDelete,
}: TreeListProps) {
  const { t, i18n } = useTranslation(['clients', 'common'])
  const errorText = useErrorText()
  const prefix = useId()
  const list = useRef<VirtualListHandle>(null)
  const typed = useRef({ text: '', at: 0 })
  const [activeId, setActiveId] = useState<string>()
  const [goesToEnd, setGoesToEnd] = useState(false)
  const { rows, pages } = tree
  const indexOf = (key: string | undefined) => rows.findIndex((row) => row.key === key)
  const current = indexOf(activeId) >= 0 ? activeId : indexOf(selectedId) >= 0 ? selectedId : undefined
  const rowId = (key: string) => `${prefix}-${key}`
  const nodeAt = (key: string | undefined) =>
    rows.find((row): row is NodeRow => row.type === 'node' && row.key === key)?.node

  const activate = (key: string) => {
    setActiveId(key)
    list.current?.scrollToIndex(indexOf(key))
  }
  const wanted = indexOf(scrollTo)
  useEffect(() => {
    if (wanted >= 0) list.current?.scrollToIndex(wanted, 'center')
    // Scrolls only when another node is requested or has just been loaded. Later changes of its position must not move the list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [scrollTo, wanted >= 0])

  const loadMore = () => {
    const element = list.current?.element()
    if (!element || !pages.hasNextPage || pages.isFetching) return
    const left = element.scrollHeight - element.scrollTop - element.clientHeight
    if (left < AHEAD * ROW_HEIGHT) void pages.fetchNextPage({ cancelRefetch: false })
  }
  useEffect(loadMore)

  // The last row is known once all pages are loaded. Until then the list stays at the last row of before, since following each page would
  // lay it out again each time.
  const arrived = goesToEnd && (!pages.hasNextPage || pages.isError)
  useEffect(() => {
    if (!arrived) return
    setGoesToEnd(false)
    setActiveId(rows.findLast((row) => row.type === 'node')?.key)
    list.current?.scrollToIndex(rows.length - 1)
  }, [arrived, rows])

  const openMenu = (node: TreeNode) => {
    const box = document.querySelector(`[id="${rowId(node.id)}"]`)?.getBoundingClientRect()
    onMenu({ node, x: (box?.left ?? 0) + 24, y: box?.bottom ?? 0 })
  }
  const typeAhead = (letter: string) => {
    const now = performance.now()
    const text = now - typed.current.at < TYPING_MS ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    const found = findByPrefix(rows, current, text, i18n.language)
    if (found) activate(found)
  }
  /** Returns true when the tree handled the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    const node = nodeAt(current)
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      if (node) openMenu(node)
      return true
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    setGoesToEnd(event.key === 'End' && pages.hasNextPage)
    if (node && event.key === 'F2') onRenaming(node)
    else if (node && event.key === 'Delete') onDelete(node)
    else if (event.key.length === 1 && event.key !== ' ' && event.key !== '?' && event.key !== '/') typeAhead(event.key)
    else {
      const move = moveByKey(rows, current, event.key)
      if (!move) return false
      if (event.key === 'End') tree.loadAll()
      if ('active' in move) activate(move.active)
      else if ('toggle' in move) toggleNode(move.toggle)
      else if (node) onSelect(node)
    }
    return true
  }

  const renderRow = (row: TreeRow) => {
    if (row.type === 'node') {
      const { node } = row
      return (
        <TreeRowItem
          row={row}
          id={rowId(row.key)}
          active={row.key === current}
          selected={row.key === selectedId}
          busy={row.key === busyId}
          renaming={row.key === renamingId}
          onSelect={() => {
            setActiveId(row.key)
            onSelect(node)
          }}
          onToggle={() => {
            setActiveId(row.key)
            toggleNode(row.key)
          }}
          onMenu={(at) => {
            setActiveId(row.key)
            onMenu({ node, ...at })
          }}
          onRename={(name) => onRename(node, name)}
          onRenameEnd={() => onRenaming(undefined)}
        />
      )
    }
    return (
      <div className={css['row']} data-level={row.level} data-kind={row.type} role="none">
        <span className={css['chevron']} />
        {row.type === 'loading' && <Skeleton width="60%" height={10} />}
        {row.type === 'empty' && <span className={css['faint']}>{t('tree.empty')}</span>}
        {row.type === 'error' && (
          <>
            <span className={css['failed']} role="alert" title={errorText(row.error)}>
              {errorText(row.error)}
            </span>
            <Button size="compact-xs" look="subtle" onClick={() => tree.retry(row.parentId)}>
              {t('common:retry')}
            </Button>
          </>
        )}
      </div>
    )
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the tree inside has the focus; its keys bubble up to here
    <div
      className={css['list']}
      // A user who scrolls meanwhile wants to be elsewhere.
      onWheel={() => setGoesToEnd(false)}
      onPointerDown={() => setGoesToEnd(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || !onKey(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <VirtualList
        ref={list}
        label={t('tree.label')}
        role="tree"
        rows={rows}
        rowKey={(row) => row.key}
        rowHeight={ROW_HEIGHT}
        activeId={current && rowId(current)}
        onScroll={loadMore}
        render={renderRow}
      />
    </div>
  )
}
