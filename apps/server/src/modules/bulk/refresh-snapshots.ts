import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import { z } from 'zod'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import { defineBackgroundJob } from '../../platform/jobs/background-job.ts'
import type { Snapshots } from '../pictures/index.ts'
import { failuresOf, idsOf, linkOfView, lockViews, missingOf, type Refusal } from './view-batch.ts'

/** The number of cameras in one step. A picture may have to be decoded for each camera. */
const BATCH = 25

export interface RefreshDeps {
  db: Db
  snapshots: Snapshots
}

const NO_PICTURE: Refusal = { code: 'NO_PICTURE', message: 'This camera has sent no picture yet' }

/** A job only makes small copies. Who may see them is checked when they are shown. */
const EVERYTHING: Grants = { all: true, permission: 'read' }

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
      for (const id of idsOf(items))
        await snapshots.take((work) => inTenant(db, companyId, work), { viewId: id, grants: EVERYTHING })
    },
    async apply({ tx, grants }, items) {
      const views = await lockViews<{ last_picture_at: Date | null }>({ tx, grants }, items, sql`view.last_picture_at`)
      const blind = views.filter((view) => view.last_picture_at === null)
      return [
        ...missingOf(items, views),
        ...failuresOf(
          items,
          blind.map((view) => [view, NO_PICTURE]),
        ),
      ]
    },
  })
