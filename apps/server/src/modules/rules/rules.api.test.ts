import { RULE_FIELDS, type AdvancedRule, type RuleKind } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { createRule, unlock } from '../../../test/rule-lab.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  await unlock(server, tenant)
})
afterAll(() => server.close())

const count = { name: 'Three at the gate', detectionType: 'count', detectionMin: 3 }
const ppe = { name: 'Helmets', detectionType: 'ppe', meta: { items: ['helmet'] } }
const loiter = { name: 'Loitering', detectionType: 'loitering', detectionPeriod: 30 }
const path = (ruleId?: string) => `/v1/view/${tenant.viewId}/advanced-rules${ruleId === undefined ? '' : `/${ruleId}`}`
const call = (method: CallMethod, url: string, body?: object) => callApi(server, tenant.admin, method, url, body)
const create = (advancedRule: object) => call('POST', path(), { advancedRule })
const update = (ruleId: string, advancedRule: object, more = {}) => call('PUT', path(ruleId), { advancedRule, ...more })
const list = async (): Promise<AdvancedRule[]> => (await call('GET', path())).body
const run = (statement: ReturnType<typeof sql>) => inSystem(server.database.runtime, (tx) => statement.execute(tx))

/** A round zone. */
const ring = (corners: number) =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners
    return [0.5 + 0.4 * Math.cos(angle), 0.5 + 0.4 * Math.sin(angle)]
  })

