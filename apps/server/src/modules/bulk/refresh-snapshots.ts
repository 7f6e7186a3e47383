import { sql } from 'kysely'
import { z } from 'zod'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import { defineBackgroundJob, type FailedItem, type JobItem } from '../../platform/jobs/background-job.ts'
import type { Snapshots } from '../pictures/index.ts'
import { idsOf, linkOfView, lockViews, missingOf } from './view-batch.ts'

/** The number of cameras in one step. A picture may have to be decoded for each camera. */
const BATCH = 25

export interface RefreshDeps {
  db: Db
  snapshots: Snapshots
}

/** Returns a failure for each camera that has sent no picture. */
const withoutPicture = (
  items: readonly JobItem[],
  views: readonly { id: string; name: string; last_picture_at: Date | null }[],
): FailedItem[] => {
  const blind = new Map(views.filter((view) => view.last_picture_at === null).map(({ id, name }) => [id, name]))
  return items.flatMap(({ position, objectId }) => {
    const name = objectId === null ? undefined : blind.get(objectId)
    const message = 'This camera has sent no picture yet'
    return name === undefined ? [] : [{ position, name, code: 'NO_PICTURE' as const, message }]
  })
}

/** Takes a new snapshot of cameras. When this runs without a job, thumbnails are created at their first request. */
export const refreshOf = ({ db, snapshots }: RefreshDeps) =>
  defineBackgroundJob({
    line: 'views',
    category: 'view',
    permission: 'node.write',
    batch: BATCH,
    link: linkOfView,
    name: 'views.refresh-snapshots',
    group: 'view.refresh-snapshots',
    params: z.object({}),
    async prepare({ companyId }, items) {
      for (const id of idsOf(items)) await snapshots.take((work) => inTenant(db, companyId, work), id)
    },
    async apply({ tx, grants }, items) {
      const views = await lockViews<{ last_picture_at: Date | null }>({ tx, grants }, items, sql`view.last_picture_at`)
      return [...missingOf(items, views), ...withoutPicture(items, views)]
    },
  })
