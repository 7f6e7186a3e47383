import { useQuery } from '@tanstack/react-query'
import type { Site, View, Project } from '@winnow/contract'
import { useMemo } from 'react'
import type { NodeKind } from '../model/selection.ts'
import { nodeQuery } from './tree-queries.ts'

const MISSING = '00000000-0000-0000-0000-000000000000'

function pathOf(node: Project | Site | View) {
  if ('clientId' in node) return { projectId: node.clientId, above: [node.clientId, node.siteId] }
  if ('projectId' in node) return { projectId: node.projectId, above: [node.projectId] }
  return { projectId: node.id, above: [] }
}

/** The ancestors of a node, once it is known. */
export function useNodePath(kind: NodeKind | undefined, id: string | undefined) {
  const { data } = useQuery({
    ...nodeQuery(kind ?? 'project', id ?? MISSING),
    enabled: kind !== undefined && id !== undefined,
    meta: { errors: 'inline' },
  })
  return useMemo(() => data && pathOf(data), [data])
}
