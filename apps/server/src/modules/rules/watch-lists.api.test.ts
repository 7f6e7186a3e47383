import type { WatchList } from '@winnow/contract'
import type { PlateFact, Rule } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { createRule } from '../../../test/rule-lab.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { numberPlates } from './number-plates.ts'
import { findPlateMatches } from './plate-matches.ts'

let now = new Date('2027-02-01T10:00:00Z')
const DAY = 86_400_000
let server: TestServer
let tenant: Tenant
let list: WatchList
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  list = (await call('POST', '/v1/watch-lists', { name: 'Banned', retentionDays: 30 })).body
})
afterAll(() => server.close())

const call = (method: CallMethod, url: string, body?: object, who: LoggedIn = tenant.admin) =>
  callApi(server, who, method, url, body)
const run = <Row>(statement: RawBuilder<Row>) =>
  inSystem(server.database.runtime, async (tx) => (await statement.execute(tx)).rows)
const add = (plates: object[], more = {}) =>
  call('POST', `/v1/watch-lists/${list.id}/plates/import`, { plates, ...more })
const plates = async () => (await call('GET', `/v1/watch-lists/${list.id}/plates`)).body
const search = async (plate: string) => (await call('POST', `/v1/watch-lists/${list.id}/plates/search`, { plate })).body
const texts = async (): Promise<string[]> =>
  ((await plates()) as { rows: { plate: string }[] }).rows.map(({ plate }) => plate).toSorted()
const find = (read: Partial<PlateFact>, threshold: number | null = null) =>
  inSystem(server.database.runtime, async (tx) => {
    const { matches } = await findPlateMatches(tx, server.container.deps.keys, {
      rules: [{ meta: { listId: list.id }, detectionSimilarityThreshold: threshold } as unknown as Rule],
      read: [{ text: '', isSure: true, frame: 0, ...read }],
      now,
    })
    return matches
  })

