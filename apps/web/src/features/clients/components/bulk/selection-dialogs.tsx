import type { CameraSelection } from '@winnow/contract'
import { useEffect } from 'react'
import { createStore, useStore } from '../../../../lib/create-store.ts'
import { camerasOf, clearSelected, selectedStore } from '../../state/selected-nodes.ts'
import { useSelectedCount } from '../../state/use-selected-count.ts'
import { type BulkAction, BulkDialogs } from './bulk-dialogs.tsx'

/** The action on the selected cameras whose dialog is open. */
export const bulkActionStore = createStore<BulkAction | undefined>(undefined)
const close = () => bulkActionStore.set(undefined)

/**
 * The dialogs of the actions on the selected cameras. They stand beside the tree and the pane, and not in the bar with the actions: the bar
 * moves from one to the other when the window gets as narrow as a phone, and an open dialog must survive that.
 */
export function SelectionDialogs() {
  const selection = camerasOf(useStore(selectedStore))
  return selection ? <Dialogs selection={selection} /> : null
}

function Dialogs({ selection }: { selection: CameraSelection }) {
  const action = useStore(bulkActionStore)
  const { cameras } = useSelectedCount(selection)
  // Without a selection or on another screen, nothing is left to decide.
  useEffect(() => close, [])
  return (
    <BulkDialogs action={action} selection={selection} cameras={cameras} onStarted={clearSelected} onClose={close} />
  )
}
