import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BulkReply } from '@winnow/contract'
import type { Allowance } from '@winnow/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem, inTenant, type Tx } from '../../platform/db/transaction.ts'
import { startBackgroundJobs } from '../../roles.ts'

let server: TestServer
let worker: ReturnType<typeof startBackgroundJobs>
let tenant: Tenant
/** What the plan of every company allows. */
let allowance: Allowance
/** What the database does to the next transactions that ask the plan. */
const deadlocks: ((tx: Tx) => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await startTestServer({
    productCapacity: {
      allowanceOf: async (tx) => {
        const error = deadlocks.pop()
        if (error) await error(tx)
        return allowance
      },
    },
  })
  worker = startBackgroundJobs(server.container)
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})
beforeEach(async () => {
  allowance = { most: null, included: null }
  tenant = await createTenant(server.database.runtime)
})

const call = (method: CallMethod, url: string, payload?: object, who: { cookie: string } = tenant.admin) =>
  callApi(server, who, method, url, payload)
const switchOn = (body: object) => call('POST', '/v1/activate-cameras', body)
const switchOff = (body: object) => call('POST', '/v1/deactivate-cameras', body)
const unlock = (unlocks: object) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('company')
      .set({ unlocks: JSON.stringify(unlocks) })
      .where('id', '=', tenant.companyId)
      .execute(),
  )
const PROTECT = { isAdvancedAlarmUnlocked: true, isLPRUnlocked: true }

/** The tenant's camera and more, all without products. */
async function bareCameras(more: number): Promise<string[]> {
  const ids = [tenant.viewId]
  for (let n = 0; n < more; n++)
    ids.push((await createCamera(server.database.runtime, tenant.companyId, { ...tenant })).viewId)
  await inSystem(server.database.runtime, (tx) =>
    sql`update view set products = '{}' where company_id = ${tenant.companyId}`.execute(tx),
  )
  return ids
}

const camera = async (id = tenant.viewId) => (await call('GET', `/view/${id}`)).body
const productsOf = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await camera(id)).products.join(' ') as string))
const auditOf = (objectId: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('object_id', '=', objectId).orderBy('id').execute(),
  )
const ended = async ({ status, body }: { status: number; body: BulkReply }) => {
  expect(status, JSON.stringify(body)).toBe(200)
  if (!('job' in body)) throw new Error('no job')
  return until('the job to end', async () => {
    const job = (await call('GET', `/v1/background-jobs/${body.job.id}/state`)).body
    return job.status === 'done' ? job : undefined
  })
}
/** Lets the plan take and give back, as billing does when a plan has changed. */
const settle = () =>
  inTenant(server.database.runtime, tenant.companyId, (tx) =>
    server.container.deps.productPlan.settle({
      tx,
      companyId: tenant.companyId,
      author: { companyId: tenant.companyId, name: 'Billing' },
      now: new Date(),
      publish: async () => {},
    }),
  )

