// How alarms are drawn for supervisors: by chance alone, with no hint at the verdict, and no more than one person may have.
import { operations } from '@winnow/contract'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { requestOf } from '../../../test/example-request.ts'
import {
  createCamera,
  createLoggedIn,
  createTenant,
  idOf,
  type LoggedIn,
  type Tenant,
} from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { closeRounds, currentRound } from './rounds.ts'

const clock = createFakeClock(new Date('2026-06-10T12:00:00Z'))
const HOUR_MS = 3_600_000
let server: TestServer
let tenant: Tenant
let office: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let ana: LoggedIn
let ben: LoggedIn

beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  const db = server.database.runtime
  // Companies of earlier tests must not stand in the list of supervisors.
  await inSystem(db, (tx) => tx.updateTable('quality_switch').set({ is_on: false }).execute())
  tenant = await createTenant(db, 'Harbour Guards')
  office = await createTenant(db, 'Supervision')
  camera = await createCamera(db, tenant.companyId, { name: 'Gate' })
  await inSystem(db, (tx) => tx.deleteFrom('alarm').where('company_id', '=', tenant.companyId).execute())
  ana = await supervisor()
  ben = await supervisor()
})

async function supervisor(): Promise<LoggedIn> {
  const user = await createLoggedIn(server.database.runtime, { companyId: office.companyId, userType: 'MEMBER_USER' })
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('app_user')
      .set({ extra_roles: ['SUPERVISOR'] })
      .where('id', '=', user.userId)
      .execute(),
  )
  return user
}

/** Files alarms of a verdict, a minute apart, the newest first. */
async function addAlarms(count: number, verdict: 'true' | 'false', hoursAgo = 5): Promise<string[]> {
  const base = clock.now().getTime() - hoursAgo * HOUR_MS
  const rows = Array.from({ length: count }, (_, n) => {
    const at = new Date(base - n * 60_000)
    const hex = at.getTime().toString(16).padStart(12, '0')
    return {
      id: `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`,
      company_id: tenant.companyId,
      project_id: camera.projectId,
      site_id: camera.siteId,
      view_id: camera.viewId,
      received_at: at,
      last_signal_at: at,
      source: 'http',
      deadline_at: at,
      verdict,
      verdict_at: at,
    }
  })
  await inSystem(server.database.runtime, (tx) => tx.insertInto('alarm').values(rows).execute())
  return rows.map(({ id }) => id)
}

const turn = (on: boolean) =>
  callApi(server, tenant.admin, 'PUT', `/v1/company/${tenant.companyId}/quality-review`, { on })
const draw = async (who: LoggedIn, count = 50) =>
  (await callApi(server, who, 'POST', '/v1/supervisor/draw', { companyId: tenant.companyId, count })).body
const companies = async (who: LoggedIn) => (await callApi(server, who, 'GET', '/v1/supervisor/companies')).body.rows
const sample = async (who: LoggedIn): Promise<{ id: string }[]> =>
  (await callApi(server, who, 'POST', '/supervisor/viewalarms?limit=200', {})).body.rows
const label = (who: LoggedIn, id: string) =>
  callApi(server, who, 'PUT', `/v1/supervisor/alarm/${id}`, { groundTruth: true })

/** Opens rounds again and again. Returns the alarms of each in the order in which they would be drawn. */
async function openRounds(times: number): Promise<{ alarm_id: string; stratum: string }[][]> {
  return inSystem(server.database.runtime, async (tx: Tx) => {
    const lists = []
    for (let round = 0; round < times; round++) {
      const id = await currentRound(tx, tenant.companyId, clock.now())
      lists.push(
        await tx
          .selectFrom('quality_sample')
          .select(['alarm_id', 'stratum'])
          .where('round_id', '=', id ?? '')
          .orderBy('place')
          .execute(),
      )
      await closeRounds(tx, tenant.companyId, clock.now())
    }
    return lists
  })
}

/** Pearson's sum of squares: how far counts are from the one that is expected of each. */
const chiSquare = (counts: readonly number[], expected: number): number =>
  counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)

