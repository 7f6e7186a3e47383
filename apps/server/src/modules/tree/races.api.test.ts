// Changes of the same part of the tree at the same time, by bulk actions and single calls.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createCamera } from '../../../test/factories.ts'
import { openJobLab } from '../../../test/job-lab.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { lockNames } from './tree-locks.ts'

const lab = openJobLab()
const { call, ended } = lab

/** Starts a change that has to wait for a lock, and deletes the client or site above before the change can go on. */
async function deleteMeanwhile<T>(
  url: string,
  lock: (tx: Tx) => Promise<unknown>,
  start: () => Promise<T>,
): Promise<T> {
  const db = lab.server.database.runtime
  const { started, deleting } = await inSystem(db, async (tx) => {
    await lock(tx)
    const reply = start()
    await until('the change to wait', () => waitsForLock(db))
    let isDeleted = false
    const deletion = call('DELETE', url).finally(() => {
      isDeleted = true
    })
    await until('the deletion to end or to wait', async () => isDeleted || (await waitsForLock(db, 2)))
    return { started: reply, deleting: deletion }
  })
  expect((await deleting).status).toBe(200)
  return started
}

const lockRow = (kind: 'site' | 'view', id: string) => (tx: Tx) =>
  tx.selectFrom(kind).select('id').where('id', '=', id).forUpdate().noWait().execute()

