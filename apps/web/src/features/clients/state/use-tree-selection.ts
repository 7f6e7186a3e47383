import type { KeyboardEvent, MouseEvent } from 'react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../lib/create-store.ts'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { isOpen } from '../model/tree-filter.ts'
import type { TreeNode, TreeRows } from '../model/tree-levels.ts'
import { RANGE_MOST, selectRange } from './select-range.ts'
import {
  clearSelected,
  isNothing,
  isSelected,
  selectedStore,
  selectMatching,
  toggleSelected,
} from './selected-nodes.ts'
import { loadedStore } from './tree-pages.ts'
import { expandedStore, filterExpandedStore } from './tree-store.ts'

/** Selects several nodes of the tree: with Ctrl and Shift by pointer or keys, or all nodes that match. */
export function useTreeSelection(rows: TreeRows) {
  const { t } = useTranslation('clients')
  const { number } = useFormats()
  const selected = useStore(selectedStore)
  /** The position at which a range begins. */
  const anchor = useRef<number>(undefined)

  const toggle = (at: number | undefined, { kind, id, name }: TreeNode) => {
    anchor.current = at
    toggleSelected({ kind, id, name })
  }
  const extend = (from: number | undefined, to: number) => {
    anchor.current ??= from ?? to
    const { filter } = loadedStore.get()
    const expanded = isOpen(filter) ? expandedStore.get() : filterExpandedStore.get()
    selectRange(rows, expanded, anchor.current, to).then(
      (done) => done || showToast({ type: 'warning', message: t('selected.tooMany', { n: number(RANGE_MOST) }) }),
      (error: unknown) => handleError(error),
    )
  }
  return {
    isChecked: (id: string) => (isNothing(selected) ? undefined : isSelected(selected, id)),
    toggle,
    extend,
    /** Sets the position at which the next range begins. */
    startAt: (at: number) => {
      anchor.current = at
    },
    /** Handles a click. Returns false if the click should open the node's pane. */
    onClick: (event: MouseEvent, at: number, node: TreeNode): boolean => {
      if (event.shiftKey) extend(undefined, at)
      else if (event.ctrlKey || event.metaKey) toggle(at, node)
      else return false
      return true
    },
    /** Handles a key that selects without moving. Returns false for any other key. */
    onKey: (event: KeyboardEvent, at: number | undefined, node: TreeNode | undefined): boolean => {
      const command = event.ctrlKey || event.metaKey
      if (command && event.key.toLowerCase() === 'a') selectMatching(loadedStore.get().filter)
      else if (command && event.key === ' ' && node && at !== undefined) toggle(at, node)
      else if (event.key === 'Escape' && !isNothing(selectedStore.get())) clearSelected()
      else return false
      return true
    },
  }
}
