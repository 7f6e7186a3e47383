import { PREVIEW_ALARMS, type AlarmCamera, type SensitivityPreview } from '@winnow/contract'
import { loadParameters } from '@winnow/vision/learn'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const { parameters, version } = loadParameters(['centernet'])
const MODEL = { packs: [{ id: 'centernet', version: '2' }], parameters: version }
const logit = (share: number) => Math.log(share / (1 - share))
/** Evidence that passes at sensitivity 3 and not at 2. */
const AT_THREE = (logit(parameters.thresholds[2]) + 0.001 - parameters.bias) / parameters.slope

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

/** Stores a passed alarm with its findings, or without. */
async function decided(groundTruth: boolean | null, evidence: object | null): Promise<string> {
  const id = await createAlarm(server.database.runtime, tenant)
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('alarm')
      .set({
        verdict: 'true',
        verdict_at: new Date(),
        ground_truth: groundTruth,
        cus_ground_truth: groundTruth,
        model: JSON.stringify(MODEL),
        evidence: evidence && JSON.stringify(evidence),
      })
      .where('id', '=', id)
      .execute(),
  )
  return id
}

it('the preview judges stored findings again, says what it cannot judge, and keeps out other companies', async () => {
  const found = { value: AT_THREE, isWhole: true, wantedClasses: ['person'] }
  const lost = await decided(true, found)
  const gained = await decided(false, found)
  await decided(null, null)
  const url = `/v1/view/${tenant.viewId}/sensitivity/preview`
  const { status, body } = await callApi(server, tenant.admin, 'POST', url, { sensitivity: 2 })
  expect(status).toBe(200)
  const preview = body as SensitivityPreview
  expect(preview).toMatchObject({
    current: 3,
    judged: 2,
    filtered: { count: 2, labelledTrue: 1, labelledFalse: 1 },
    passed: { count: 0 },
  })
  expect(preview.notJudged).toBe(preview.alarms - 2)
  expect(preview.flips.map(({ id }) => id)).toEqual([gained, lost])
  expect((await callApi(server, tenant.admin, 'POST', url, { sensitivity: 3 })).body).toMatchObject({ flips: [] })
  for (const sensitivity of [0, 6, 2.5])
    expect((await callApi(server, tenant.admin, 'POST', url, { sensitivity })).status).toBe(400)
  const other = await createTenant(server.database.runtime)
  expect((await callApi(server, other.admin, 'POST', url, { sensitivity: 2 })).status).toBe(404)
})

it('the preview judges the newest 200 alarms, and none before them', async () => {
  const own = await createTenant(server.database.runtime)
  const run = (statement: RawBuilder<unknown>) => inSystem(server.database.runtime, (tx) => statement.execute(tx))
  const flipping = JSON.stringify({ value: AT_THREE, isWhole: true, wantedClasses: ['person'] })
  // The oldest of 201 alarms would become another one; the others have no findings.
  await run(sql`
    insert into alarm (id, company_id, project_id, site_id, view_id, received_at, last_signal_at, source, deadline_at, verdict,
      verdict_at, model, evidence)
    select app.uuid_from_time(at), company_id, project_id, site_id, view.id, at, at, 'http', at, 'true', at, ${JSON.stringify(MODEL)}::jsonb,
      case when n = 201 then ${flipping}::jsonb end
    from view, generate_series(1, 201) n, lateral (select now() - make_interval(mins => n) as at) times where view.id = ${own.viewId}`)
  await run(sql`delete from alarm where id = ${own.alarmId}`)
  const preview = async () => {
    const url = `/v1/view/${own.viewId}/sensitivity/preview`
    return (await callApi(server, own.admin, 'POST', url, { sensitivity: 2 })).body as SensitivityPreview
  }
  expect(await preview()).toMatchObject({ alarms: PREVIEW_ALARMS, judged: 0, flips: [] })
  await run(sql`delete from alarm where view_id = ${own.viewId} and received_at > now() - interval '90 s'`)
  expect(await preview()).toMatchObject({ alarms: 200, judged: 1, filtered: { count: 1 } })
})

it('the camera of an alarm has its settings, pause, noise and other alarms', async () => {
  const alarmId = await decided(null, null)
  const url = `/v1/alarm/${alarmId}/camera`
  const read = async () => (await callApi(server, tenant.admin, 'GET', url)).body as AlarmCamera
  const camera = await read()
  expect(camera).toMatchObject({ viewId: tenant.viewId, sensitivity: 3, mayWrite: true, pause: null, ptz: false })
  expect(camera.day.count).toBeGreaterThan(0)
  expect(camera.day.usual).toBeNull()
  expect(camera.last.map(({ id }) => id)).not.toContain(alarmId)
  expect(camera.last.length).toBeGreaterThan(0)
  const body = { pauseEndTime: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Noisy' }
  expect((await callApi(server, tenant.admin, 'PUT', `/view/${tenant.viewId}/pause`, body)).status).toBe(200)
  expect((await read()).pause).toMatchObject({ reason: 'Noisy' })
  const other = await createTenant(server.database.runtime)
  expect((await callApi(server, other.admin, 'GET', url)).status).toBe(404)
})