/** The names of the company's sites and cameras that exist although the client or site above is deleted. */
const orphans = () =>
  inSystem(lab.server.database.runtime, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select view.name from view join site on site.id = view.site_id
      where view.company_id = ${lab.tenant.companyId} and view.deleted_at is null and site.deleted_at is not null
      union all
      select site.name from site join project on project.id = site.project_id
      where site.company_id = ${lab.tenant.companyId} and site.deleted_at is null and project.deleted_at is not null`.execute(
      tx,
    )
    return rows
  })

/** Deletes cameras with a job. Returns the id of the job. */
const deleteCameras = async (viewIds: readonly string[]) =>
  ended(await call('DELETE', `/company/${lab.tenant.companyId}/views`, { viewIds, asBackgroundJob: true }))

describe('a client or site that is deleted leaves nothing behind', () => {
  it('of cameras that a job moves to it', async () => {
    const target = await createCamera(lab.server.database.runtime, lab.tenant.companyId)
    const body = { viewIds: [lab.tenant.viewId], siteId: target.siteId, asBackgroundJob: true }
    const move = () => call('PUT', '/v1/views/site', body)
    await ended(await deleteMeanwhile(`/site/${target.siteId}`, lockRow('view', lab.tenant.viewId), move))
    expect(await orphans()).toEqual([])
  })

  it('of cameras that a job restores in it', async () => {
    const { siteId, viewId } = await createCamera(lab.server.database.runtime, lab.tenant.companyId)
    const { id } = await deleteCameras([viewId])
    const restore = () => call('POST', `/v1/background-jobs/${id}/restore`)
    await ended(await deleteMeanwhile(`/site/${siteId}`, lockRow('view', viewId), restore))
    expect(await orphans()).toEqual([])
  })

  it.each([
    ['site', 'view'],
    ['project', 'site'],
  ] as const)('when a node is restored: a %s and its %s', async (above, kind) => {
    const ids = await createCamera(lab.server.database.runtime, lab.tenant.companyId)
    const [id, parent] = kind === 'view' ? [ids.viewId, ids.siteId] : [ids.siteId, ids.projectId]
    expect((await call('DELETE', `/${kind}/${id}`)).status).toBe(200)
    const restore = () => call('POST', `/v1/nodes/${id}/restore`)
    const restored = await deleteMeanwhile(`/${above}/${parent}`, lockRow(kind, id), restore)
    expect(restored.status).toBe(200)
    expect(await orphans()).toEqual([])
  })

  it('when a site is added', async () => {
    const { projectId } = await createCamera(lab.server.database.runtime, lab.tenant.companyId)
    const add = () => call('POST', `/project/${projectId}/site`, { name: 'New' })
    const added = await deleteMeanwhile(`/project/${projectId}`, (tx) => lockNames(tx, [projectId]), add)
    expect(added.status).toBe(404)
    expect(await orphans()).toEqual([])
  })
})

it('a node that two people restore at the same time is restored once', async () => {
  await call('DELETE', `/view/${lab.tenant.viewId}`)
  const restore = () => call('POST', `/v1/nodes/${lab.tenant.viewId}/restore`)
  const replies = await inSystem(lab.server.database.runtime, async (tx) => {
    await lockNames(tx, [lab.tenant.siteId])
    const both = [restore(), restore()]
    await until('both to wait', () => waitsForLock(lab.server.database.runtime, 2))
    return { both }
  })
  const statuses = (await Promise.all(replies.both)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404])
})

describe('locks are taken in one order:', () => {
  const products = (tx: Tx) => lab.server.container.deps.productPlan.lock(tx, lab.tenant.companyId)
  const names = (tx: Tx) => lockNames(tx, [lab.tenant.siteId])
  const restoreJob = async () => {
    const { id } = await deleteCameras([lab.tenant.viewId])
    return () => call('POST', `/v1/background-jobs/${id}/restore`)
  }
  const restoring = async () => {
    await call('DELETE', `/view/${lab.tenant.viewId}`)
    return () => call('POST', `/v1/nodes/${lab.tenant.viewId}/restore`)
  }
  const adding = async () => () => call('POST', `/site/${lab.tenant.siteId}/view`, { name: 'New' })
  const moving = async () => {
    const { viewId } = await createCamera(lab.server.database.runtime, lab.tenant.companyId)
    // The camera that is there already is locked too.
    const body = { viewIds: [viewId, lab.tenant.viewId], siteId: lab.tenant.siteId }
    return () => call('PUT', '/v1/views/site', body)
  }

  it.each([
    ['a job that restores cameras', 'products', products, restoreJob],
    ['a job that restores cameras', 'names', names, restoreJob],
    ['the restoring of a camera', 'products', products, restoring],
    ['the restoring of a camera', 'names', names, restoring],
    ['a new camera', 'products', products, adding],
    ['a new camera', 'names', names, adding],
    ['a move of cameras', 'names', names, moving],
  ])('%s that waits for the %s has locked no node yet', async (_what, _which, lock, prepare) => {
    const db = lab.server.database.runtime
    const start = await prepare()
    const { started } = await inSystem(db, async (tx) => {
      await lock(tx)
      const reply = start()
      await until('the change to wait', () => waitsForLock(db))
      await lockRow('site', lab.tenant.siteId)(tx)
      await lockRow('view', lab.tenant.viewId)(tx)
      return { started: reply }
    })
    const reply = await started
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    if ('job' in reply.body) await ended(reply)
  })

  it('a deletion locks cameras in the order of their ids, wherever they are stored', async () => {
    const db = lab.server.database.runtime
    const { viewId: newer } = await createCamera(db, lab.tenant.companyId, lab.tenant)
    // Stores the older camera behind the newer one.
    await call('PUT', `/view/${lab.tenant.viewId}`, { name: 'Renamed' })
    const { deleted } = await inSystem(db, async (tx) => {
      await lockRow('view', lab.tenant.viewId)(tx)
      const reply = call('DELETE', `/site/${lab.tenant.siteId}`)
      await until('the deletion to wait', () => waitsForLock(db))
      await lockRow('view', newer)(tx)
      return { deleted: reply }
    })
    expect((await deleted).status).toBe(200)
  })

  it('a product is switched off after the products are locked, before a job exists', async () => {
    const db = lab.server.database.runtime
    const body = { viewIds: [lab.tenant.viewId], productId: 'detect' }
    const { replies } = await inSystem(db, async (tx) => {
      await products(tx)
      const first = call('POST', '/v1/activate-cameras', body)
      await until('the first to wait', () => waitsForLock(db))
      const second = call('POST', '/v1/deactivate-cameras', body)
      await until('both to wait', () => waitsForLock(db, 2))
      return { replies: [first, second] }
    })
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
  })
})