describe('a product', () => {
  it('is switched off and on for cameras, and each change is in the audit log · BULK-006 CAMERAS-011', async () => {
    const [one, two] = [tenant.viewId, (await createCamera(server.database.runtime, tenant.companyId)).viewId]
    expect(await camera(one)).toMatchObject({ products: ['detect'], productsTaken: [] })
    expect((await switchOff({ viewIds: [one], productId: 'detect' })).body).toEqual({ numberOfAffectedCameras: 1 })
    expect(await productsOf([one, two])).toEqual(['', 'detect'])
    expect((await switchOn({ allViews: true, productId: 'detect' })).body).toEqual({ numberOfAffectedCameras: 2 })
    expect(await productsOf([one, two])).toEqual(['detect', 'detect'])
    expect(await auditOf(one)).toMatchObject([
      { action: 'view.changed', before: { products: ['detect'] }, after: { products: [] }, view_id: one },
      { action: 'view.changed', before: { products: [] }, after: { products: ['detect'] } },
    ])
    expect(await auditOf(two)).toEqual([])
  })

  it('is switched for a filter as a job, whose type names the product · BULK-006 JOBS-003', async () => {
    await unlock(PROTECT)
    const [first = '', second = '', third = ''] = await bareCameras(2)
    await call('PUT', `/view/${second}`, { thermal: true })
    const reply = await switchOn({ filters: { thermal: true }, productId: 'detect_pro', asBackgroundJob: true })
    expect(reply.body.job).toMatchObject({ group: 'view.toggle-status', type: 'views.product-on.detect_pro' })
    expect(await ended(reply)).toMatchObject({ statProcessed: 1, statFailed: 0 })
    expect(await productsOf([first, second, third])).toEqual(['', 'detect_pro', ''])
    const all = await switchOff({ allViews: true, productId: 'detect_pro', asBackgroundJob: true })
    expect(await ended(all)).toMatchObject({ type: 'views.product-off.detect_pro', statProcessed: 3 })
    expect(await productsOf([second])).toEqual([''])
  })

  it('protect has calls of its own · CAMERAS-011', async () => {
    await unlock(PROTECT)
    const viewIds = [tenant.viewId]
    expect((await call('PUT', '/views/protect/activate', { viewIds })).body).toEqual({ numberOfAffectedCameras: 1 })
    expect(await productsOf(viewIds)).toEqual(['detect protect'])
    expect((await call('GET', '/views/count?advancedMomentDetectionOn=true')).body).toEqual({ count: 1 })
    await call('PUT', '/views/protect/deactivate', { viewIds })
    expect(await productsOf(viewIds)).toEqual(['detect'])
  })

  it.each([
    ['detect_pro', {}],
    ['protect', { isAdvancedAlarmUnlocked: true }],
    ['protect', { isLPRUnlocked: true }],
    ['detect_pro_v2', { isLPRUnlocked: true }],
    ['investigate', PROTECT],
    ['advanced_idle_detection', { isLPRUnlocked: true }],
  ])('%s is refused for a company with the features %o', async (productId, unlocks) => {
    await unlock(unlocks)
    const reply = await switchOn({ viewIds: [tenant.viewId], productId })
    expect(reply).toMatchObject({ status: 403, body: { code: 'PRODUCT_LOCKED' } })
    expect(await productsOf([tenant.viewId])).toEqual(['detect'])
  })

  it('that the company has no longer can still be switched off', async () => {
    await unlock(PROTECT)
    await switchOn({ viewIds: [tenant.viewId], productId: 'protect' })
    await unlock({})
    expect((await switchOff({ viewIds: [tenant.viewId], productId: 'protect' })).status).toBe(200)
    expect(await productsOf([tenant.viewId])).toEqual(['detect'])
  })

  it('is counted, of the company and of a filter, among the cameras that the caller sees', async () => {
    const [one = '', two = ''] = await bareCameras(2)
    await switchOn({ viewIds: [one, two], productId: 'detect' })
    await call('PUT', `/view/${two}`, { status: { active: false }, thermal: true })
    const counts = (who?: { cookie: string }) =>
      call('GET', `/company/${tenant.companyId}/camera-count`, undefined, who)
    expect((await counts()).body).toMatchObject({ count: 3, active: 2, products: { detect: 2, protect: 0 } })
    expect((await call('GET', '/views/detect/count')).body).toEqual({ count: 2 })
    expect((await call('GET', '/views/detect/count?thermal=true')).body).toEqual({ count: 1 })
    const guest = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    expect((await counts(guest)).body).toMatchObject({ count: 0, products: { detect: 0 } })
  })
})

