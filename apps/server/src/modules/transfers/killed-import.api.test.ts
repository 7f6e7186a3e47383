import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startTransferLab } from './transfers.fixture.ts'

const LINES = 4_000

let lab: Awaited<ReturnType<typeof startTransferLab>>
beforeAll(async () => {
  lab = await startTransferLab({ works: false })
})
afterAll(() => lab.close())

it('an import whose process is killed half-way goes on in another process, and imports each line once', async () => {
  const own = await lab.company()
  const text = Array.from({ length: LINES }, (_, at) => `Client ${at % 20};Site ${at % 200};Camera ${at}`)
  const { id } = await own.preview(['client;site;camera', ...text].join('\n'))
  const { job } = (await own.call('POST', `/v1/imports/${id}/run`)).body
  const state = async () => (await own.call('GET', `/v1/background-jobs/${job.id}/state`)).body
  const child = fork(new URL('./work-on-imports.fixture.ts', import.meta.url), [lab.server.database.url])
  await until('a part of it to be done', async () => (await state()).statProcessed > 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killed = await state()
  expect(killed.status).toBe('running')
  expect(killed.statProcessed).toBeLessThan(LINES)
  const inDatabase = <T>(query: ReturnType<typeof sql<T>>) =>
    inSystem(lab.server.database.runtime, async (tx) => (await query.execute(tx)).rows)
  expect(await own.cameras()).toHaveLength(killed.statProcessed)

  // The lease of the killed process ends.
  await inDatabase(sql`update background_job set lease_until = now() - interval '1 second' where id = ${job.id}`)
  lab.work()
  await until('the import to end', async () => (await state()).status === 'done')
  expect(await state()).toMatchObject({ statProcessed: LINES, statFailed: 0, error: null })
  const cameras = await own.cameras()
  expect(cameras).toHaveLength(LINES)
  expect(new Set(cameras.map(({ camera }) => camera)).size).toBe(LINES)
  const created = sql<{ action: string; n: number }>`
    select action, count(*)::int as n from audit where company_id = ${own.tenant.companyId} and action like '%.created'
    group by 1 order by 1`
  expect(await inDatabase(created)).toEqual([
    { action: 'project.created', n: 20 },
    { action: 'site.created', n: 200 },
    { action: 'view.created', n: LINES },
  ])
  const results = sql<{ result: string; n: number }>`
    select result, count(*)::int as n from tree_import_line where import_id = ${id} group by 1`
  expect(await inDatabase(results)).toEqual([{ result: 'done', n: LINES }])
})
