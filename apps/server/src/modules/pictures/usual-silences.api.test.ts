// The product advanced_idle_detection: cameras are silent by their own rhythm.
import { createFakeClock } from '@winnow/testkit'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { measureSilences } from './usual-silences.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: createFakeClock(NOW) })
  tenant = await createTenant(server.database.runtime)
  await run(sql`update view set created_at = ${ago(2_000)}, last_signal_at = ${ago(22)}, last_picture_at = ${ago(22)}
    where id = ${tenant.viewId}`)
  // By night, each two hours: the day has a silence of 14 hours. Once the camera was out of order, for three days.
  for (let day = 1; day <= 27; day++)
    if (day < 10 || day > 12)
      for (let at = 22 + (day - 1) * 24; at <= 22 + (day - 1) * 24 + 10; at += 2) await addAlarm(ago(at))
}, 60_000)
afterAll(() => server.close())

const run = (statement: RawBuilder<unknown>) => inSystem(server.database.runtime, (tx) => statement.execute(tx))
const addAlarm = (at: Date) =>
  run(sql`insert into alarm (id, company_id, project_id, site_id, view_id, received_at, last_signal_at, source, deadline_at)
    select app.uuid_from_time(${at}), company_id, project_id, site_id, id, ${at}, ${at}, 'http', ${at}
    from view where id = ${tenant.viewId}`)
const measure = () => measureSilences({ db: server.container.deps.db, clock: server.container.deps.clock })
const product = 'advanced_idle_detection'
const set = (products: string[], { taken = [] as string[], unlocked = true } = {}) =>
  run(sql`with unlock as (
      update company set unlocks = ${JSON.stringify({ isAdvancedAlarmUnlocked: unlocked })}::jsonb where id = ${tenant.companyId})
    update view set products = ${products}, products_taken = ${taken} where id = ${tenant.viewId}`)

async function silent() {
  const get = async (path: string) => (await callApi(server, tenant.admin, 'GET', path)).body
  const { rows } = await get('/v1/home/health/cameras?fault=silent')
  const { silent: count } = await get('/v1/home/health')
  const [node] = await get(`/v1/nodes/counts?siteIds=${tenant.siteId}`)
  expect([count, node.silent]).toEqual([rows.length, rows.length])
  return rows.map(({ idleHours, idleHoursAreOwn }: Record<string, unknown>) => ({ idleHours, idleHoursAreOwn }))
}

it('a camera is silent by its own rhythm, which Home and the tree say, while the product is in force', async () => {
  await set(['detect', product])
  expect(await silent()).toEqual([])
  await measure()
  // One and a half times 14 hours; the three days out of order are not called usual.
  expect(await silent()).toEqual([{ idleHours: 21, idleHoursAreOwn: true }])
  await set(['detect', product], { taken: [product] })
  expect(await silent()).toEqual([])
  await set(['detect', product], { unlocked: false })
  expect(await silent()).toEqual([])
  await set(['detect'])
  expect(await silent()).toEqual([])
})

it('its own rhythm also allows more than its site does', async () => {
  await run(sql`update site set idle_hours = 12 where id = ${tenant.siteId}`)
  await run(sql`update view set last_signal_at = ${ago(20)} where id = ${tenant.viewId}`)
  await set(['detect'])
  expect(await silent()).toEqual([{ idleHours: 12, idleHoursAreOwn: false }])
  await set(['detect', product])
  expect(await silent()).toEqual([])
})

it('a camera whose alarms are younger than three weeks goes by its site again', async () => {
  await set(['detect', product])
  await run(sql`delete from alarm where view_id = ${tenant.viewId} and id < app.uuid_from_time(${ago(20 * 24)})`)
  await measure()
  expect(await silent()).toEqual([{ idleHours: 12, idleHoursAreOwn: false }])
})
