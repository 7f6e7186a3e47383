import { nodePermission, type Grants } from '@winnow/domain'

/** Whether someone with these grants may hear of a message: it names the place in the tree it is about. */
export function mayHear(grants: Grants, payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false
  const { projectId, siteId, viewId } = payload as Record<string, unknown>
  if (typeof projectId !== 'string') return false
  return (
    nodePermission(grants, {
      projectId,
      ...(typeof siteId === 'string' ? { siteId } : {}),
      ...(typeof viewId === 'string' ? { viewId } : {}),
    }) !== undefined
  )
}
