import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ExportDialog, type ExportPlace } from '../../transfers/index.ts'
import { idOf, kindOf, type Selection } from '../model/selection.ts'
import type { TreeNode } from '../model/tree-levels.ts'
import { nodeQuery } from '../state/tree-queries.ts'

/** The client or site of the open pane; for a camera, its site. Undefined if no pane is open or it is still loading. */
function placeOf(selection: Selection, queries: QueryClient): ExportPlace | undefined {
  const [kind, id] = [kindOf(selection), idOf(selection)]
  if (kind === undefined || id === undefined) return undefined
  if (kind === 'view') {
    const view = queries.getQueryData(nodeQuery('view', id).queryKey)
    return view && { kind: 'site', id: view.siteId, name: view.siteName }
  }
  const node = queries.getQueryData(nodeQuery(kind, id).queryKey)
  return node && { kind, id, name: node.name }
}

/** The export dialog. `start` opens it for a client or site of the tree; without one, for the open pane. */
export function useExport(selection: Selection): { start: (node: TreeNode | undefined) => void; dialog: ReactNode } {
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [place, setPlace] = useState<ExportPlace>()
  const start = (node: TreeNode | undefined) => {
    setPlace(
      node === undefined || node.kind === 'view'
        ? placeOf(selection, queries)
        : { kind: node.kind, id: node.id, name: node.name },
    )
    setOpened(true)
  }
  return { start, dialog: <ExportDialog opened={opened} place={place} onClose={() => setOpened(false)} /> }
}
