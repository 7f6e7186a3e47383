import type { AdvancedRule, ReplyOf, getHome } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createTenant, type Tenant } from '../../../test/factories.ts'
import { createRule, unlock } from '../../../test/rule-lab.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const run = (statement: ReturnType<typeof sql>) => inSystem(server.database.runtime, (tx) => statement.execute(tx))
const blindRules = async (who = tenant): Promise<ReplyOf<typeof getHome>['attention']['blindRules']> =>
  (await callApi(server, who.admin, 'GET', '/v1/home')).body.attention.blindRules

it('Home names rules that are on and see nothing since their detector went away, to their company alone', async () => {
  const helmets = await createRule(server, tenant, {
    name: 'Helmets',
    detectionType: 'ppe',
    meta: { items: ['helmet'] },
    active: false,
  })
  const fire = { name: 'Fire', detectionType: 'hazard', categories: ['smoke_fire'], active: false }
  await createRule(server, tenant, fire)
  await createRule(server, tenant, { name: 'Gate', detectionType: 'count', detectionMin: 3 })
  expect(await blindRules()).toEqual([])
  // As it is after a detector was taken out of use.
  await run(sql`update advanced_rule set active = true where company_id = ${tenant.companyId}`)
  expect(Object.fromEntries((await blindRules()).map(({ name, needs }) => [name, needs]))).toEqual({
    Fire: 'fire',
    Helmets: 'ppe',
  })
  expect((await blindRules()).find(({ id }) => id === helmets.id)).toMatchObject({ viewId: tenant.viewId })
  expect(await blindRules(await createTenant(server.database.runtime))).toEqual([])
  // A rule whose feature the company lost is locked: no detector would help.
  await unlock(server, tenant, { isAdvancedAlarmUnlocked: true, isHazardUnlocked: true })
  expect((await blindRules()).map(({ name }) => name)).toEqual(['Fire'])
})

it('Home names rules that are on and whose schedule or list was deleted, once each, as long as they are not locked', async () => {
  const own = await createTenant(server.database.runtime)
  const list = (await callApi(server, own.admin, 'POST', '/v1/watch-lists', { name: 'Banned' })).body as { id: string }
  const spare = (await callApi(server, own.admin, 'POST', '/v1/watch-lists', { name: 'Kept' })).body as { id: string }
  const { scheduleId } = own
  for (const rule of [
    { name: 'Nights', detectionType: 'count', detectionMin: 1, scheduleId },
    { name: 'Vans', detectionType: 'watch_list', meta: { listId: list.id } },
    { name: 'Vans at night', detectionType: 'watch_list', meta: { listId: list.id }, scheduleId },
    { name: 'Off', detectionType: 'watch_list', meta: { listId: list.id }, active: false },
    { name: 'Fine', detectionType: 'watch_list', meta: { listId: spare.id } },
    { name: 'Helmets at night', detectionType: 'ppe', meta: { items: ['helmet'] }, scheduleId, active: false },
  ])
    await createRule(server, own, rule)
  await run(
    sql`update advanced_rule set active = true where fields ->> 'detectionType' = 'ppe' and company_id = ${own.companyId}`,
  )
  const named = async () =>
    Object.fromEntries((await blindRules(own)).map(({ name, obstacle, needs }) => [name, needs ?? obstacle]))
  expect(await named()).toEqual({ 'Helmets at night': 'ppe' })
  await callApi(server, own.admin, 'DELETE', `/v1/watch-lists/${list.id}`)
  // As it is after it was deleted while the camera was.
  await run(sql`delete from schedule_template where id = ${scheduleId}`)
  expect(await named()).toEqual({
    'Helmets at night': 'ppe',
    Nights: 'schedule-deleted',
    Vans: 'list-deleted',
    'Vans at night': 'schedule-deleted',
  })
  await unlock(server, own, { isAdvancedAlarmUnlocked: true })
  expect(await named()).toEqual({ Nights: 'schedule-deleted' })
})

it('a rule tells when it last found what it looks for', async () => {
  const other = await createTenant(server.database.runtime)
  const { id, lastHitAt } = await createRule(server, other, { name: 'Gate', detectionType: 'count', detectionMin: 3 })
  expect(lastHitAt).toBeNull()
  const alarms = await Promise.all([
    createAlarm(server.database.runtime, other),
    createAlarm(server.database.runtime, other),
  ])
  const found = (outcome: string) => JSON.stringify([{ ruleId: id, outcome }])
  await run(sql`update alarm set received_at = '2026-11-20T10:00:00Z', rule_types = '{count}', rules = ${found('hit')}::jsonb
    where id = ${alarms[0]}`)
  await run(
    sql`update alarm set received_at = '2026-11-21T10:00:00Z', rules = ${found('not-seen')}::jsonb where id = ${alarms[1]}`,
  )
  const [rule] = (await callApi(server, other.admin, 'GET', `/v1/view/${other.viewId}/advanced-rules`))
    .body as AdvancedRule[]
  expect(rule?.lastHitAt).toBe('2026-11-20T10:00:00.000Z')
})
