import { nodePermission, type Grants } from '@winnow/domain'

/** Whether a user with these grants may receive a message, judged by the ids of clients and sites in the message. */
export function mayHear(grants: Grants, payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false
  const { projectId, siteId, viewId, groupId, scheduleId, jobId } = payload as Record<string, unknown>
  // The event of a group contains only its id, which reveals nothing to users who see none of its clients.
  if (typeof groupId === 'string') return true
  // Nor does that of a template.
  if (typeof scheduleId === 'string') return true
  // The event of a job says only that the job runs.
  if (typeof jobId === 'string') return true
  if (typeof projectId !== 'string') return false
  return (
    nodePermission(grants, {
      projectId,
      ...(typeof siteId === 'string' ? { siteId } : {}),
      ...(typeof viewId === 'string' ? { viewId } : {}),
    }) !== undefined
  )
}
