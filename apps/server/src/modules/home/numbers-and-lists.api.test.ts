// Each number of Home equals the count of the list to which the console links it, whatever happened to the alarms in between. The lists
// count the rows of `alarm`; Home counts from sums and, for rankings, from a cache.
import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type LoggedIn } from '../../../test/factories.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'

const clock = createFakeClock(new Date('2026-11-23T12:07:00Z'))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server.close())

const inAll = <T>(work: (tx: Tx) => Promise<T>) => inSystem(server.database.runtime, work)
type Camera = Awaited<ReturnType<typeof createCamera>>

/** A company with alarms of this week and the week before, and random changes of them. */
async function makeLab(seed: number) {
  const random = seededRandom(seed)
  const drawn = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0]
  const db = server.database.runtime
  const { companyId, admin } = await createTenant(db)
  await inAll((tx) => tx.deleteFrom('alarm').where('company_id', '=', companyId).execute())
  const first = await createCamera(db, companyId)
  const cameras: [Camera, ...Camera[]] = [
    first,
    await createCamera(db, companyId, first),
    await createCamera(db, companyId, { projectId: first.projectId }),
    await createCamera(db, companyId),
  ]
  const ids: string[] = []
  const someIds = () => Array.from({ length: 4 }, () => drawn(ids as [string, ...string[]]))
  const add = async () => {
    const camera = drawn(cameras)
    const weeks = drawn([0, 0, 1])
    const receivedAt = new Date(clock.now().getTime() - weeks * 7 * 86_400_000 - Math.floor(random() * 26 * 3_600_000))
    const outside = random() < 0.15
    const id = await createAlarm(
      db,
      { companyId, ...camera },
      { receivedAt, verdict: outside ? null : drawn([null, 'true', 'false', 'false', 'unverified']) },
    )
    const change = {
      ...(outside ? { outside: 'paused' } : {}),
      is_test: random() < 0.1,
      deadline_at: new Date(receivedAt.getTime() + 15_000),
    }
    await inAll((tx) => tx.updateTable('alarm').set(change).where('id', '=', id).execute())
    ids.push(id)
  }
  const changes: Record<string, () => Promise<unknown>> = {
    add,
    label: () =>
      inAll((tx) =>
        tx
          .updateTable('alarm')
          .set({ ground_truth: drawn([true, false, null]) })
          .where('id', 'in', someIds())
          .execute(),
      ),
    correct: () =>
      inAll((tx) =>
        sql`update alarm set verdict = ${drawn(['true', 'false', 'unverified'])} where id = any(${someIds()}::uuid[]) and outside is null`.execute(
          tx,
        ),
      ),
    delete: () => inAll((tx) => tx.deleteFrom('alarm').where('id', 'in', someIds().slice(0, 2)).execute()),
    move: () => {
      const [camera, to] = [drawn(cameras), drawn(cameras)]
      const place = { site_id: to.siteId, project_id: to.projectId }
      const takesAlarms = random() < 0.5
      Object.assign(camera, { siteId: to.siteId, projectId: to.projectId })
      return inAll(async (tx) => {
        await tx.updateTable('view').set(place).where('id', '=', camera.viewId).execute()
        if (takesAlarms) await tx.updateTable('alarm').set(place).where('view_id', '=', camera.viewId).execute()
      })
    },
  }
  for (let n = 0; n < 60; n += 1) await add()
  for (let n = 0; n < 8; n += 1) await changes['label']?.()
  const change = async () => {
    const name = drawn(['add', 'label', 'correct', 'delete', 'move'])
    await changes[name]?.()
    return name
  }
  return { companyId, admin, cameras, change }
}

