import type { Alarm } from '@winnow/contract'
import type { SeenFacts } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { callApi } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { createRule, unlock } from '../../../test/rule-lab.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

let now = new Date('2027-01-11T12:00:00Z')
/** What the analysis answers next: the verdict of the filter, and how many people it saw. */
let next: { verdict: 'true' | 'false'; people: number; isComplete?: boolean; stays?: boolean } = {
  verdict: 'false',
  people: 0,
}
const factsOf = (answer: typeof next): SeenFacts => ({
  pictures: [{ offsetMs: 0, width: 640, height: 480, seen: true }],
  sightings: Array.from({ length: answer.people }, (_, at) => ({
    frame: 0,
    class: 'person',
    label: 'person',
    score: 0.9,
    box: { x: at / 10, y: 0.2, width: 0.05, height: 0.2 },
    masked: false,
    static: false,
    moved: true,
  })),
  plates: null,
  zones: [],
  capabilities: [],
  isComplete: answer.isComplete ?? true,
})
const LOOK = btoa('somebody in red')
/** One picture for each file, which its sender did not date, with the same person on each. */
const stayingIn = (files: number): SeenFacts => ({
  ...factsOf({ verdict: 'false', people: 0 }),
  pictures: Array.from({ length: files }, () => ({ offsetMs: null, width: 640, height: 480, seen: true })),
  sightings: Array.from({ length: files }, (_, frame) => ({
    ...factsOf({ verdict: 'false', people: 1 }).sightings[0]!,
    frame,
    look: LOOK,
  })),
})
/** What happens while the next analysis runs. */
let meanwhile: (() => Promise<unknown>) | undefined
const pool = scriptedPool(async (job) => {
  const [act, answer] = [meanwhile, next]
  meanwhile = undefined
  await act?.()
  return analysisOf(
    answer.verdict,
    job,
    job.view.rules ? { rules: answer.stays ? stayingIn(job.media.length) : factsOf(answer) } : {},
  )
})

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now }, pool })
})
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000)
  tenant = await createTenant(server.database.runtime)
  await unlock(server, tenant)
  await run(sql`update view set merge_window_seconds = 0 where id = ${tenant.viewId}`)
})
afterAll(() => server.close())

const run = <Row>(statement: RawBuilder<Row>) =>
  inSystem(server.database.runtime, async (tx) => (await statement.execute(tx)).rows)
const get = async (url: string) => (await callApi(server, tenant.admin, 'GET', url)).body

let sent = 0
/** Sends a picture. */
async function deliver(): Promise<string> {
  sent += 1
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(`rules ${sent}`)]),
  })
  return reply.json<{ alarmId: string }>().alarmId
}
/** Sends a picture and analyses it. */
async function send(answer: typeof next): Promise<Alarm> {
  next = answer
  return analysed(await deliver())
}
async function analysed(alarmId: string): Promise<Alarm> {
  await analyseAll(server)
  return get(`/alarm/${alarmId}`)
}
const listed = async (query: string): Promise<string[]> => {
  const { body } = await callApi(server, tenant.admin, 'POST', `/viewalarms?${query}`, {})
  return (body as { rows: { id: string }[] }).rows.map(({ id }) => id)
}
const deliveries = (alarmId: string) => run(sql`select verdict from delivery where alarm_id = ${alarmId}`)
const count = { name: 'Three at the gate', detectionType: 'count', detectionMin: 3 }