describe('the rules of a camera', () => {
  it('are listed, created, updated and deleted, wrapped in advancedRule · RULES-001 RULES-002', async () => {
    expect(await list()).toEqual([])
    const made = await create({ ...count, companyId: newId(), colour: 'red' })
    expect(made).toMatchObject({ status: 200, body: { ...count, state: 'ready', active: true, version: 1, zones: [] } })
    const { id, viewId, state, obstacle, needs, lastHitAt, version, changedAt, changedBy, ...fields } =
      made.body as AdvancedRule
    expect(Object.keys(fields).toSorted()).toEqual(RULE_FIELDS.toSorted())
    expect([viewId, state, obstacle, needs, lastHitAt, version]).toEqual([tenant.viewId, 'ready', null, null, null, 1])
    expect(changedBy + changedAt).not.toBe('')
    const changed = await update(id, { ...count, detectionMin: 5, active: false }, { basedOn: { version: 1 } })
    expect(changed).toMatchObject({ status: 200, body: { id, detectionMin: 5, active: false, version: 2 } })
    expect(await update(id, count, { basedOn: { version: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect(await list()).toEqual([changed.body])
    expect(await call('DELETE', path(id))).toEqual({ status: 200, body: { success: true } })
    expect(await list()).toEqual([])
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await call(method, path(id), method === 'PUT' ? { advancedRule: count } : undefined)).status).toBe(404)
    const { rows } = await inSystem(server.database.runtime, (tx) =>
      sql<{
        action: string
      }>`select action from audit where company_id = ${tenant.companyId} and action like 'rule.%' order by id`.execute(
        tx,
      ),
    )
    expect(rows.map(({ action }) => action)).toEqual(['rule.created', 'rule.changed', 'rule.deleted'])
  })

  it('are refused without their wrapper, and with fields that are wrong, and nothing is saved or changed', async () => {
    expect(await call('POST', path(), count)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'advancedRule' }] },
    })
    const crossing = {
      name: 'Yard',
      points: [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
    }
    const fence = { name: 'Fence', points: ring(100) }
    const stranger = await createTenant(server.database.runtime)
    const theirs = await callApi(server, stranger.admin, 'POST', '/v1/watch-lists', { name: 'Theirs' })
    expect(theirs.status).toBe(200)
    const wrong: [change: object, status: number, field: string][] = [
      [{ zones: [crossing] }, 400, 'advancedRule.zones.0.points'],
      [{ zones: [{ name: 'Ring', points: ring(200) }] }, 400, 'advancedRule.zones.0.points'],
      [
        {
          detectionType: 'behavioural_anomaly',
          categories: ['climbing'],
          zones: [fence],
          detectionCondition: 'outside',
        },
        400,
        'advancedRule.detectionCondition',
      ],
      [{ detectionMax: 2 }, 400, 'advancedRule.detectionMax'],
      [{ detectionType: 'loitering', detectionPeriod: 4 }, 400, 'advancedRule.detectionPeriod'],
      [{ detectionTimeout: 51, detectionTimeoutActive: true }, 400, 'advancedRule.detectionTimeout'],
      [{ scheduleId: 'x' }, 400, 'advancedRule.scheduleId'],
      [{ scheduleId: newId() }, 404, 'advancedRule.scheduleId'],
      [{ scheduleId: stranger.scheduleId }, 404, 'advancedRule.scheduleId'],
      [{ detectionType: 'watch_list', meta: { listId: newId() } }, 404, 'advancedRule.meta.listId'],
      [{ detectionType: 'watch_list', meta: { listId: theirs.body.id } }, 404, 'advancedRule.meta.listId'],
    ]
    for (const [change, status, field] of wrong)
      expect(await create({ ...count, ...change })).toMatchObject({ status, body: { errors: [{ field }] } })
    expect(await list()).toEqual([])
    const { body: before } = await create(count)
    for (const [change, status, field] of wrong)
      expect(await update(before.id, { ...count, name: 'Other', ...change })).toMatchObject({
        status,
        body: { errors: [{ field }] },
      })
    expect(await list()).toEqual([before])
  })

  it('keep ten zones of a hundred corners each', async () => {
    const zones = Array.from({ length: 10 }, (_, at) => ({ name: `Ring ${at}`, points: ring(100) }))
    expect(await create({ ...count, zones })).toMatchObject({ status: 200, body: { zones } })
    expect(await create({ ...count, zones: [...zones, { name: 'Eleventh', points: ring(3) }] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'advancedRule.zones' }] },
    })
    expect(await list()).toHaveLength(1)
  })

  it('are at most 20', async () => {
    for (let made = 0; made < 20; made += 1) expect((await create({ ...count, name: `Rule ${made}` })).status).toBe(200)
    expect(await create(count)).toMatchObject({ status: 409, body: { code: 'CAPACITY_REACHED' } })
    expect(await list()).toHaveLength(20)
  })

  it('need the company’s features, which the server checks · GATING-001 GATING-002', async () => {
    const { id } = await createRule(server, tenant, count)
    await unlock(server, tenant, { isPPEUnlocked: true })
    expect(await create(count)).toMatchObject({ status: 403, body: { code: 'RULE_LOCKED' } })
    expect(await list()).toMatchObject([{ state: 'locked', obstacle: 'feature', active: true }])
    expect(await update(id, count)).toMatchObject({ status: 403, body: { code: 'RULE_LOCKED' } })
    expect(await update(id, { ...count, active: false })).toMatchObject({ status: 200, body: { active: false } })
    await unlock(server, tenant, { isAdvancedAlarmUnlocked: true })
    expect(await create({ ...ppe, active: false })).toMatchObject({ status: 403, body: { code: 'RULE_LOCKED' } })
    expect(await create(count)).toMatchObject({ status: 200 })
  })

  it('that need a detector can be saved, and switched on only with one', async () => {
    expect(await create(ppe)).toMatchObject({
      status: 409,
      body: { code: 'RULE_NEEDS_DETECTOR', errors: [{ field: 'advancedRule.active' }] },
    })
    const made = await create({ ...ppe, active: false })
    expect(made).toMatchObject({ status: 200, body: { state: 'needs-detector', obstacle: 'detector', needs: 'ppe' } })
    expect(await update(made.body.id, ppe)).toMatchObject({ status: 409, body: { code: 'RULE_NEEDS_DETECTOR' } })
  })

  it('cannot follow anybody where signals come minutes apart', async () => {
    const made = await create(loiter)
    expect(made).toMatchObject({ status: 200, body: { state: 'ready' } })
    await run(sql`
      insert into signal (id, company_id, site_id, view_id, source, received_at, raw_bytes, raw_sha256, state)
      select gen_random_uuid(), ${tenant.companyId}, ${tenant.siteId}, ${tenant.viewId}, 'smtp',
        '2026-01-01'::timestamptz + n * interval '4 minutes', 4, 'none', 'parsed' from generate_series(1, 200) n`)
    expect(await list()).toMatchObject([{ state: 'cannot-here', obstacle: 'signals-apart' }])
    expect(await create({ ...loiter, name: 'Another' })).toMatchObject({
      status: 409,
      body: { code: 'RULE_NOT_READY' },
    })
    const { body } = await call('GET', `/v1/rule-capabilities?viewId=${tenant.viewId}`)
    expect(body).toContainEqual(expect.objectContaining({ type: 'loitering', state: 'cannot-here' }))
  })

  it('keep their schedule from being deleted; without it, they stay and are not ready', async () => {
    const made = await create({ ...count, scheduleId: tenant.scheduleId })
    expect(made).toMatchObject({ status: 200, body: { state: 'ready', scheduleId: tenant.scheduleId } })
    expect(await call('DELETE', `/v1/schedule-template/${tenant.scheduleId}`)).toMatchObject({
      status: 409,
      body: { code: 'SCHEDULE_IN_USE' },
    })
    // As if it had been deleted while the camera was.
    await inSystem(server.database.runtime, (tx) =>
      tx.deleteFrom('schedule_template').where('id', '=', tenant.scheduleId).execute(),
    )
    expect(await list()).toMatchObject([{ state: 'cannot-here', obstacle: 'schedule-deleted' }])
    const same = { ...count, scheduleId: tenant.scheduleId }
    expect(await update(made.body.id, same)).toMatchObject({ status: 409, body: { code: 'RULE_NOT_READY' } })
    expect(await update(made.body.id, { ...same, active: false })).toMatchObject({ status: 200 })
    expect(await update(made.body.id, count)).toMatchObject({ status: 200, body: { state: 'ready' } })
  })

  it('go by the schedule that replaces theirs', async () => {
    const made = await create({ ...count, scheduleId: tenant.scheduleId })
    const { id } = (await call('POST', '/v1/schedule-template', { name: 'Days' })).body
    const template = `/v1/schedule-template/${tenant.scheduleId}?replaceBy=${id}`
    expect((await call('DELETE', template)).status).toBe(200)
    expect(await list()).toMatchObject([{ id: made.body.id, state: 'ready', scheduleId: id, version: 2 }])
  })
})

it('the types of rules have a state, also without a camera · RULES-007 RULES-008 RULES-009 RULES-010', async () => {
  const states = async () => {
    const { body } = await call('GET', '/v1/rule-capabilities')
    return Object.fromEntries(
      (body as RuleKind[]).map(({ type, category, state, needs }) => [category ?? type, needs ?? state]),
    )
  }
  expect(await states()).toEqual({
    count: 'ready',
    crowd_forming: 'ready',
    loitering: 'ready',
    watch_list: 'ready',
    ppe: 'ppe',
    smoke_fire: 'fire',
    broken_window: 'glass',
    obstructed_door: 'ready',
    falling: 'ready',
    lying: 'ready',
    baggage: 'ready',
    aggressive: 'behaviour',
    crowd: 'ready',
    climbing: 'ready',
    licence_plate: 'ready',
  })
  await unlock(server, tenant, { isAdvancedAlarmUnlocked: true, isHazardUnlocked: true })
  expect(await states()).toMatchObject({
    count: 'ready',
    smoke_fire: 'fire',
    lying: 'locked',
    ppe: 'locked',
    licence_plate: 'locked',
  })
})
