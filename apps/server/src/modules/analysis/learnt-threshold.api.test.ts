import { isFilteredBy, loadParameters } from '@winnow/vision/learn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { createLabelled, evidenceAt, JUDGED_BY as COMMITTEE } from '../../../test/labelled-camera.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startWorker, type Running } from '../../roles.ts'

const { parameters } = loadParameters(['centernet'])
/** The evidence of every alarm that is sent: a little above the usual threshold. */
const EVIDENCE = evidenceAt(0.2)

/** Judges by the threshold as the adjustment raises it. */
const pool = scriptedPool((job) => {
  const [first] = job.adjustments ?? []
  const named = first && { id: first.id, scope: first.scope, shift: first.shift }
  const shifts = { before: 0, after: first?.shift ?? 0 }
  const alarm = { evidence: EVIDENCE, sensitivity: job.view.sensitivity }
  return analysisOf(isFilteredBy(alarm, shifts, parameters) ? 'false' : 'true', job, {
    model: { ...COMMITTEE, ...(named && { adjustment: named }) },
    evidence: { value: EVIDENCE, isWhole: true },
  })
})

let server: TestServer
let tenant: Tenant
let workers: Running[] = []

beforeAll(async () => {
  server = await startTestServer({ pool })
  tenant = await createTenant(server.database.runtime)
  // Each message is a separate alarm.
  await inSystem(server.database.runtime, (tx) => tx.updateTable('view').set({ merge_window_seconds: 0 }).execute())
  workers = startWorker(server.container)
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await server.close()
})

async function send(mark: string) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(mark)]),
  })
  const { alarmId } = reply.json<{ alarmId: string }>()
  return until(`a verdict on ${alarmId}`, async () => {
    const answer = await server.app.inject({ url: `/api/alarm/${alarmId}`, headers: { cookie: tenant.admin.cookie } })
    const alarm = answer.json()
    return alarm.verdict !== null && alarm
  })
}

const apply = (id: string, viewId: string | null, shift: number) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('adjustment')
      .values({
        id,
        company_id: tenant.companyId,
        view_id: viewId,
        state: 'applied',
        shift,
        committee: JSON.stringify(COMMITTEE),
        held_back: '{}',
        learnt_by: 'Ada',
        learnt_at: new Date(),
      })
      .execute(),
  )

describe('the analysis of an alarm', () => {
  it('receives no adjustment if nothing was learnt, and stores its evidence with the camera’s classes', async () => {
    const alarm = await send('one')
    expect(pool.jobs.at(-1)?.adjustments).toEqual([])
    expect(alarm.model).toEqual(COMMITTEE)
    const row = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('alarm').select('evidence').where('id', '=', alarm.id).executeTakeFirstOrThrow(),
    )
    expect(row.evidence).toEqual({ value: EVIDENCE, isWhole: true, wantedClasses: ['cycle', 'person', 'vehicle'] })
  })

  it('receives the learnt adjustments, the camera’s own first; the alarm stores which one was used', async () => {
    const [ofCompany, ofCamera] = [newId(), newId()]
    await apply(ofCompany, null, 0.3)
    await apply(ofCamera, tenant.viewId, 0.5)
    const alarm = await send('two')
    expect(pool.jobs.at(-1)?.adjustments).toEqual([
      { id: ofCamera, scope: 'camera', shift: 0.5, committee: COMMITTEE },
      { id: ofCompany, scope: 'company', shift: 0.3, committee: COMMITTEE },
    ])
    expect(alarm.model).toEqual({ ...COMMITTEE, adjustment: { id: ofCamera, scope: 'camera', shift: 0.5 } })
  })

  it('receives no adjustment of another company', async () => {
    const other = await createTenant(server.database.runtime, 'Other')
    await inSystem(server.database.runtime, (tx) => tx.deleteFrom('adjustment').execute())
    await apply(newId(), null, 0.3)
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('adjustment').set({ company_id: other.companyId }).execute(),
    )
    await send('three')
    expect(pool.jobs.at(-1)?.adjustments).toEqual([])
  })

  it('gives another verdict once the proposal is applied, and the former one after it is reverted', async () => {
    const { runtime } = server.database
    await inSystem(runtime, (tx) => tx.deleteFrom('adjustment').execute())
    await createLabelled(runtime, tenant, 50, true, 2)
    await createLabelled(runtime, tenant, 50, false, 0.4)
    const learning = `/v1/view/${tenant.viewId}/learning`
    const call = (method: 'POST' | 'PUT' | 'DELETE', body?: object) =>
      callApi(server, tenant.admin, method, learning, body)
    const { proposed } = (await call('POST')).body.learning
    expect((await send('proposed')).verdict).toBe('true')
    await call('PUT', { proposal: proposed.id })
    expect(await send('applied')).toMatchObject({ verdict: 'false', model: { adjustment: { id: proposed.id } } })
    await call('DELETE')
    expect((await send('reverted')).verdict).toBe('true')
  })
})
