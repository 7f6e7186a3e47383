import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { deleteExpired } from './delete-expired.ts'
import { deleteStale } from './delete-stale.ts'
import { dropEmptyPartitions } from './partitions.ts'
import { sweepOrphans } from './sweep-orphans.ts'

const DAY = 86_400_000
const now = new Date()
let server: TestServer
let tenant: Tenant
let camera: { companyId: string; projectId: string; siteId: string; viewId: string }

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  camera = { companyId: tenant.companyId, ...(await createCamera(server.database.runtime, tenant.companyId)) }
})

const media = () => server.container.deps.media
const has = async (key: string) => (await media().head(key)) !== undefined
const inAll = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(server.database.runtime, work)

/** Creates an alarm of this age with a picture, a note, a delivery and its signal. */
async function createOld(days: number, options: { rawKey?: string; of?: typeof camera } = {}) {
  const of = options.of ?? camera
  const receivedAt = new Date(now.getTime() - days * DAY)
  const alarmId = await createAlarm(server.database.runtime, of, { receivedAt })
  // The id of the signal contains the same time as the id of its alarm.
  const signalId = alarmId.slice(0, 14) + newId().slice(14)
  const [rawKey, displayKey, originalKey] = [
    options.rawKey ?? `raw/2026-01-01/${signalId}.eml`,
    `media/2026-01-01/${signalId}/0.jpg`,
    `media/2026-01-01/${signalId}/0-original.bin`,
  ]
  for (const key of [rawKey, displayKey, originalKey]) await media().put(key, Buffer.from(key))
  await inAll(async (tx) => {
    await tx
      .insertInto('frame')
      .values({
        alarm_id: alarmId,
        position: 0,
        company_id: of.companyId,
        signal_id: signalId,
        media_id: 'm',
        kind: 'still',
        original_type: 'image/jpeg',
        original_bytes: 1,
        original_key: originalKey,
        display_key: displayKey,
        judged: true,
      })
      .execute()
    await tx
      .insertInto('alarm_note')
      .values({ id: newId(), alarm_id: alarmId, company_id: of.companyId, user_name: 'x', content: 'x' })
      .execute()
    await tx
      .insertInto('signal')
      .values({
        id: signalId,
        company_id: of.companyId,
        site_id: of.siteId,
        view_id: of.viewId,
        source: 'smtp',
        received_at: receivedAt,
        raw_key: rawKey,
        raw_bytes: 1,
        raw_sha256: 'x',
        state: 'parsed',
        alarm_id: alarmId,
      })
      .execute()
  })
  return { alarmId, signalId, rawKey, keys: [rawKey, displayKey, originalKey] }
}

const left = (alarmId: string) =>
  inAll(async (tx) => {
    const { rows } = await sql<{ n: string }>`
      select (select count(*) from alarm where id = ${alarmId}) + (select count(*) from frame where alarm_id = ${alarmId})
        + (select count(*) from alarm_note where alarm_id = ${alarmId}) + (select count(*) from signal where alarm_id = ${alarmId}) as n`.execute(
      tx,
    )
    return Number(rows[0]?.n)
  })

describe('data older than a company’s retention', () => {
  it('is deleted with its pictures, notes and raw message, and newer data stays complete', async () => {
    const [old, young] = [await createOld(31), await createOld(29)]
    expect(await deleteExpired(server.container.deps, now)).toBe(2)
    expect(await left(old.alarmId)).toBe(0)
    expect(await left(young.alarmId)).toBe(4)
    expect(await Promise.all(old.keys.map(has))).toEqual([false, false, false])
    expect(await Promise.all(young.keys.map(has))).toEqual([true, true, true])
  })

  it('is determined by the setting of each company', async () => {
    const other = await createTenant(server.database.runtime)
    await inAll((tx) =>
      tx.updateTable('company').set({ retention_days: 5 }).where('id', '=', other.companyId).execute(),
    )
    const [theirs, ours] = [await createOld(6, { of: other }), await createOld(6)]
    await deleteExpired(server.container.deps, now)
    expect([await left(theirs.alarmId), await left(ours.alarmId)]).toEqual([0, 4])
  })

  it('is deleted without a raw mail that another company’s signal still refers to', async () => {
    const other = await createTenant(server.database.runtime)
    await inAll((tx) =>
      tx.updateTable('company').set({ retention_days: 60 }).where('id', '=', other.companyId).execute(),
    )
    const first = await createOld(31)
    const last = await createOld(31, { rawKey: first.rawKey, of: other })
    await deleteExpired(server.container.deps, now)
    expect([await left(first.alarmId), await left(last.alarmId)]).toEqual([0, 4])
    expect(await has(first.rawKey)).toBe(true)
    await deleteExpired(server.container.deps, new Date(now.getTime() + 30 * DAY))
    expect(await left(last.alarmId)).toBe(0)
    expect(await has(first.rawKey)).toBe(false)
  })

  it('is deleted in batches until nothing is left', async () => {
    await inAll((tx) =>
      tx
        .insertInto('signal')
        .values(
          Array.from({ length: 1_100 }, (_none, n) => ({
            id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
            company_id: tenant.companyId,
            site_id: camera.siteId,
            source: 'http',
            received_at: new Date('2024-06-01'),
            raw_bytes: 1,
            raw_sha256: 'x',
            state: 'parsed',
          })),
        )
        .execute(),
    )
    expect(await deleteExpired(server.container.deps, now)).toBe(1_100)
    expect(await deleteExpired(server.container.deps, now)).toBe(0)
  })

  it('is kept if it is a message that has not been read yet', async () => {
    const { signalId, rawKey } = await createOld(31)
    // Leased, so that the server does not read it meanwhile.
    const lease = sql<Date>`now() + interval '20 seconds'`
    await inAll((tx) =>
      tx.updateTable('signal').set({ state: 'stored', lease_until: lease }).where('id', '=', signalId).execute(),
    )
    await deleteExpired(server.container.deps, now)
    expect(await has(rawKey)).toBe(true)
  })
})