interface Period {
  since: string
  till: string
}
const get = async (who: LoggedIn, path: string) => {
  const { status, body } = await callApi(server, who, 'GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** How many alarms a list has. Its filters are those of the console's links (`features/home/alarm-links.ts`). */
async function listed(who: LoggedIn, query: Record<string, string | readonly string[]>, body: object = {}) {
  const search = new URLSearchParams({ limit: '1' })
  for (const [key, value] of Object.entries(query)) for (const each of [value].flat()) search.append(key, each)
  const reply = await callApi(server, who, 'POST', `/viewalarms?${search.toString()}`, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  expect(reply.body.countIsExact).toBe(true)
  return reply.body.count as number
}
const JUDGED = ['true', 'unverified', 'false'] as const
const VERDICTS = {
  received: [...JUDGED, 'waiting', 'outside'],
  passed: 'true',
  unverified: 'unverified',
  filtered: 'false',
  waiting: 'waiting',
  outside: 'outside',
} as const
const KINDS = ['received', 'passed', 'unverified', 'filtered', 'waiting', 'outside'] as const

async function compareFigures(who: LoggedIn, figures: Awaited<ReturnType<typeof get>>, said: string) {
  for (const counted of [{ ...figures.total, since: figures.since, till: figures.till }, figures.before]) {
    const { since, till } = counted
    for (const kind of KINDS)
      expect(counted[kind], `${said}: ${kind}`).toBe(await listed(who, { since, till, verdict: VERDICTS[kind] }))
    for (const label of ['true', 'false'])
      expect(counted.labelled[label], `${said}: labelled ${label}`).toBe(
        await listed(who, { since, till, verdict: JUDGED, label }),
      )
    expect(counted.reduction?.of ?? 0, said).toBe(await listed(who, { since, till, verdict: ['true', 'false'] }))
    expect(counted.recall?.count ?? 0, said).toBe(
      await listed(who, { since, till, verdict: ['true', 'unverified'], label: 'true' }),
    )
  }
  const { late } = figures
  const lateSince = new Date(Date.parse(late.oldest ?? figures.till) - 86_400_000).toISOString()
  expect(late.count, `${said}: late`).toBe(
    await listed(who, { since: lateSince, overdueAt: clock.now().toISOString() }),
  )
}

/** Each count of a ranking, and those who should be in it and are not. */
async function compareRanking(
  who: LoggedIn,
  { ranking, before, nodes }: { ranking: Awaited<ReturnType<typeof get>>; before: Period; nodes: readonly string[][] },
  said: string,
) {
  for (const [kind, field, ids] of [
    ['sites', 'sites', nodes[0] ?? []],
    ['views', 'cameras', nodes[1] ?? []],
  ] as const)
    for (const by of ['alarming', 'true', 'false'] as const) {
      const filter = by === 'alarming' ? {} : { label: by, verdict: JUDGED }
      const count = ({ since, till }: Period, id: string) => listed(who, { since, till, ...filter }, { [field]: [id] })
      const expected = []
      for (const id of ids) expected.push({ id, count: await count(ranking, id), before: await count(before, id) })
      expect(
        ranking[kind][by].map(({ id, count: found, before: then }: Record<string, unknown>) => ({
          id,
          count: found,
          before: then,
        })),
        `${said}: ${kind} ${by}`,
      ).toEqual(expected.filter((row) => row.count > 0).toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)))
    }
}

const ZONE = 'timezone=Asia/Kathmandu'

it('all numbers of Home, after each of many changes · STATS-001', async () => {
  const { companyId, admin, cameras, change } = await makeLab(2)
  const sites = cameras.map(({ siteId }) => siteId)
  const [, , third] = sites
  const someone = await createLoggedIn(server.database.runtime, { companyId, userType: 'EXTERNAL_USER' })
  const grant = { user_id: someone.userId, company_id: companyId, permission: 'read' }
  await inAll((tx) =>
    tx
      .insertInto('user_grant')
      .values([
        { ...grant, node_type: 'site', node_id: third ?? '' },
        { ...grant, node_type: 'view', node_id: cameras[0].viewId },
      ])
      .execute(),
  )
  const nodes = [[...new Set(sites)], cameras.map(({ viewId }) => viewId)]
  for (let n = 0; n < 5; n += 1) {
    const done: string[] = []
    for (let step = 0; step < n * 2; step += 1) done.push(await change())
    const said = `round ${n}, ${done.join(', ')}`
    // A ranking is kept for half a minute.
    clock.advance(31_000)
    for (const who of n === 4 ? [admin, someone] : [admin]) {
      const figures = await get(who, `/v1/home/figures?${ZONE}`)
      await compareFigures(who, figures, said)
      await compareRanking(
        who,
        { ranking: await get(who, `/v1/home/ranking?${ZONE}`), before: figures.before, nodes },
        said,
      )
    }
    // The bars of the chart are the same sum, cut into steps.
    const { series, total, till } = await get(admin, `/v1/home/figures?${ZONE}&step=day`)
    for (const [index, step] of series.entries())
      expect(step.received).toBe(
        await listed(admin, { since: step.at, till: series[index + 1]?.at ?? till, verdict: VERDICTS.received }),
      )
    expect(series.reduce((sum: number, step: { received: number }) => sum + step.received, 0)).toBe(total.received)
  }
})