describe('a rule of a camera', () => {
  it('makes an alarm true that the filter would have left out, and says which and why', async () => {
    const { id } = await createRule(server, tenant, count)
    const quiet = await send({ verdict: 'false', people: 2 })
    expect(quiet).toMatchObject({ verdict: 'false', rule: null, rules: [] })
    const alarm = await send({ verdict: 'false', people: 3 })
    expect(alarm).toMatchObject({
      verdict: 'true',
      reasons: [
        { code: 'rule-hit', params: { rule: count.name, ruleId: id, type: 'count', frame: 0 } },
        { code: 'nothing-detected' },
      ],
      rule: { name: count.name, type: 'count', category: null, isHeld: false },
      rules: [{ ruleId: id, outcome: 'hit', count: 3, zone: null }],
    })
    expect(alarm.rules[0]?.boxes).toHaveLength(3)
    expect(await get(`/alarm/${alarm.id}/rule`)).toEqual({ rules: alarm.rules })
    expect(await listed('alarmTypes=count')).toEqual([alarm.id])
    expect(await listed('alarmTypes=loitering')).toEqual([])
    expect(await deliveries(alarm.id)).toEqual([{ verdict: 'true' }])
    expect(await deliveries(quiet.id)).toEqual([])
    // The picture was looked at to the end.
    expect(pool.jobs.at(-1)?.view).toMatchObject({ looksToEnd: true, rules: { looks: false } })
  })

  it('never takes an alarm away', async () => {
    await createRule(server, tenant, count)
    expect(await send({ verdict: 'true', people: 1 })).toMatchObject({ verdict: 'true', rule: null })
  })

  it('gives unverified where it could not look', async () => {
    await createRule(server, tenant, count)
    const alarm = await send({ verdict: 'false', people: 0, isComplete: false })
    expect(alarm).toMatchObject({
      verdict: 'unverified',
      rule: null,
      reasons: [{ code: 'rule-not-seen', params: { rule: count.name, why: 'pictures' } }, { code: 'nothing-detected' }],
    })
  })

  it('holds further hits within its timeout: they are kept, shown and not passed on · RULES-005', async () => {
    await createRule(server, tenant, { ...count, detectionTimeout: 60, detectionTimeoutActive: true })
    const first = await send({ verdict: 'false', people: 3 })
    now = new Date(now.getTime() + 600_000)
    const held = await send({ verdict: 'false', people: 3 })
    expect(held).toMatchObject({ verdict: 'false', rule: { isHeld: true }, rules: [{ outcome: 'held', count: 3 }] })
    expect(await deliveries(held.id)).toEqual([])
    expect(await listed('alarmTypes=count')).toEqual([held.id, first.id])
    // Another reason passes it on all the same.
    expect(await send({ verdict: 'true', people: 3 })).toMatchObject({ verdict: 'true', rule: { isHeld: true } })
    now = new Date(now.getTime() + 3_600_000)
    expect(await send({ verdict: 'false', people: 3 })).toMatchObject({ verdict: 'true', rule: { isHeld: false } })
  })

  it('that fails on what it remembers could not look, and begins anew', async () => {
    await createRule(server, tenant, {
      name: 'Stays',
      detectionType: 'loitering',
      detectionPeriod: 30,
    })
    const person = [0, 0, 'person', 100, 100, 50, 200, '!!!', '', -1]
    const since = now.getTime() - 1_000
    const memory = { version: 2, since, alarms: ['a'], things: [person], looks: {}, hits: [] }
    await run(sql`insert into rule_memory (view_id, company_id, memory, updated_at)
      values (${tenant.viewId}, ${tenant.companyId}, ${JSON.stringify(memory)}, ${now})`)
    expect(await send({ verdict: 'false', people: 0, stays: true })).toMatchObject({
      verdict: 'unverified',
      rules: [{ name: 'Stays', outcome: 'not-seen' }],
    })
    expect(await send({ verdict: 'false', people: 0 })).toMatchObject({ verdict: 'false', rules: [] })
  })

  it('sees who stays over several messages of one alarm · RULES-006', async () => {
    await run(sql`update view set merge_window_seconds = 60 where id = ${tenant.viewId}`)
    await createRule(server, tenant, { name: 'Stays', detectionType: 'loitering', detectionPeriod: 30 })
    const stays = { verdict: 'false', people: 0, stays: true } as const
    expect(await send(stays)).toMatchObject({ verdict: 'false', rules: [] })
    now = new Date(now.getTime() + 20_000)
    expect(await send(stays)).toMatchObject({ signalCount: 2, verdict: 'false', rules: [] })
    now = new Date(now.getTime() + 15_000)
    const alarm = await send(stays)
    expect(alarm).toMatchObject({
      signalCount: 3,
      verdict: 'true',
      rules: [{ name: 'Stays', outcome: 'hit', seconds: 35 }],
    })
    // What somebody looks like stays with the memory of the camera.
    const stored = await run(sql`select * from alarm where id = ${alarm.id}`)
    expect(JSON.stringify(stored)).toContain('Stays')
    expect(JSON.stringify(stored)).not.toContain(LOOK)
  })

  it('that is switched off, or locked, does not look', async () => {
    await createRule(server, tenant, { ...count, active: false })
    expect(await send({ verdict: 'false', people: 5 })).toMatchObject({ verdict: 'false', rules: [] })
    await createRule(server, tenant, { ...count, name: 'Other' })
    await unlock(server, tenant, {})
    expect(await send({ verdict: 'false', people: 5 })).toMatchObject({ verdict: 'false', rules: [] })
    expect(pool.jobs.at(-1)?.view.rules).toBeUndefined()
  })
})

describe('where object detection is off', () => {
  beforeEach(() => run(sql`update view set products = '{detect_pro}' where id = ${tenant.viewId}`))
  it('people and vehicles alone make no alarm true', async () => {
    await createRule(server, tenant, count)
    expect(await send({ verdict: 'true', people: 1 })).toMatchObject({
      verdict: 'false',
      reasons: [{ code: 'no-rule-hit' }, {}],
    })
    expect(await send({ verdict: 'true', people: 3 })).toMatchObject({ verdict: 'true' })
  })
  it('and no rule is ready, alarms are unverified', async () => {
    expect(await send({ verdict: 'true', people: 1 })).toMatchObject({
      verdict: 'unverified',
      reasons: [{ code: 'no-ready-rule' }, {}],
    })
  })
})

