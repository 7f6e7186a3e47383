// The order in which processes claim the jobs of several companies.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { claimJob, releaseJob } from './claim-job.ts'

let server: TestServer
/** The companies whose jobs are claimed. */
let first: string
let second: string
beforeAll(async () => {
  server = await startTestServer()
  first = (await createTenant(server.database.runtime)).companyId
  second = (await createTenant(server.database.runtime)).companyId
})
afterAll(() => server.close())
afterEach(() =>
  inSystem(server.database.runtime, (tx) =>
    tx.deleteFrom('background_job').where('kind', '=', 'test.claimed').execute(),
  ),
)

/** Adds waiting jobs, each of which is newer than the ones before. Returns their ids. */
const addJobs = (jobs: readonly { companyId: string; line: string }[]): Promise<string[]> =>
  inSystem(server.database.runtime, async (tx) => {
    const named = { kind: 'test.claimed', type: 'test.claimed', category: 'line', job_group: 'test.claimed' }
    const rows = jobs.map(({ companyId, line }) => ({ id: newId(), company_id: companyId, line, ...named }))
    const common = { params: '{}', user_name: 'Ada', created_at: new Date() }
    await tx
      .insertInto('background_job')
      .values(rows.map((row) => ({ ...row, ...common })))
      .execute()
    return rows.map(({ id }) => id)
  })

const claim = async (owner = newId(), db = server.container.deps.db, begunOnly = false) => {
  const { clock } = server.container.deps
  return (await claimJob(db, { kinds: ['test.claimed'], owner, begunOnly }, clock.now()))?.id
}

it('a company gets a second place only when no company without a running job waits', async () => {
  const [views, transfers, other] = await addJobs([
    { companyId: first, line: 'views' },
    { companyId: first, line: 'transfers' },
    { companyId: second, line: 'views' },
  ])
  expect(await claim()).toBe(views)
  expect(await claim()).toBe(other)
  expect(await claim()).toBe(transfers)
  expect(await claim()).toBeUndefined()
})

it('processes that claim at the same time take jobs of different companies', async () => {
  const [views, , other] = await addJobs([
    { companyId: first, line: 'views' },
    { companyId: first, line: 'transfers' },
    { companyId: second, line: 'views' },
  ])
  const { db } = server.container.deps
  // The first claim is held between its update and its commit.
  const held = Promise.withResolvers<undefined>()
  const updated = Promise.withResolvers<undefined>()
  const slowDb = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!result.rows.some((row) => row.id === views)) return result
      updated.resolve(undefined)
      await held.promise
      return result
    },
  })
  const slow = claim(newId(), slowDb)
  await updated.promise
  let isClaimed = false
  const quick = claim().finally(() => {
    isClaimed = true
  })
  await until('the second claim to end or to wait', async () => isClaimed || (await waitsForLock(db)))
  held.resolve(undefined)
  expect([await slow, await quick]).toEqual([views, other])
})

it('a job that was given back counts as waiting, and does not hold back its company', async () => {
  const owner = newId()
  const [views = '', transfers] = await addJobs([
    { companyId: first, line: 'views' },
    { companyId: first, line: 'transfers' },
  ])
  expect(await claim(owner)).toBe(views)
  const [other] = await addJobs([{ companyId: second, line: 'views' }])
  await releaseJob(server.container.deps.db, views, owner)
  expect(await claim()).toBe(views)
  expect(await claim()).toBe(other)
  expect(await claim()).toBe(transfers)
})

it('a job that has begun comes before older ones that wait, and is all that a process with full places claims', async () => {
  const owner = newId()
  const { db } = server.container.deps
  const [waiting] = await addJobs([{ companyId: second, line: 'views' }])
  const [begun = ''] = await addJobs([{ companyId: first, line: 'views' }])
  await inSystem(db, (tx) =>
    tx.updateTable('background_job').set({ status: 'running', lease_owner: owner }).where('id', '=', begun).execute(),
  )
  expect(await claim(newId(), db, true)).toBe(begun)
  expect(await claim(newId(), db, true)).toBeUndefined()
  // Its process dies, and the lease ends.
  await inSystem(db, (tx) =>
    tx.updateTable('background_job').set({ lease_until: null }).where('id', '=', begun).execute(),
  )
  expect(await claim()).toBe(begun)
  expect(await claim()).toBe(waiting)
})
