import { sql, type RawBuilder } from 'kysely'
import type { FailedItem, JobItem, JobStep, PlacedEntry } from '../../platform/jobs/background-job.ts'
import { mayChange } from './select-views.ts'

/** A camera as it is before the change. */
export interface ViewBefore {
  id: string
  name: string
  site_id: string
  project_id: string
}

/** Path of a camera's page in the console. */
export const linkOfView = (id: string): string => `/cams/clients/u?cam=${id}`

export const idsOf = (items: readonly JobItem[]): string[] => items.flatMap(({ objectId }) => objectId ?? [])

/** Returns a failure for each item whose camera was not found. */
export const missingOf = (items: readonly JobItem[], found: readonly { id: string }[]): FailedItem[] => {
  const known = new Set(found.map(({ id }) => id))
  return items.flatMap(({ position, objectId }) =>
    objectId !== null && known.has(objectId)
      ? []
      : [
          {
            position,
            name: objectId ?? '',
            code: 'NOT_FOUND' as const,
            message: 'This camera does not exist, or you have no access',
          },
        ],
  )
}

/** Why something was not done for a camera. */
export type Refusal = Pick<FailedItem, 'code' | 'message'>

/** Returns a failure for the item of each refused camera. */
export function failuresOf(
  items: readonly JobItem[],
  refused: Iterable<readonly [view: { id: string; name: string }, refusal: Refusal]>,
): FailedItem[] {
  const byId = new Map([...refused].map(([{ id, name }, { code, message }]) => [id, { name, code, message }]))
  return items.flatMap(({ position, objectId }) => {
    const failure = objectId === null ? undefined : byId.get(objectId)
    return failure ? [{ position, ...failure }] : []
  })
}

/**
 * Locks the cameras of some items, in the order of their ids, and reads them. Cameras that were deleted since the
 * job was planned are left out, and those that its author may not change any more.
 * @param columns further columns of `view`
 */
export async function lockViews<Row extends object>(
  { tx, grants }: Pick<JobStep<unknown>, 'tx' | 'grants'>,
  items: readonly JobItem[],
  columns: RawBuilder<unknown>,
): Promise<(ViewBefore & Row)[]> {
  const { rows } = await sql<ViewBefore & Row>`
    select view.id, view.name, view.site_id, view.project_id, ${columns} from view
    where view.id = any(${idsOf(items)}::uuid[]) and view.deleted_at is null and ${mayChange(grants)}
    order by view.id for no key update`.execute(tx)
  return rows
}

/** The audit's record of a change of a camera. */
export const entryOf = (
  action: string,
  view: ViewBefore,
  change: { before?: unknown; after?: unknown } = {},
): PlacedEntry => ({
  action,
  objectType: 'view',
  objectId: view.id,
  objectName: view.name,
  ...change,
  place: { projectId: view.project_id, siteId: view.site_id, viewId: view.id },
})