describe('short-lived data', () => {
  it('such as ended sessions and idempotency keys is deleted', async () => {
    const before = new Date(now.getTime() - 8 * DAY)
    await inAll(async (tx) => {
      await tx.updateTable('session').set({ ended_at: before }).where('id', '=', tenant.admin.sessionId).execute()
      for (const [key, createdAt] of [
        ['old', before],
        ['new', now],
      ] as const)
        // prettier-ignore
        await tx
          .insertInto('signal_key')
          .values({ company_id: tenant.companyId, key, signal_id: newId(), created_at: createdAt })
          .execute()
    })
    await deleteStale(server.container.deps, now)
    const rest = await inAll(async (tx) => ({
      keys: await tx.selectFrom('signal_key').select('key').where('company_id', '=', tenant.companyId).execute(),
      sessions: await tx.selectFrom('session').select('id').where('id', '=', tenant.admin.sessionId).execute(),
    }))
    expect(rest).toEqual({ keys: [{ key: 'new' }], sessions: [] })
  })

  it('such as failed logins, captchas, links and logins in progress is deleted after it has expired, not before', async () => {
    const [over, open] = [new Date(now.getTime() - 2 * DAY), new Date(now.getTime() + 60_000)]
    const { companyId, userId } = tenant
    for (const [name, at] of [
      ['over', over],
      ['open', open],
    ] as const)
      await inAll(async (tx) => {
        const token = { token_hash: `${name} ${userId}`, expires_at: at }
        const owned = { company_id: companyId, user_id: userId, created_at: over, ...token }
        await tx
          .insertInto('login_failure')
          .values({ key: `${name} ${userId}`, count: 1, since: at })
          .execute()
        await tx
          .insertInto('answered_captcha')
          .values({ id: `${name} ${userId}`, expires_at: at })
          .execute()
        await tx
          .insertInto('password_link')
          .values({ id: newId(), ...owned })
          .execute()
        await tx
          .insertInto('waiting_login')
          .values({ id: newId(), keep_logged_in: false, ...owned })
          .execute()
      })
    await deleteStale(server.container.deps, now)
    const rest = await inAll(async (tx) => [
      ...(await tx.selectFrom('login_failure').select('key').where('key', 'like', `%${userId}`).execute()),
      ...(await tx.selectFrom('answered_captcha').select('id').where('id', 'like', `%${userId}`).execute()),
      ...(await tx.selectFrom('password_link').select('token_hash').where('user_id', '=', userId).execute()),
      ...(await tx.selectFrom('waiting_login').select('token_hash').where('user_id', '=', userId).execute()),
    ])
    expect(rest.map((row) => Object.values(row)[0])).toEqual(Array.from({ length: 4 }, () => `open ${userId}`))
  })

  it('such as messages that were delivered a month ago is deleted in batches; newer and failed messages stay', async () => {
    const receiverId = newId()
    await inAll((tx) =>
      sql`
        with hook as (
          insert into receiver (id, company_id, site_id, kind, name, config)
          values (${receiverId}, ${tenant.companyId}, ${camera.siteId}, 'webhook', 'Hook', '{}') returning id)
        insert into delivery (id, company_id, receiver_id, type, state, finished_at)
        select gen_random_uuid(), ${tenant.companyId}, hook.id, 'test', case n when 2 then 'dead' else 'delivered' end,
          ${now}::timestamptz - make_interval(days => case n when 1 then 29 else 31 end)
        from hook cross join generate_series(1, 10_050) as n`.execute(tx),
    )
    await deleteStale(server.container.deps, now)
    const rest = await inAll((tx) =>
      tx.selectFrom('delivery').select('state').where('receiver_id', '=', receiverId).orderBy('state').execute(),
    )
    expect(rest).toEqual([{ state: 'dead' }, { state: 'delivered' }])
  })

  it('such as an expired impersonation is audited before, even if the deletion then takes too long', async () => {
    const { companyId, userId } = tenant
    const [over, sessionId, receiverId] = [new Date(now.getTime() - 60_000), newId(), newId()]
    await inAll(async (tx) => {
      await tx
        .insertInto('session')
        .values({
          id: sessionId,
          token_hash: sessionId,
          user_id: userId,
          company_id: companyId,
          impersonator_id: userId,
          parent_id: tenant.admin.sessionId,
          keep_logged_in: false,
          expires_at: over,
        })
        .execute()
      await sql`
        with hook as (
          insert into receiver (id, company_id, site_id, kind, name, config)
          values (${receiverId}, ${companyId}, ${camera.siteId}, 'webhook', 'Hook', '{}') returning id)
        insert into delivery (id, company_id, receiver_id, type, state, finished_at)
        select gen_random_uuid(), ${companyId}, hook.id, 'test', 'delivered', ${now}::timestamptz - interval '31 days' from hook`.execute(
        tx,
      )
    })
    await sql
      .raw(
        `create function refuse() returns trigger language plpgsql as $$ begin raise 'too slow'; end $$;
         create trigger refuse before delete on delivery for each row execute function refuse()`,
      )
      .execute(server.database.owner)
    try {
      await expect(deleteStale(server.container.deps, now)).rejects.toThrow('too slow')
    } finally {
      await sql.raw('drop trigger refuse on delivery; drop function refuse()').execute(server.database.owner)
    }
    const ended = await inAll((tx) =>
      tx.selectFrom('session').select('ended_at').where('id', '=', sessionId).executeTakeFirst(),
    )
    expect(ended).toEqual({ ended_at: over })
  })
})

