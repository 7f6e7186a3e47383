import { RTSP_LIMIT_REACHED } from '@winnow/contract'
import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { defineBackgroundJob } from '../../platform/jobs/background-job.ts'
import type { StreamPlaces } from '../camera-streams/index.ts'
import type { ProductPlan } from '../products/index.ts'
import { findTakenKeys, lockNames } from '../tree/index.ts'
import { withFreeNames } from './free-names.ts'
import { mayChange } from './select-views.ts'
import {
  entryOf,
  failuresOf,
  idsOf,
  linkOfView,
  lockViews,
  missingOf,
  type Refusal,
  type ViewBefore,
} from './view-batch.ts'

const BATCH = 500
const VIEWS = { line: 'views', category: 'view', permission: 'node.write', batch: BATCH, link: linkOfView } as const

const NAME_TAKEN: Refusal = { code: 'NAME_TAKEN', message: 'The site has a camera of this name already' }
const KEY_TAKEN: Refusal = { code: 'KEY_TAKEN', message: 'Another camera has its key by now: delete that one first' }
const NO_STREAM_PLACE: Refusal = { code: 'RTSP_LIMIT', message: RTSP_LIMIT_REACHED }
const SITE_GONE: Refusal = { code: 'CONFLICT', message: 'Its site is deleted: restore that first' }
const SITE_DELETED: Refusal = { code: 'CONFLICT', message: 'The site was deleted' }

/** Moves cameras. Past alarms keep the site where they happened. A camera keeps its address, and grants apply by its new place. */
export const moveToSite = defineBackgroundJob({
  ...VIEWS,
  name: 'views.move',
  group: 'view.move',
  params: z.object({ siteId: z.uuid() }),
  async apply({ tx, job, audit, grants }, items) {
    const { siteId } = job.params
    await lockNames(tx, [siteId])
    const site = await tx
      .selectFrom('site')
      .select(['id', 'project_id'])
      .where('id', '=', siteId)
      .where('deleted_at', 'is', null)
      // A deletion of the site waits, and then deletes the moved cameras too.
      .forShare()
      .executeTakeFirst()
    const views = await lockViews({ tx, grants }, items, sql`1 as locked`)
    const missing = missingOf(items, views)
    if (!site)
      return [
        ...missing,
        ...failuresOf(
          items,
          views.map((view) => [view, SITE_DELETED]),
        ),
      ]
    const leaving = views
      .filter((view) => view.site_id !== siteId)
      .map((view) => ({ view, id: view.id, name: view.name, site_id: siteId }))
    const free = await withFreeNames(tx, leaving)
    const moved = leaving.filter((candidate) => free.has(candidate)).map(({ view }) => view)
    if (moved.length > 0)
      await sql`update view set site_id = ${siteId}, project_id = ${site.project_id}
        where id = any(${moved.map(({ id }) => id)}::uuid[])`.execute(tx)
    const after = { siteId, clientId: site.project_id }
    await audit(
      moved.map((view) =>
        entryOf(
          'view.moved',
          { ...view, site_id: siteId, project_id: site.project_id },
          {
            before: { siteId: view.site_id, clientId: view.project_id },
            after,
          },
        ),
      ),
    )
    const named = leaving.filter((candidate) => !free.has(candidate)).map(({ view }) => view)
    return [
      ...missing,
      ...failuresOf(
        items,
        named.map((view) => [view, NAME_TAKEN]),
      ),
    ]
  },
})

/** Deletes cameras. All get the creation time of the job as time of deletion, by which {@link restoreDeleted} finds them. */
export const deleteSelected = defineBackgroundJob({
  ...VIEWS,
  name: 'views.delete',
  group: 'view.delete',
  params: z.object({}),
  async apply({ tx, job, audit, grants }, items) {
    const views = await lockViews({ tx, grants }, items, sql`1 as locked`)
    await sql`update view set deleted_at = ${job.createdAt} where id = any(${views.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    )
    await audit(views.map((view) => entryOf('view.deleted', view)))
    return missingOf(items, views)
  },
})

interface RestoreDeps {
  productPlan: ProductPlan
  streamPlaces: StreamPlaces
}

/**
 * Undoes a deletion. Cameras that were restored meanwhile are skipped. Those for which the plan has no room lose their products. One whose stream
 * has no place stays deleted.
 */
export const restoreDeleted = ({ productPlan: plan, streamPlaces }: RestoreDeps) =>
  defineBackgroundJob({
    ...VIEWS,
    name: 'views.restore',
    group: 'view.restore',
    params: z.object({ deletedAt: z.iso.datetime() }),
    async apply({ tx, job, now, audit, publish, grants }, items) {
      await plan.lock(tx, job.companyId)
      const { rows: sites } = await sql<{ site_id: string }>`
      select distinct site_id from view where id = any(${idsOf(items)}::uuid[])`.execute(tx)
      const siteIds = sites.map((row) => row.site_id)
      await lockNames(tx, siteIds)
      // A deletion of one of the sites waits, and then deletes the restored cameras too.
      await sql`select from site where id = any(${siteIds}::uuid[]) order by id for share`.execute(tx)
      const { rows: views } = await sql<ViewBefore & { deleted_at: Date | null; site_gone: boolean }>`
      select view.id, view.name, view.site_id, view.project_id, view.deleted_at, site.deleted_at is not null as site_gone
      from view join site on site.id = view.site_id
      where view.id = any(${idsOf(items)}::uuid[]) and ${mayChange(grants)} order by view.id for no key update of view`.execute(
        tx,
      )
      const at = new Date(job.params.deletedAt).getTime()
      const deleted = views.filter((view) => view.deleted_at?.getTime() === at)
      const orphans = deleted.filter((view) => view.site_gone)
      const candidates = deleted.filter((view) => !view.site_gone)
      const free = await withFreeNames(tx, candidates)
      const ids = candidates.map(({ id }) => id)
      const taken = await findTakenKeys(tx, job.companyId, {
        kind: 'view',
        which: sql<SqlBool>`n.id = any(${ids}::uuid[])`,
        most: BATCH,
      })
      const keyless = new Set(taken.map(({ id }) => id))
      const ready = candidates.filter((view) => free.has(view) && !keyless.has(view.id))
      const placeless = await streamPlaces.withoutPlace(
        tx,
        job.companyId,
        ready.map(({ id }) => id),
      )
      const restored = ready.filter(({ id }) => !placeless.has(id))
      if (restored.length > 0)
        await sql`update view set deleted_at = null where id = any(${restored.map(({ id }) => id)}::uuid[])`.execute(tx)
      await audit(restored.map((view) => entryOf('view.restored', view)))
      await plan.settle({ tx, companyId: job.companyId, author: job.author, now, publish })
      return [
        ...missingOf(items, views),
        ...failuresOf(items, [
          ...orphans.map((view) => [view, SITE_GONE] as const),
          ...candidates.filter((view) => !free.has(view)).map((view) => [view, NAME_TAKEN] as const),
          ...candidates
            .filter((view) => free.has(view) && keyless.has(view.id))
            .map((view) => [view, KEY_TAKEN] as const),
          ...ready.filter(({ id }) => placeless.has(id)).map((view) => [view, NO_STREAM_PLACE] as const),
        ]),
      ]
    },
  })