describe('a plan', () => {
  it('that is full refuses the activation, and a job names each camera beyond it', async () => {
    allowance = { most: 2, included: null }
    const ids = await bareCameras(3)
    const job = await ended(await switchOn({ viewIds: ids, productId: 'detect', asBackgroundJob: true }))
    expect(job).toMatchObject({ statProcessed: 4, statFailed: 2 })
    const { name } = await camera(ids[3])
    expect(job.logFailed[1]).toMatchObject({ name, code: 'CAPACITY_REACHED', link: `/cams/clients/u?cam=${ids[3]}` })
    expect(await productsOf(ids)).toEqual(['detect', 'detect', '', ''])
    const refused = await switchOn({ viewIds: [ids[3]], productId: 'detect' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'CAPACITY_REACHED' } })
    expect((await switchOn({ viewIds: ids.slice(0, 2), productId: 'detect' })).status).toBe(200)
  })

  it('is never exceeded by activations at the same time', async () => {
    allowance = { most: 5, included: null }
    const ids = await bareCameras(11)
    // Bulk calls of one company wait for one another. The plan itself must hold for all that can ask it, so it is asked directly too.
    const replies = await Promise.all(ids.map((id) => switchOn({ viewIds: [id], productId: 'detect' })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(replies.filter(({ body }) => body.code === 'CAPACITY_REACHED')).toHaveLength(7)
    expect((await productsOf(ids)).filter((products) => products === 'detect')).toHaveLength(5)
    await switchOff({ allViews: true, productId: 'detect' })
    const grants = await Promise.all(
      ids.map((id) =>
        inTenant(server.database.runtime, tenant.companyId, async (tx) => {
          const { companyId } = tenant
          const grant = await server.container.deps.productPlan.grant(tx, {
            companyId,
            product: 'detect',
            hasConsent: false,
            count: async () => 1,
          })
          if (grant.granted > 0) await sql`update view set products = '{detect}' where id = ${id}`.execute(tx)
          return grant.granted
        }),
      ),
    )
    expect(grants.filter((granted) => granted === 1)).toHaveLength(5)
  })

  it('that would be paid from here on asks for consent first, by its code', async () => {
    allowance = { most: null, included: 1 }
    const ids = await bareCameras(2)
    expect((await switchOn({ viewIds: ids.slice(0, 1), productId: 'detect' })).status).toBe(200)
    const refused = await switchOn({ viewIds: ids, productId: 'detect', asBackgroundJob: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONSENT_NEEDED', consentCode: 'activate-cameras' } })
    expect(await productsOf(ids)).toEqual(['detect', '', ''])
    const url = `/v1/company/${tenant.companyId}/consent`
    const { content } = (await call('GET', `${url}/${refused.body.consentCode}`)).body
    await call('POST', url, { consentCode: refused.body.consentCode, content })
    expect((await switchOn({ viewIds: ids, productId: 'detect' })).body).toEqual({ numberOfAffectedCameras: 3 })
    expect(await productsOf(ids)).toEqual(['detect', 'detect', 'detect'])
  })

  it('that needs no consent is not held up by an agreement that cannot be read', async () => {
    const version = join(server.container.deps.env.agreementsDir, 'activate-cameras', '2')
    await mkdir(version, { recursive: true })
    try {
      const ids = await bareCameras(1)
      expect((await switchOn({ viewIds: ids.slice(0, 1), productId: 'detect' })).status).toBe(200)
      allowance = { most: null, included: 1 }
      expect((await switchOn({ viewIds: ids, productId: 'detect' })).status).toBe(500)
      expect(await productsOf(ids)).toEqual(['detect', ''])
    } finally {
      await rm(server.container.deps.env.agreementsDir, { recursive: true })
    }
  })

  it('that is full takes the product from cameras that are added or restored beyond it', async () => {
    await bareCameras(0)
    await switchOn({ allViews: true, productId: 'detect' })
    allowance = { most: 1, included: null }
    const added = await call('POST', `/site/${tenant.siteId}/view`, { name: 'Beyond' })
    expect(added.body).toMatchObject({ products: ['detect'], productsTaken: ['detect'] })
    await call('DELETE', `/view/${tenant.viewId}`)
    await switchOff({ viewIds: [added.body.id], productId: 'detect' })
    await switchOn({ viewIds: [added.body.id], productId: 'detect' })
    await call('POST', `/v1/nodes/${tenant.viewId}/restore`)
    expect((await camera()).productsTaken).toEqual([])
    expect((await camera(added.body.id)).productsTaken).toEqual(['detect'])
  })

  it('that became smaller locks cameras in the order of their ids', async () => {
    const [older = '', newer = ''] = await bareCameras(1)
    await switchOn({ viewIds: [older, newer], productId: 'detect' })
    allowance = { most: 0, included: null }
    const db = server.database.runtime
    const lock = (tx: Tx, id: string) =>
      tx.selectFrom('view').select('id').where('id', '=', id).forUpdate().noWait().execute()
    const { settled } = await inSystem(db, async (tx) => {
      await lock(tx, older)
      const settling = settle()
      await until('it to wait for the older camera', () => waitsForLock(db))
      await lock(tx, newer)
      return { settled: settling }
    })
    await settled
    expect((await camera(newer)).productsTaken).toEqual(['detect'])
  })

  it('that became smaller takes products from the newest cameras, and gives them back to the oldest', async () => {
    const ids = await bareCameras(3)
    await switchOn({ viewIds: ids, productId: 'detect' })
    const taken = async () => Promise.all(ids.map(async (id) => (await camera(id)).productsTaken.length as number))
    allowance = { most: 2, included: null }
    await settle()
    expect(await taken()).toEqual([0, 0, 1, 1])
    expect(await productsOf(ids)).toEqual(['detect', 'detect', 'detect', 'detect'])
    await switchOff({ viewIds: ids.slice(0, 1), productId: 'detect' })
    expect(await taken()).toEqual([0, 0, 0, 1])
    expect((await auditOf(ids[2] ?? '')).at(-1)).toMatchObject({ action: 'view.product-given-back' })
    allowance = { most: null, included: null }
    await settle()
    expect(await taken()).toEqual([0, 0, 0, 0])
  })
})

it('sites of all clients are listed by name, with a filter and the number of cameras that match', async () => {
  const other = await createCamera(server.database.runtime, tenant.companyId)
  await call('PUT', `/site/${other.siteId}`, { name: 'AAA' })
  await call('PUT', `/view/${other.viewId}`, { thermal: true })
  const list = async (query = '') => (await call('GET', `/company/${tenant.companyId}/sites${query}`)).body
  expect(await list()).toMatchObject({ count: 2, rows: [{ id: other.siteId, matchCount: 1 }, { id: tenant.siteId }] })
  expect(await list('?limit=1&page=2')).toMatchObject({ count: 2, rows: [{ id: tenant.siteId }] })
  expect(await list('?thermal=true')).toMatchObject({ count: 1, rows: [{ id: other.siteId, matchCount: 1 }] })
})

it('an activation and a deactivation that the database rolls back to end a deadlock are done once', async () => {
  const [one = ''] = await bareCameras(0)
  // PostgreSQL raises this error in one of two transactions that wait for each other, and rolls it back.
  const deadlock = (tx: Tx) => sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(tx)
  deadlocks.push(deadlock)
  expect(await switchOn({ viewIds: [one], productId: 'detect' })).toMatchObject({
    status: 200,
    body: { numberOfAffectedCameras: 1 },
  })
  deadlocks.push(deadlock, deadlock)
  expect((await switchOff({ viewIds: [one], productId: 'detect' })).status).toBe(200)
  expect(deadlocks).toEqual([])
  expect(await productsOf([one])).toEqual([''])
  const changes = (await auditOf(one)).map(({ before, after }) => ({ before, after }))
  expect(changes).toEqual([
    { before: { products: [] }, after: { products: ['detect'] } },
    { before: { products: ['detect'] }, after: { products: [] } },
  ])
})
