import type { NodeCounts } from '@winnow/contract'
import {
  IconCalendarOff,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconClockPause,
  IconDots,
  IconVolumeOff,
} from '@tabler/icons-react'
import { shallowEqual } from '@mantine/hooks'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import type { NodeRow } from '../../model/tree-levels.ts'
import { Highlighted } from './highlighted.tsx'
import { NodeIcon } from './node-icon.tsx'
import { DisarmedMark } from '../arming/disarmed-mark.tsx'
import { PausedMark } from '../override/paused-mark.tsx'
import { RenameInput } from './rename-input.tsx'
import css from './tree.module.css'

export interface RowState {
  active: boolean
  /** Whether the pane of this node is open. */
  selected: boolean
  /** Whether this node is one of the selected nodes; undefined while none is selected. */
  checked: boolean | undefined
  busy: boolean
  renaming: boolean
  counts: NodeCounts | undefined
  /** The search text, and whether any filter is on. */
  search: string
  isFiltered: boolean
}

/** What rows can do. The functions stay the same from one render of the tree to the next, so that unchanged rows are not rendered again. */
export interface RowActions {
  onClick: (event: MouseEvent, row: NodeRow) => void
  onCheck: (row: NodeRow) => void
  onToggle: (row: NodeRow) => void
  onMenu: (row: NodeRow, point: { x: number; y: number }) => void
  onRename: (row: NodeRow, name: string) => void
  onRenameEnd: () => void
}

interface TreeRowProps extends RowState {
  row: NodeRow
  id: string
  actions: RowActions
}

const stopped = (run: () => void) => (event: MouseEvent) => {
  event.stopPropagation()
  run()
}

/** Whether two renders of a row are equal, wherever the row is. Each layout of the tree makes new row objects, so their fields are compared. */
function isSame({ row, ...before }: TreeRowProps, { row: nextRow, ...after }: TreeRowProps): boolean {
  return shallowEqual(row, nextRow) && shallowEqual(before, after)
}

/** One client, site or camera of the tree. The tree has the focus and handles the keys. */
export const TreeRowItem = memo(function TreeRowItem({ row, id, actions, ...state }: TreeRowProps) {
  const { t } = useTranslation('clients')
  const { node } = row
  const counts = useCountsText(state.counts)
  const pausedUntil = node.active ? node.pausedUntil : null
  const disarmedUntil = node.active && node.arming?.status === 'disarmed' ? node.arming.endsAt : null
  const marks = [...(pausedUntil ? [`${id}-paused`] : []), ...(disarmedUntil ? [`${id}-disarmed`] : [])]
  const described = [...marks, ...(counts ? [`${id}-counts`] : [])].join(' ')
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    actions.onMenu(row, { x: event.clientX, y: event.clientY })
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
      aria-selected={state.selected}
      aria-checked={state.checked}
      aria-busy={state.busy || undefined}
      aria-label={node.active ? node.name : t('tree.inactiveNode', { name: node.name })}
      aria-describedby={described || undefined}
      className={css['row']}
      data-level={row.level}
      data-active={state.active || undefined}
      data-inactive={!node.active || undefined}
      data-checked={state.checked || undefined}
      onClick={(event) => actions.onClick(event, row)}
      onContextMenu={openMenu}
    >
      {row.expanded === null ? (
        <span className={css['chevron']} />
      ) : (
        <span
          className={css['chevron']}
          data-part="toggle"
          aria-hidden="true"
          onClick={stopped(() => actions.onToggle(row))}
        >
          <Chevron size={14} />
        </span>
      )}
      <span className={css['icon']} data-part="check" aria-hidden="true" onClick={stopped(() => actions.onCheck(row))}>
        <span className={css['box']}>{state.checked && <IconCheck size={12} stroke={3} />}</span>
        <NodeIcon kind={node.kind} active={node.active} />
      </span>
      {state.renaming ? (
        <RenameInput
          key={node.id}
          name={node.name}
          label={t('tree.renameLabel', { name: node.name })}
          onSave={(name) => actions.onRename(row, name)}
          onCancel={actions.onRenameEnd}
        />
      ) : (
        <span className={css['name']} title={node.name}>
          <Highlighted text={node.name} part={state.search} />
        </span>
      )}
      {/* The style sheet draws the word, since the name of the row contains it too. */}
      {!node.active && <span className={css['off']} data-text={t('tree.inactive')} aria-hidden="true" />}
      {pausedUntil && <PausedMark id={`${id}-paused`} until={pausedUntil} />}
      {disarmedUntil && <DisarmedMark id={`${id}-disarmed`} until={disarmedUntil} />}
      {node.kind !== 'view' && !state.renaming && (
        <Counts
          id={`${id}-counts`}
          counts={state.counts}
          title={counts}
          count={state.isFiltered ? node.matchCount : state.counts?.active}
        />
      )}
      {!state.renaming && (
        <span className={css['dots']} aria-hidden="true" title={t('tree.menu')} onClick={openMenu}>
          <IconDots size={16} />
        </span>
      )}
    </div>
  )
}, isSame)

/** Returns the counts of a node as a sentence, for screen readers. */
function useCountsText(counts: NodeCounts | undefined): string | undefined {
  const { t } = useTranslation('clients')
  const { number } = useFormats()
  if (!counts) return undefined
  const { active, paused, outside, silent } = counts
  return [
    t('tree.counts.active', { count: active, n: number(active) }),
    ...(paused > 0 ? [t('tree.counts.paused', { count: paused, n: number(paused) })] : []),
    ...(outside > 0 ? [t('tree.counts.outside', { count: outside, n: number(outside) })] : []),
    ...(silent > 0 ? [t('tree.counts.silent', { count: silent, n: number(silent) })] : []),
  ].join(', ')
}

interface CountsProps {
  id: string
  counts: NodeCounts | undefined
  title: string | undefined
  /** The number of active cameras or, with a filter, of matching cameras. */
  count: number | undefined
}

/** The numbers of silent, paused and active cameras of a node, and of those outside their time. The style sheet draws the numbers, since the sentence contains them too. */
function Counts({ id, counts, title, count }: CountsProps) {
  const { number } = useFormats()
  return (
    <span className={css['counts']} title={title} aria-hidden="true">
      <span id={id} hidden>
        {title}
      </span>
      {counts !== undefined && counts.silent > 0 && (
        <span className={css['silent']} data-count={number(counts.silent)}>
          <IconVolumeOff size={12} />
        </span>
      )}
      {counts !== undefined && counts.outside > 0 && (
        <span className={css['outside']} data-count={number(counts.outside)}>
          <IconCalendarOff size={12} />
        </span>
      )}
      {counts !== undefined && counts.paused > 0 && (
        <span className={css['paused']} data-count={number(counts.paused)}>
          <IconClockPause size={12} />
        </span>
      )}
      <span className={css['count']} data-count={count === undefined ? '' : number(count)} />
    </span>
  )
}