describe('a file without a row', () => {
  it('is deleted after a day; a file with a row or a newer one stays', async () => {
    const kept = await createOld(1)
    await media().put('media/2026-01-01/orphan/0.jpg', Buffer.from('x'))
    await media().put('raw/2026-01-01/orphan.eml', Buffer.from('x'))
    expect(await sweepOrphans(server.container.deps, now)).toBe(0)
    expect(await has('raw/2026-01-01/orphan.eml')).toBe(true)
    await sweepOrphans(server.container.deps, new Date(Date.now() + DAY + 60_000))
    expect(await has('raw/2026-01-01/orphan.eml')).toBe(false)
    expect(await has('media/2026-01-01/orphan/0.jpg')).toBe(false)
    expect(await Promise.all(kept.keys.map(has))).toEqual([true, true, true])
  })

  it('is deleted also if it is a logo that was replaced', async () => {
    const [old, shown] = ['old', 'shown'].map((name) => `logos/${tenant.companyId}/${name}/512.png`) as [string, string]
    for (const key of [old, shown]) await media().put(key, Buffer.from(key))
    await inAll((tx) => tx.updateTable('company').set({ logo_key: shown }).where('id', '=', tenant.companyId).execute())
    await sweepOrphans(server.container.deps, new Date(Date.now() + DAY + 60_000))
    expect(await Promise.all([old, shown].map(has))).toEqual([false, true])
  })
})

describe('a month’s partition', () => {
  it('is dropped only after its last row was deleted', async () => {
    const { owner, runtime } = server.database
    await sql`select app.ensure_partitions('2025-02-10')`.execute(owner)
    const id = await createAlarm(runtime, camera, { receivedAt: new Date('2025-02-14T00:00:00Z') })
    const dropped = await dropEmptyPartitions(owner)
    expect(dropped.toSorted()).toEqual(['frame_2025_02', 'signal_2025_02'])
    expect(await inAll((tx) => tx.selectFrom('alarm').select('id').where('id', '=', id).execute())).toHaveLength(1)
    await inAll((tx) => tx.deleteFrom('alarm').where('id', '=', id).execute())
    expect(await dropEmptyPartitions(owner)).toEqual(['alarm_2025_02'])
    const current = await sql<{ n: string }>`select count(*) as n from pg_class where relname ~ '^alarm_20'`.execute(
      owner,
    )
    expect(Number(current.rows[0]?.n)).toBeGreaterThanOrEqual(2)
  })

  it('cannot be dropped by the program itself', async () => {
    await expect(inAll((tx) => sql`drop table alarm_default`.execute(tx))).rejects.toMatchObject({ code: '42501' })
  })
})
