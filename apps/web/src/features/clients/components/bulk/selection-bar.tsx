import { useStore } from '../../../../lib/create-store.ts'
import { camerasOf, clearSelected, selectedStore } from '../../state/selected-nodes.ts'
import { BulkActions } from './bulk-actions.tsx'

/** The actions on what is selected in the tree; nothing while nothing is. */
export function SelectionBar() {
  const selection = camerasOf(useStore(selectedStore))
  return selection ? <BulkActions selection={selection} onClear={clearSelected} /> : null
}
