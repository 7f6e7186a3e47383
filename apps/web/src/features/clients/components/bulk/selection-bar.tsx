import { useStore } from '../../../../lib/create-store.ts'
import { camerasOf, clearSelected, selectedStore } from '../../state/selected-nodes.ts'
import { BulkActions } from './bulk-actions.tsx'

/** The actions on the nodes that are selected in the tree. Renders nothing while no node is selected. */
export function SelectionBar() {
  const selection = camerasOf(useStore(selectedStore))
  return selection ? <BulkActions selection={selection} onClear={clearSelected} /> : null
}