describe('a sample', () => {
  it('has any alarm of a verdict with the same chance, and any of them first', async () => {
    const ids = await addAlarms(520, 'false')
    const rounds = 40
    const lists = await openRounds(rounds)
    expect(new Set(lists.map((list) => list.length))).toEqual(new Set([500]))
    const times = new Map(ids.map((id) => [id, 0]))
    for (const { alarm_id: id } of lists.flat()) times.set(id, (times.get(id) ?? 0) + 1)
    // Each alarm is left out of 1 in 26 rounds. The sum for 520 alarms has the mean 500 and the standard deviation 38: seven never happen.
    const left = [...times.values()].map((count) => rounds - count)
    expect(chiSquare(left, rounds / 26)).toBeLessThan(500 + 7 * 38)
    // Where in time the first fifty of each round come from, in five parts: a mean of 4, and 40 never happens.
    const place = new Map(ids.map((id, index) => [id, Math.floor(index / 104)]))
    const parts = [0, 0, 0, 0, 0]
    for (const list of lists)
      for (const { alarm_id: id } of list.slice(0, 50)) parts[place.get(id) ?? 0] = (parts[place.get(id) ?? 0] ?? 0) + 1
    expect(chiSquare(parts, (rounds * 50) / 5)).toBeLessThan(40)
    // Two rounds do not begin alike.
    expect(new Set(lists.map(([first]) => first?.alarm_id)).size).toBeGreaterThan(rounds / 2)
  })

  it('has both verdicts in an order that says nothing of the next one, to somebody who knows those before', async () => {
    await addAlarms(40, 'true')
    await addAlarms(40, 'false', 10)
    const lists = await openRounds(30)
    let [same, pairs] = [0, 0]
    for (const list of lists)
      for (let at = 1; at < list.length; at++) {
        pairs++
        if (list[at]?.stratum === list[at - 1]?.stratum) same++
      }
    // 39 of 79 neighbours are alike by chance: 1,170 of 2,370, with a standard deviation below 28.
    expect(pairs).toBe(2_370)
    expect(Math.abs(same - 1_170)).toBeLessThan(7 * 28)
    // Nor do they take turns two by two.
    const mixed = lists.flatMap((list) =>
      Array.from({ length: 40 }, (_, n) => list[2 * n]?.stratum !== list[2 * n + 1]?.stratum),
    )
    expect(Math.abs(mixed.filter(Boolean).length - 608)).toBeLessThan(7 * 18)
  })

  it('of one supervisor never has more than a hundred alarms to label, also if many draws come at once', async () => {
    await addAlarms(300, 'false')
    await turn(true)
    const drawn = (await Promise.all(Array.from({ length: 6 }, () => draw(ana)))).map((reply) => reply.drawn)
    expect(drawn.toSorted((a: number, b: number) => b - a)).toEqual([50, 50, 0, 0, 0, 0])
    expect(await sample(ana)).toHaveLength(100)
  })

  it('is never handed to two supervisors who draw at once', async () => {
    await addAlarms(30, 'true')
    await turn(true)
    const replies = await Promise.all([draw(ana, 20), draw(ben, 20)])
    expect(replies.map(({ drawn }) => drawn).toSorted((a, b) => a - b)).toEqual([10, 20])
    const all = [...(await sample(ana)), ...(await sample(ben))].map(({ id }) => id)
    expect(new Set(all).size).toBe(30)
  })

  it('of a new round leaves out what the supervisor labelled in an earlier one, whose verdict they know', async () => {
    const ids = await addAlarms(4, 'false')
    await turn(true)
    await draw(ana)
    const [known = ''] = ids
    expect((await label(ana, known)).status).toBe(200)
    await turn(false)
    await turn(true)
    expect(await draw(ana)).toEqual({ drawn: 3, short: 'all-drawn' })
    expect((await sample(ana)).map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
    expect(await companies(ana)).toMatchObject([{ companyId: tenant.companyId, left: 0 }])
    // It is new to a colleague.
    expect(await companies(ben)).toMatchObject([{ companyId: tenant.companyId, left: 1 }])
    expect((await draw(ben)).drawn).toBe(1)
  })

  it('rests while its company is suspended, whose administrators cannot reach the switch then', async () => {
    await addAlarms(2, 'false')
    await turn(true)
    await draw(ana, 1)
    const [{ id } = { id: '' }] = await sample(ana)
    const suspend = (at: Date | null) =>
      inSystem(server.database.runtime, (tx) =>
        tx.updateTable('company').set({ suspended_at: at }).where('id', '=', tenant.companyId).execute(),
      )
    await suspend(clock.now())
    expect((await turn(false)).status).toBe(403)
    expect(await companies(ana)).toEqual([])
    expect(await sample(ana)).toEqual([])
    expect((await label(ana, id)).status).toBe(404)
    expect((await draw(ana, 1)).code).toBe('NOT_FOUND')
    await suspend(null)
    expect(await sample(ana)).toMatchObject([{ id }])
  })

  it('tells its supervisor no share of filtered alarms, which would be the verdict where all were filtered', async () => {
    await addAlarms(3, 'false')
    await turn(true)
    await draw(ana, 1)
    const [{ id } = { id: '' }] = await sample(ana)
    expect((await companies(ana))[0].round.result).toEqual({
      recall: null,
      falseFiltered: null,
      reduction: null,
      missing: 3,
    })
    await label(ana, id)
    expect((await companies(ana))[0].round.result.reduction).toBeNull()
    const { body } = await callApi(server, tenant.admin, 'GET', `/v1/company/${tenant.companyId}/quality-review`)
    expect(body.rounds[0].result.reduction).toMatchObject({ share: 1, of: 3 })
  })
})

it('no other call opens an alarm to a supervisor, whether it was drawn for nobody, for a colleague or for them', async () => {
  const ids = await addAlarms(3, 'true')
  await turn(true)
  await draw(ana, 1)
  await draw(ben, 1)
  expect((await sample(ana)).length + (await sample(ben)).length).toBe(2)
  // All that needs a right, or a signature, and is no call of the sample: reading, pictures, notes, files, downloads, links, wall, queue.
  const others = operations.filter(
    ({ permission, scope }) => permission !== 'alarm.review' && (permission !== undefined || scope === 'signed'),
  )
  expect(others.length).toBeGreaterThan(150)
  const opened: string[] = []
  for (const [n, operation] of others.entries()) {
    const alarmId = ids[n % ids.length] ?? ''
    const request = requestOf(operation, ({ kind }) => idOf({ ...tenant, alarmId }, kind), alarmId)
    const reply = await server.app.inject({ ...request, headers: { ...request.headers, cookie: ana.cookie } })
    const isRefused = [401, 403, 404].includes(reply.statusCode)
    if (!isRefused || reply.body.includes('Gate')) opened.push(`${operation.id}: ${reply.statusCode} ${reply.body}`)
  }
  expect(opened).toEqual([])
})

it('no request of these tests has failed in the server', () => {
  expect(server.logLines.filter((line) => line.includes('request failed'))).toEqual([])
})
