// What operators see of a site at an alarm, and the state of the alarm of each message.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const call = (method: CallMethod, url: string, payload?: object, who: { cookie: string } = tenant.admin) =>
  callApi(server, who, method, url, payload)

const KEYS = { type: 3, name: 'Kim Keys', phone: '112', email: null }
const DETAILS = { address: '1 Quay Road', notes: 'Dog on site.', contacts: [KEYS] }

/** A user who sees one site or camera. */
async function guestOf(node_type: 'site' | 'view', node_id: string) {
  const { companyId } = tenant
  const guest = await createLoggedIn(server.database.runtime, { companyId, userType: 'EXTERNAL_USER' })
  const grant = { user_id: guest.userId, company_id: companyId, node_type, node_id }
  await inSystem(server.database.runtime, (tx) => tx.insertInto('user_grant').values(grant).execute())
  return guest
}

/** A camera with an alarm at a site with instructions, and another site to which it can be moved. */
async function place() {
  const db = server.database.runtime
  const [camera, other] = [await createCamera(db, tenant.companyId), await createCamera(db, tenant.companyId)]
  const alarmId = await createAlarm(db, { companyId: tenant.companyId, ...camera })
  await call('PUT', `/site/${camera.siteId}`, DETAILS)
  const move = () => call('PUT', '/v1/views/site', { viewIds: [camera.viewId], siteId: other.siteId })
  return { camera, other, alarmId, move, url: `/v1/alarm/${alarmId}/site-instructions` }
}

it('whoever may see an alarm sees the instructions of the site where it happened, also after its camera was moved', async () => {
  const { camera, other, move, url } = await place()
  const [ofCamera, ofNewSite] = [await guestOf('view', camera.viewId), await guestOf('site', other.siteId)]
  const known = { status: 200, body: { siteId: camera.siteId, ...DETAILS } }
  expect(await call('GET', url)).toEqual(known)
  expect(await call('GET', url, undefined, ofCamera)).toEqual(known)
  expect((await move()).status).toBe(200)
  expect(await call('GET', url, undefined, ofCamera)).toEqual(known)
  expect((await call('GET', url, undefined, ofNewSite)).status).toBe(404)
  await call('DELETE', `/site/${camera.siteId}`)
  expect((await call('GET', url)).body).toEqual({ siteId: camera.siteId, address: null, notes: null, contacts: [] })
})

it('messages have the state of their alarm, unless the caller may not see the alarm', async () => {
  const { camera, other, alarmId, move } = await place()
  const at = new Date()
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('signal')
      .values({
        id: newId(),
        company_id: tenant.companyId,
        site_id: camera.siteId,
        view_id: camera.viewId,
        source: 'http',
        state: 'parsed',
        kind: 'alarm',
        raw_bytes: 1,
        raw_sha256: alarmId,
        received_at: at,
        alarm_id: alarmId,
      })
      .execute(),
  )
  const states = async (who?: { cookie: string }) =>
    (await call('GET', `/v1/view/${camera.viewId}/signals`, undefined, who)).body.map(
      ({ alarmState }: { alarmState: string | null }) => alarmState,
    )
  const setAlarm = (columns: Record<string, unknown>) =>
    inSystem(server.database.runtime, (tx) => tx.updateTable('alarm').set(columns).where('id', '=', alarmId).execute())
  expect(await states()).toEqual(['true'])
  await setAlarm({ verdict: null, verdict_at: null })
  expect(await states()).toEqual(['waiting'])
  await setAlarm({ verdict: 'false', verdict_at: at })
  await move()
  expect(await states()).toEqual(['false'])
  expect(await states(await guestOf('site', other.siteId))).toEqual([null])
})