describe('a list of plates', () => {
  it('is made, renamed, and deleted, and names are taken once', async () => {
    expect(list).toMatchObject({ name: 'Banned', plates: 0, retentionDays: 30, rules: 0, version: 1 })
    expect(list).not.toHaveProperty('indexKey')
    expect(await call('POST', '/v1/watch-lists', { name: 'banned' })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
    const changed = await call('PUT', `/v1/watch-lists/${list.id}`, { name: 'Yard', basedOn: { version: 1 } })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Yard', retentionDays: 30, version: 2 } })
    expect(await call('PUT', `/v1/watch-lists/${list.id}`, { name: 'X', basedOn: { version: 1 } })).toMatchObject({
      status: 409,
    })
    expect((await call('GET', '/v1/watch-lists')).body).toEqual([changed.body])
    // A new name is one plain line; one from before this rule may stay.
    const rename = (name: string) => call('PUT', `/v1/watch-lists/${list.id}`, { name })
    expect(await rename('a\nb')).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } })
    await run(sql`update watch_list set name = ${'old\nname'} where id = ${list.id}`)
    expect(await rename('old\nname')).toMatchObject({ status: 200 })
    await add([{ plate: 'AB12CD' }])
    expect((await call('DELETE', `/v1/watch-lists/${list.id}`)).status).toBe(200)
    expect(await run(sql`select id from watch_plate where list_id = ${list.id}`)).toEqual([])
  })

  it('imports plates, and updates those that are in it', async () => {
    expect(
      await add([{ plate: 'AB-12 CD', note: 'Van' }, { plate: 'xy 34 z' }, { plate: 'XY34Z', note: 'last' }]),
    ).toMatchObject({
      status: 200,
      body: { added: 2, updated: 0, list: { plates: 2 } },
    })
    expect(await add([{ plate: 'ab12cd', note: 'Lorry' }, { plate: 'NEW1' }])).toMatchObject({
      body: { added: 1, updated: 1 },
    })
    expect(await plates()).toMatchObject({ count: 3 })
    expect(await search('AB12CD')).toMatchObject([{ plate: 'ab12cd', note: 'Lorry' }])
    expect(await add([{ plate: 'ONLY1' }], { replace: true })).toMatchObject({
      body: { added: 1, list: { plates: 1 } },
    })
    expect(await texts()).toEqual(['ONLY1'])
  })

  it('refuses what is no plate, names it, and imports nothing', async () => {
    for (const [plate, field] of [
      [{ plate: 'A' }, 'plates.1.plate'],
      [{ plate: 'AB12CD34EF56G' }, 'plates.1.plate'],
      [{ plate: '<script>' }, 'plates.1.plate'],
      [{ plate: 'AB12', note: 'x'.repeat(201) }, 'plates.1.note'],
      [{ plate: 'AB12', expiresAt: 'soon' }, 'plates.1.expiresAt'],
      [{ plate: 'AB12', expiresAt: new Date(now.getTime() - 1).toISOString() }, 'plates.1.expiresAt'],
    ] as const)
      expect(await add([{ plate: 'GOOD1' }, plate])).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    expect(await plates()).toMatchObject({ count: 0 })
  })

  it('has at most 100,000 plates', async () => {
    await run(sql`insert into watch_plate (id, company_id, list_id, sealed, lookup, near, exact, expires_at, added_at, added_by)
      select gen_random_uuid(), ${tenant.companyId}, ${list.id}, '', n, '{0}', n, ${new Date(now.getTime() + DAY)}::timestamptz, ${now}::timestamptz, ''
      from generate_series(1, 100000) n`)
    expect(await add([{ plate: 'AB12CD' }])).toMatchObject({ status: 409, body: { code: 'CAPACITY_REACHED' } })
    expect((await call('GET', '/v1/watch-lists')).body).toMatchObject([{ plates: 100_000 }])
  })

  it('lets plates end, at the latest after its retention, also when that is made shorter', async () => {
    const inDays = (days: number) => new Date(now.getTime() + days * DAY).toISOString()
    await add([
      { plate: 'WEEK1', expiresAt: inDays(7) },
      { plate: 'LONG1', expiresAt: inDays(400) },
    ])
    expect(await search('LONG1')).toMatchObject([{ expiresAt: inDays(30) }])
    await call('PUT', `/v1/watch-lists/${list.id}`, { retentionDays: 10 })
    expect(await search('LONG1')).toMatchObject([{ expiresAt: inDays(10) }])
    now = new Date(now.getTime() + 8 * DAY)
    expect(await texts()).toEqual(['LONG1'])
    expect(await find({ text: 'WEEK1' })).toEqual([])
    expect(await find({ text: 'LONG1' })).toMatchObject([{ listed: 'LONG1' }])
  })

  it('is personal data: sealed, for administrators, and looks are recorded', async () => {
    await add([{ plate: 'AB12CD', note: 'Neighbour' }])
    const [stored] = await run(sql<object>`select * from watch_plate where list_id = ${list.id}`)
    expect(JSON.stringify(stored)).not.toMatch(/AB12CD|Neighbour/)
    const member = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
    })
    expect((await call('GET', `/v1/watch-lists/${list.id}/plates`, undefined, member)).status).toBe(403)
    expect((await call('GET', '/v1/watch-lists', undefined, member)).body).toMatchObject([
      { name: 'Banned', plates: 1 },
    ])
    await plates()
    await plates()
    await search('AB12CD')
    await call('DELETE', `/v1/watch-lists/${list.id}/plates/${(await plates()).rows[0].id}`)
    const audit = await run(sql<{ action: string }>`
      select action, before, after from audit where company_id = ${tenant.companyId} and action like 'watch-list.%' order by id`)
    expect(audit.map(({ action }) => action.replace('watch-list.', ''))).toEqual([
      'created',
      'imported',
      'read',
      'searched',
      'plate-deleted',
    ])
    expect(JSON.stringify(audit)).not.toContain('AB12CD')
    // Addresses stand in logs and histories, so a plate in one finds nothing more than without it.
    const asked = await call('GET', `/v1/watch-lists/${list.id}/plates?plate=AB12CD`)
    expect(asked.body).toEqual(await plates())
  })
})

