import { IconChevronDown, IconChevronRight, IconDots } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { NodeRow } from '../../model/tree-rows.ts'
import { NodeIcon } from './node-icon.tsx'
import { PausedMark } from '../override/paused-mark.tsx'
import { RenameInput } from './rename-input.tsx'
import css from './tree.module.css'

interface TreeRowProps {
  row: NodeRow
  id: string
  active: boolean
  selected: boolean
  busy: boolean
  renaming: boolean
  onSelect: () => void
  onToggle: () => void
  onMenu: (at: { x: number; y: number }) => void
  onRename: (name: string) => void
  onRenameEnd: () => void
}

/** One client, site or camera of the tree. Keys are those of the tree, which has the focus. */
export function TreeRowItem({
  row,
  id,
  active,
  selected,
  busy,
  renaming,
  onSelect,
  onToggle,
  onMenu,
  onRename,
  onRenameEnd,
}: TreeRowProps) {
  const { t } = useTranslation('clients')
  const { node } = row
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onMenu({ x: event.clientX, y: event.clientY })
  }
  const Chevron = row.expanded ? IconChevronDown : IconChevronRight
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and the keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-setsize={row.of}
      aria-posinset={row.index}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={selected}
      aria-busy={busy || undefined}
      aria-label={node.active ? node.name : t('tree.inactiveNode', { name: node.name })}
      className={css['row']}
      data-level={row.level}
      data-active={active || undefined}
      data-inactive={!node.active || undefined}
      onClick={onSelect}
      onContextMenu={openMenu}
    >
      {row.expanded === null ? (
        <span className={css['chevron']} />
      ) : (
        <span
          className={css['chevron']}
          data-part="toggle"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <Chevron size={14} />
        </span>
      )}
      <span className={css['icon']}>
        <NodeIcon kind={node.kind} active={node.active} />
      </span>
      {renaming ? (
        <RenameInput
          name={node.name}
          label={t('tree.renameLabel', { name: node.name })}
          onSave={onRename}
          onCancel={onRenameEnd}
        />
      ) : (
        <span className={css['name']} title={node.name}>
          {node.name}
        </span>
      )}
      {!node.active ? (
        <span className={css['off']}>{t('tree.inactive')}</span>
      ) : (
        node.pausedUntil && <PausedMark until={node.pausedUntil} />
      )}
      {node.kind !== 'view' && !renaming && (
        // Drawn by the style sheet, so that it is not part of the node's accessible name.
        <span className={css['count']} data-count={node.childCount} aria-hidden="true" />
      )}
      {!renaming && (
        <span className={css['dots']} aria-hidden="true" title={t('tree.menu')} onClick={openMenu}>
          <IconDots size={16} />
        </span>
      )}
    </div>
  )
}
