import { useStore } from '../../../../lib/create-store.ts'
import { SELECTION_BAR, useRoom } from '../../../../ui/use-room.ts'
import { camerasOf, clearSelected, selectedStore } from '../../state/selected-nodes.ts'
import { BulkActions } from './bulk-actions.tsx'

/** The actions on the nodes that are selected in the tree. Renders nothing while no node is selected. */
export function SelectionBar() {
  const selection = camerasOf(useStore(selectedStore))
  return selection ? <BulkActions selection={selection} onClear={clearSelected} /> : null
}

/** The same below a pane, on phones, where the tree is not shown beside it. */
export function PaneSelectionBar() {
  return (
    <div ref={useRoom(SELECTION_BAR)}>
      <SelectionBar />
    </div>
  )
}