describe('a rule with a schedule of its own', () => {
  /** Windows of every day: of the camera, and of the rule. */
  const template = async (start: string, end: string) => {
    const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start, end }))
    const made = await callApi(server, tenant.admin, 'POST', '/v1/schedule-template', {
      name: `Of ${start} ${sent}`,
      weekly,
    })
    return (made.body as { id: string }).id
  }
  const atHour = (hour: number) => {
    now = new Date(Math.ceil(now.getTime() / 86_400_000) * 86_400_000 + hour * 3_600_000)
  }
  beforeEach(async () => {
    await run(sql`update site set timezone = 'UTC' where id = ${tenant.siteId}`)
    await callApi(server, tenant.admin, 'PUT', `/view/${tenant.viewId}/schedule`, {
      templateId: await template('18:00', '06:00'),
    })
    await createRule(server, tenant, { ...count, scheduleId: await template('08:00', '16:00') })
  })
  it('brings an alarm inside that it hits while the camera does not count', async () => {
    atHour(10)
    const alarm = await send({ verdict: 'true', people: 3 })
    expect(alarm).toMatchObject({ verdict: 'true', outside: null, rule: { name: count.name } })
    expect(await deliveries(alarm.id)).toEqual([{ verdict: 'true' }])
  })
  it('shows a hit within its timeout while the camera does not count, and does not pass it on', async () => {
    await createRule(server, tenant, {
      ...count,
      name: 'Held',
      scheduleId: await template('09:00', '15:00'),
      detectionMin: 2,
      detectionTimeout: 60,
      detectionTimeoutActive: true,
    })
    atHour(10)
    await send({ verdict: 'false', people: 2 })
    now = new Date(now.getTime() + 600_000)
    const held = await send({ verdict: 'true', people: 2 })
    expect(held).toMatchObject({ verdict: 'false', outside: null, rule: { name: 'Held', isHeld: true } })
    expect(await deliveries(held.id)).toEqual([])
  })
  it('is all that judges more pictures of an alarm that it brought inside', async () => {
    await run(sql`update view set merge_window_seconds = 60 where id = ${tenant.viewId}`)
    atHour(10)
    meanwhile = async () => {
      next = { verdict: 'true', people: 1 }
      await deliver()
    }
    const alarm = await send({ verdict: 'false', people: 0, isComplete: false })
    expect(alarm).toMatchObject({ outside: null, signalCount: 2 })
    expect(alarm.verdict).not.toBe('true')
    expect(pool.jobs.slice(-2).map(({ media }) => media.length)).toEqual([1, 2])
  })
  it('merges the burst of an alarm that it brought inside', async () => {
    await run(sql`update view set merge_window_seconds = 60 where id = ${tenant.viewId}`)
    atHour(10)
    const first = await send({ verdict: 'false', people: 3 })
    now = new Date(now.getTime() + 10_000)
    const second = await send({ verdict: 'false', people: 3 })
    expect([second.id, second.signalCount, second.verdict]).toEqual([first.id, 2, 'true'])
    expect(await deliveries(first.id)).toHaveLength(1)
  })
  it('could not look where the store has lost its pictures, which no deadline would tell', async () => {
    atHour(10)
    const alarmId = await deliver()
    const { media } = server.container.deps
    const reads = vi.spyOn(media, 'get').mockImplementation(() => {
      now = new Date(now.getTime() + 600_000)
      return Promise.reject(new Error('EIO'))
    })
    const waiting = await analysed(alarmId).finally(() => reads.mockRestore())
    expect(waiting).toMatchObject({ verdict: 'unverified', outside: null, rules: [{ outcome: 'not-seen' }] })
  })
  it('leaves it outside without a hit, whatever else is seen', async () => {
    atHour(10)
    const alarm = await send({ verdict: 'true', people: 1 })
    expect(alarm).toMatchObject({ verdict: null, outside: { reason: 'schedule' } })
    expect(await deliveries(alarm.id)).toEqual([])
  })
  it('does not keep an alarm outside that somebody has analysed by hand meanwhile', async () => {
    atHour(10)
    meanwhile = async () => {
      const [{ id } = { id: '' }] = await run<{ id: string }>(
        sql`select id from alarm where view_id = ${tenant.viewId} and outside is not null`,
      )
      expect(await callApi(server, tenant.admin, 'POST', `/v1/alarm/${id}/analyse`)).toMatchObject({ status: 200 })
    }
    const alarm = await send({ verdict: 'true', people: 1 })
    expect(alarm).toMatchObject({ verdict: 'true', outside: null, rule: null })
    expect(await deliveries(alarm.id)).toEqual([{ verdict: 'true' }])
  })
  it('does not look at other times, also while the camera counts', async () => {
    atHour(20)
    expect(await send({ verdict: 'false', people: 3 })).toMatchObject({ verdict: 'false', rules: [] })
    atHour(17)
    const jobs = pool.jobs.length
    expect(await send({ verdict: 'false', people: 3 })).toMatchObject({
      verdict: null,
      outside: { reason: 'schedule' },
    })
    expect(pool.jobs).toHaveLength(jobs)
  })
})
