// The audit records who viewed which pictures.
import type { AuditEntry } from '@winnow/contract'
import { afterAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startAuditWorld } from './audit.fixture.ts'

const HOUR = 3_600_000
const { clock, server, tenant, list } = await startAuditWorld()
afterAll(() => server.close())

const look = (who: { cookie: string }, alarmId: string, query = '') =>
  server.app.inject({ url: `/api/v1/alarm/${alarmId}/frame/0/image${query}`, headers: { cookie: who.cookie } })
const looks = async (alarmId: string, action = 'alarm.viewed') => {
  const rows = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').select(['action', 'user_id']).where('object_id', '=', alarmId).orderBy('id').execute(),
  )
  return rows.filter((row) => row.action === action).map((row) => row.user_id)
}
const withPicture = async (camera: Parameters<typeof createAlarm>[1]) => {
  const alarmId = await createAlarm(server.database.runtime, camera)
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('frame')
      .values({
        alarm_id: alarmId,
        position: 0,
        company_id: camera.companyId,
        signal_id: tenant.signalId,
        media_id: `${alarmId}:0`,
        kind: 'still',
        original_key: 'media/none.jpg',
        display_key: 'media/none.jpg',
        judged: true,
        original_type: 'image/jpeg',
        original_bytes: 4,
      })
      .execute(),
  )
  return alarmId
}

it('a view of pictures is audited once per user, alarm and hour; a prefetch does not count as a view', async () => {
  const operator = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'OPERATOR_USER',
  })
  await look(operator, tenant.alarmId, '?prefetch=true')
  expect(await looks(tenant.alarmId)).toEqual([])
  await callApi(server, operator, 'POST', `/v1/alarm/${tenant.alarmId}/viewed`)
  await Promise.all([look(operator, tenant.alarmId), look(operator, tenant.alarmId)])
  expect(await looks(tenant.alarmId)).toEqual([operator.userId])
  await look(tenant.admin, tenant.alarmId)
  expect(await looks(tenant.alarmId)).toEqual([operator.userId, tenant.admin.userId])
  clock.advance(HOUR)
  await callApi(server, operator, 'POST', `/v1/alarm/${tenant.alarmId}/viewed`)
  expect(await looks(tenant.alarmId)).toEqual([operator.userId, tenant.admin.userId, operator.userId])
})

it('a prefetch by a person is audited once per camera and hour, so that a user who fetches everything is noticed', async () => {
  const of = await createTenant(server.database.runtime)
  const operator = await createLoggedIn(server.database.runtime, {
    companyId: of.companyId,
    userType: 'OPERATOR_USER',
  })
  const elsewhere = { companyId: of.companyId, ...(await createCamera(server.database.runtime, of.companyId)) }
  const alarms = [of.alarmId, await withPicture(of), await withPicture(elsewhere)]
  const ahead = async () => {
    for (const id of alarms) await look(operator, id, '?prefetch=true')
    const { rows } = await list(of.admin, 'action=view.pictures-fetched', `company/${of.companyId}`)
    return rows
  }
  const entryOf = (camera: string) => expect.objectContaining({ objectId: camera, userId: operator.userId })
  expect(await ahead()).toEqual([entryOf(elsewhere.viewId), entryOf(of.viewId)])
  expect(await ahead()).toHaveLength(2)
  expect((await list(of.admin, 'looks=true', `view/${elsewhere.viewId}`)).rows).toEqual([entryOf(elsewhere.viewId)])
  clock.advance(HOUR)
  expect(await ahead()).toHaveLength(4)
  expect(await looks(of.alarmId)).toEqual([])
})

it('views of pictures are left out of the list until they are requested, and are grouped by user, camera and hour', async () => {
  const of = await createTenant(server.database.runtime)
  const path = `company/${of.companyId}`
  const operator = await createLoggedIn(server.database.runtime, {
    companyId: of.companyId,
    userType: 'OPERATOR_USER',
  })
  const elsewhere = { companyId: of.companyId, ...(await createCamera(server.database.runtime, of.companyId)) }
  const alarms = [of.alarmId, await withPicture(of), await withPicture(of), await withPicture(elsewhere)]
  const actions = async (query: string): Promise<AuditEntry[]> => (await list(of.admin, query, path)).rows
  for (const id of alarms) await look(operator, id)
  await look(of.admin, of.alarmId)
  expect((await actions('')).map(({ action }) => action)).not.toContain('alarm.viewed')
  const folded = (await actions('looks=true')).filter(({ action }) => action === 'alarm.viewed')
  expect(folded).toMatchObject([
    { userId: of.admin.userId, looks: 1 },
    { userId: operator.userId, looks: 1, places: [{}, {}, { kind: 'view', id: elsewhere.viewId, deleted: false }] },
    { userId: operator.userId, looks: 3, alarmReceivedAt: expect.any(String) },
  ])
  const inside = await list(of.admin, `fold=${folded[2]?.id}`, path)
  expect(inside).toMatchObject({ count: 3 })
  expect(inside.rows.map((row: { objectId: string }) => row.objectId)).toEqual(alarms.slice(0, 3).toReversed())
  clock.advance(HOUR)
  await look(operator, of.alarmId)
  expect((await actions('action=alarm.viewed')).map(({ looks: n }) => n)).toEqual([1, 1, 1, 3])
  const csv = await server.app.inject({
    url: `/api/v1/company/${of.companyId}/audit/csv`,
    headers: { cookie: of.admin.cookie },
  })
  expect(csv.body.match(/"alarm\.viewed"/g)).toHaveLength(6)
})

it('every fetch by a program is audited as a view, separately from the user who created its token', async () => {
  const of = await createTenant(server.database.runtime)
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('api_token').set({ user_id: of.admin.userId }).where('id', '=', of.tokenId).execute(),
  )
  await look(of.admin, of.alarmId)
  const url = `/api/v1/alarm/${of.alarmId}/frame/0/image?prefetch=true`
  await server.app.inject({ url, headers: { authorization: `Bearer ${of.apiToken}` } })
  const { rows } = await list(of.admin, 'object=alarm&looks=true', `company/${of.companyId}`)
  expect(rows.map((row: { userName: string }) => row.userName)).toEqual(['Token api', 'ADMIN_USER'])
})

it('every download is audited; a request for a picture that the user may not see is not', async () => {
  await look(tenant.admin, tenant.alarmId, '?original=true')
  await look(tenant.admin, tenant.alarmId, '?original=true&prefetch=true')
  expect(await looks(tenant.alarmId, 'alarm.downloaded')).toHaveLength(2)
  const bare = await createAlarm(server.database.runtime, tenant)
  expect((await look(tenant.admin, bare)).statusCode).toBe(404)
  expect(await looks(bare)).toEqual([])
})
