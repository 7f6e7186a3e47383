import type { ClientsSearch } from '../../clients-search.ts'
import type { Selection } from '../../model/selection.ts'
import type { NodeRef } from '../../state/use-node-actions.ts'

/** The props of every node pane. */
export interface PaneProps {
  id: string
  tab: ClientsSearch['tab']
  /** Opens another pane. Asks first if something is unsaved. */
  go: (to: Selection) => void
  /** Opens another pane after saving. */
  finish: (to: Selection) => void
  onDelete: (node: NodeRef) => void
}