describe('a plate that was read', () => {
  beforeEach(() => add([{ plate: 'AB 012' }, { plate: 'WX99YZ' }]))
  it.each([
    ['ABO12', true, null, 'AB 012'],
    ['A8O1Z', true, null, 'AB 012'],
    ['AB012', false, null, 'AB 012'],
    ['AB013', true, null, undefined],
    ['AB013', true, 0.8, 'AB 012'],
    ['AB013', false, 0.8, undefined],
    ['WX99YZA', true, 0.8, 'WX99YZ'],
    ['WX99', true, 0.5, undefined],
  ])('%s (sure: %s) is found with a threshold of %j as %s', async (text, isSure, threshold, listed) => {
    const found = await find({ text, isSure }, threshold)
    expect(found).toEqual(listed === undefined ? [] : [{ listId: list.id, read: text, listed, list: 'Banned' }])
  })
  it('is found on each of 20 lists that as many rules name, and that may differ by a character', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const { id } = (await call('POST', '/v1/watch-lists', { name: `Long ${at}` })).body as WatchList
        await call('POST', `/v1/watch-lists/${id}/plates/import`, { plates: [{ plate: `QQ${10 + at}XYZ` }] })
        return id
      }),
    )
    await run(sql`insert into watch_plate (id, company_id, list_id, sealed, lookup, outside_first, outside_middle, outside_last, near, exact,
        expires_at, added_at, added_by)
      select gen_random_uuid(), ${tenant.companyId}, l.id, '', n, n, n, n, '{0}', n, ${new Date(now.getTime() + DAY)}::timestamptz,
        ${now}::timestamptz, '' from generate_series(1, 500) n, unnest(${ids}::uuid[]) l (id)`)
    const rules = ids.map((listId) => ({ meta: { listId }, detectionSimilarityThreshold: 0.8 }) as unknown as Rule)
    const matches = async (text: string) =>
      inSystem(server.database.runtime, async (tx) => {
        const read = [{ text, isSure: true, frame: 0 }]
        return (await findPlateMatches(tx, server.container.deps.keys, { rules, read, now })).matches
      })
    expect(
      (await matches('QQ15XYZ')).map(({ listed }) => String(listed)).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(
      // Those of which one character differs: QQ10 to QQ19, and QQ25.
      [...Array.from({ length: 10 }, (_, at) => `QQ1${at}XYZ`), 'QQ25XYZ'],
    )
  })
  it('is found by one character after an update from a version without these numbers, except for plates that cannot be opened', async () => {
    await run(
      sql`update watch_plate set near = '{}', outside_first = 0, outside_middle = 0, outside_last = 0 where list_id = ${list.id}`,
    )
    await add([{ plate: 'LOST12' }])
    await run(sql`update watch_plate set near = '{}', sealed = 's1.aaaaaaaa.AAAA' where lookup = (
      select lookup from watch_plate where list_id = ${list.id} order by id desc limit 1)`)
    expect(await find({ text: 'AB013' }, 0.8)).toEqual([])
    await numberPlates(
      { db: server.database.runtime, keys: server.container.deps.keys },
      { signal: AbortSignal.timeout(60_000) },
    )
    expect(await find({ text: 'AB013' }, 0.8)).toMatchObject([{ listed: 'AB 012' }])
    expect(await find({ text: 'WX98YZ' }, 0.8)).toMatchObject([{ listed: 'WX99YZ' }])
    const left = await run(
      sql<{ n: number }>`select count(*)::int as n from watch_plate where list_id = ${list.id} and near = '{}'`,
    )
    expect(left).toEqual([{ n: 1 }])
  })
  it('is not found in lists of other companies', async () => {
    const other = await createTenant(server.database.runtime)
    const theirs = (await call('POST', '/v1/watch-lists', { name: 'Theirs' }, other.admin)).body as WatchList
    await call('POST', `/v1/watch-lists/${theirs.id}/plates/import`, { plates: [{ plate: 'QQ11' }] }, other.admin)
    expect(await find({ text: 'QQ11' })).toEqual([])
  })
})

it('a rule whose list was deleted stays, and is not ready', async () => {
  const rule = await createRule(server, tenant, {
    name: 'Banned cars',
    detectionType: 'watch_list',
    meta: { listId: list.id },
  })
  expect(rule).toMatchObject({ state: 'ready', meta: { listId: list.id } })
  expect((await call('GET', '/v1/watch-lists')).body).toMatchObject([{ rules: 1 }])
  await call('DELETE', `/v1/watch-lists/${list.id}`)
  const rules = await call('GET', `/v1/view/${tenant.viewId}/advanced-rules`)
  expect(rules.body).toMatchObject([{ state: 'cannot-here', obstacle: 'list-deleted' }])
  expect((await call('GET', `/v1/watch-lists/${newId()}/plates`)).status).toBe(404)
})
