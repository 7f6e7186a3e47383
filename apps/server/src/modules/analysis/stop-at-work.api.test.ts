import { PoolClosed, type AlarmAnalysis } from '@winnow/vision'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { smallJpeg } from '../../../test/small-jpeg.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { createAnalysisWorker } from './analysis-worker.ts'

/** An analysis that lasts until its pool is closed. */
const endless = Promise.withResolvers<AlarmAnalysis>()
// The pool may close before a worker awaits the analysis.
endless.promise.catch(() => undefined)
const hanging = {
  ...scriptedPool(() => endless.promise),
  close: async () => endless.reject(new PoolClosed()),
}

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ pool: hanging })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const taskOf = (alarmId: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('analysis_task as t')
      .innerJoin('analysis_lane as l', 'l.view_id', 't.view_id')
      .innerJoin('alarm as a', 'a.id', 't.alarm_id')
      .select(['t.attempts', 'l.lease_owner', 'l.lease_until', 'a.verdict'])
      .where('t.alarm_id', '=', alarmId)
      .executeTakeFirst(),
  )

async function send(mark: string): Promise<string> {
  const { viewId } = await createCamera(server.database.runtime, tenant.companyId)
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: smallJpeg({ mark }),
  })
  return reply.json<{ alarmId: string }>().alarmId
}

const untilTrue = (alarmId: string) =>
  until('a verdict', async () => {
    const alarm = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('alarm').select('verdict').where('id', '=', alarmId).executeTakeFirst(),
    )
    return alarm?.verdict === 'true'
  })

it('a stop aborts a long analysis, which is not counted as an attempt; the next start claims the alarm at once', async () => {
  const alarmId = await send('endless')
  const deps = { ...server.container.deps, metrics: server.container.deps.analysisMetrics }
  const first = createAnalysisWorker({ ...deps, pool: hanging }, { graceMs: 0 })
  await until('the analysis to begin', async () => (await taskOf(alarmId))?.attempts === 1)
  await first.stop()
  expect(await taskOf(alarmId)).toEqual({ attempts: 0, lease_owner: null, lease_until: null, verdict: null })
  const second = createAnalysisWorker({ ...deps, pool: scriptedPool((job) => analysisOf('true', job)) })
  await untilTrue(alarmId)
  await second.stop()
})

it('an alarm that waited for half of its deadline is analysed in a hurry, and a fresh one is not', async () => {
  const { deadline, clock } = server.container.deps
  const [late, fresh] = [await send('late'), await send('fresh')]
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('alarm')
      .set({ received_at: new Date(clock.now().getTime() - deadline.ms * 0.6) })
      .where('id', '=', late)
      .execute(),
  )
  const hurries: (boolean | undefined)[] = []
  const pool = scriptedPool((job) => {
    hurries.push(job.isHurried)
    return analysisOf('true', job)
  })
  const worker = createAnalysisWorker({
    ...server.container.deps,
    metrics: server.container.deps.analysisMetrics,
    pool,
  })
  await Promise.all([untilTrue(late), untilTrue(fresh)])
  await worker.stop()
  expect(hurries).toHaveLength(2)
  expect(hurries.filter(Boolean)).toHaveLength(1)
})
