import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { DELIVERIES_HELD } from '../../platform/backup/hold-deliveries.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { MediaFullError } from '../../platform/media/media-store.ts'
import { startAnalysisHeartbeat } from '../analysis/index.ts'
import { REASON_TEXTS } from './reason-texts.ts'

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
let now = new Date()
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)
const intakeHung = vi.fn<() => boolean>(() => false)
let server: TestServer
let tenant: Tenant
let other: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let heartbeat: ReturnType<typeof startAnalysisHeartbeat>
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now }, intakeHung: () => intakeHung() })
  heartbeat = startAnalysisHeartbeat({ ...server.container.deps, id: newId() })
  tenant = await createTenant(server.database.runtime)
  other = await createTenant(server.database.runtime)
  camera = await createCamera(server.database.runtime, tenant.companyId)
})
afterAll(async () => {
  await heartbeat.stop()
  await server.close()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await inSystem(server.database.runtime, async (tx) => {
    for (const table of ['signal', 'analysis_task', 'alarm', 'detector_machine'] as const)
      await tx.deleteFrom(table).execute()
  })
})

const deps = () => server.container.deps

/** Returns what `/readyz`, the metrics and Home report. The metrics and Home use the last result of `/readyz`. */
async function told(reader: Tenant = tenant) {
  const ready = await server.app.inject('/readyz')
  const metrics = await server.app.inject('/metrics')
  const holding = [...metrics.body.matchAll(/^winnow_unwell\{reason="([a-z-]+)",class="([a-z]+)"\} 1$/gm)]
  const home = await callApi(server, reader.admin, 'GET', '/v1/home')
  return {
    ready: { code: ready.statusCode, ...ready.json() },
    metrics: holding.map(([, reason, kind]) => `${kind} ${reason}`),
    attention: home.body.attention,
  }
}

async function post() {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${camera.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: JPEG,
  })
  return { status: reply.statusCode, code: reply.json().code, after: Number(reply.headers['retry-after']) }
}

/** Sends a statement on each connection before the program's queries. */
async function onEachConnection(statement: string): Promise<void> {
  const pool = server.database.runtimePool
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    await Promise.all(clients.map((client) => client.query(statement)))
  } finally {
    for (const client of clients) client.release()
  }
}

const signal = (receivedAt: Date) => ({
  id: newId(receivedAt.getTime()),
  company_id: tenant.companyId,
  site_id: camera.siteId,
  view_id: camera.viewId,
  source: 'smtp' as const,
  received_at: receivedAt,
  raw_key: 'raw/none',
  raw_bytes: 4,
  raw_sha256: 'none',
})
const waitingAlarm = (deadlineAt: Date) =>
  createAlarm(
    server.database.runtime,
    { companyId: tenant.companyId, ...camera },
    { verdict: null, receivedAt: new Date(deadlineAt.getTime() - 15_000) },
  )
async function task(inTimeUntil: Date | null): Promise<void> {
  const alarmId = await waitingAlarm(new Date(now.getTime() + 60_000))
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('analysis_task')
      .values({ view_id: camera.viewId, company_id: tenant.companyId, alarm_id: alarmId, in_time_until: inTimeUntil })
      .execute(),
  )
}

it('a healthy installation reports no problem', async () => {
  expect(await told()).toMatchObject({
    ready: { code: 200, status: 'ready', reasons: [] },
    metrics: [],
    attention: { lowDisk: null, unmatched: 0, analysisIdle: false, service: [] },
  })
})

describe('a process that cannot accept messages is not ready', () => {
  it('while the media store is not writable, and asks senders to retry', async () => {
    vi.spyOn(deps().media, 'check').mockRejectedValue(Object.assign(new Error('no'), { code: 'EROFS' }))
    vi.spyOn(deps().media, 'put').mockRejectedValue(Object.assign(new Error('no'), { code: 'EACCES' }))
    expect(await told()).toMatchObject({
      ready: { code: 503, status: 'not ready', reasons: [REASON_TEXTS['store-unwritable']] },
      metrics: ['blocking store-unwritable'],
      attention: { service: [{ reason: 'store-unwritable', count: null }] },
    })
    expect(await post()).toEqual({ status: 503, code: 'UNAVAILABLE', after: 10 })
  })

  it('while the disk is full', async () => {
    vi.spyOn(deps().limits, 'hasRoom').mockReturnValue(false)
    vi.spyOn(deps().limits, 'lowDisk').mockReturnValue({ freeBytes: 1, wantedBytes: 2 })
    expect(await told()).toMatchObject({
      ready: { code: 503, status: 'not ready', reasons: [REASON_TEXTS['disk-full']] },
      metrics: ['blocking disk-full'],
      attention: { lowDisk: { freeBytes: 1, wantedBytes: 2 }, service: [] },
    })
    vi.restoreAllMocks()
    vi.spyOn(deps().media, 'put').mockRejectedValue(new MediaFullError('full'))
    expect(await post()).toEqual({ status: 503, code: 'STORAGE_FULL', after: 60 })
  })

  it('while the database is read-only, and asks senders to retry', async () => {
    await onEachConnection('set default_transaction_read_only = on')
    try {
      expect(await told()).toMatchObject({
        ready: { code: 503, status: 'not ready', reasons: [REASON_TEXTS['database-read-only']] },
        metrics: ['blocking database-read-only'],
        attention: { service: [{ reason: 'database-read-only', count: null }] },
      })
      expect(await post()).toEqual({ status: 503, code: 'UNAVAILABLE', after: 10 })
    } finally {
      await onEachConnection('reset default_transaction_read_only')
    }
  })

  it('while the database gives no connection; the metrics are still available', async () => {
    const pool = server.database.runtimePool
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    try {
      const ready = await server.app.inject('/readyz')
      expect([ready.statusCode, ready.json().reasons]).toEqual([503, [REASON_TEXTS['database-no-connection']]])
    } finally {
      for (const client of taken) client.release()
    }
  })
})

describe('a problem that does not prevent accepting messages reports degraded', () => {
  it('for a low disk', async () => {
    vi.spyOn(deps().limits, 'lowDisk').mockReturnValue({ freeBytes: 3, wantedBytes: 2 })
    expect(await told()).toMatchObject({
      ready: { code: 200, status: 'degraded', reasons: [REASON_TEXTS['disk-low']] },
      metrics: ['degraded disk-low'],
      attention: { lowDisk: { freeBytes: 3, wantedBytes: 2 } },
    })
  })

  it('for messages to receivers that are held after a restore; Home shows a separate notice with a button', async () => {
    const at = '2026-11-20T08:00:00.000Z'
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('system_setting')
        .values({ key: DELIVERIES_HELD, value: JSON.stringify(at) })
        .execute(),
    )
    try {
      expect(await told()).toMatchObject({
        ready: { code: 200, status: 'degraded', reasons: [REASON_TEXTS['deliveries-held']] },
        metrics: ['degraded deliveries-held'],
        attention: { deliveriesHeldSince: at, service: [] },
      })
    } finally {
      await inSystem(server.database.runtime, (tx) =>
        tx.deleteFrom('system_setting').where('key', '=', DELIVERIES_HELD).execute(),
      )
    }
  })

  it('for exhausted database connections, while this process still has open ones', async () => {
    // A temporary view hides the view of the catalogue. Other tests share the database server, so its connections must not be used up.
    await onEachConnection('create temp view pg_stat_database as select 1000000 as numbackends')
    try {
      expect(await told()).toMatchObject({
        ready: { code: 200, status: 'degraded', reasons: [REASON_TEXTS['connections-exhausted']] },
        metrics: ['degraded connections-exhausted'],
        attention: { service: [{ reason: 'connections-exhausted', count: null }] },
      })
    } finally {
      await onEachConnection('drop view pg_stat_database')
    }
  })

  it.each<[string, () => Promise<unknown>, string, number | null]>([
    [
      'a detector that cannot be used, on whatever machine',
      () =>
        inSystem(server.database.runtime, (tx) =>
          tx
            .insertInto('detector_machine')
            .values({
              pool_id: newId(),
              host: 'gpu-1',
              has_builtin: true,
              packs: JSON.stringify([]),
              problems: JSON.stringify([{ id: 'yolo', problem: 'broken' }]),
              told_at: sql<Date>`now()`,
            })
            .execute(),
        ),
      'detector-broken',
      null,
    ],
    [
      'a process that takes alarms and hangs, or did so of late',
      async () => intakeHung.mockReturnValueOnce(true),
      'intake-hung',
      null,
    ],
    [
      'more messages than can be read',
      async () => vi.spyOn(deps().pump, 'keepsUp').mockReturnValue(false),
      'reading-behind',
      null,
    ],
    [
      'a message that is not read for longer than the deadline',
      () =>
        inSystem(server.database.runtime, (tx) =>
          tx
            .insertInto('signal')
            .values([signal(ago(16)), signal(ago(1))])
            .execute(),
        ),
      'unread',
      2,
    ],
    ['analyses that will hardly be in time', () => task(new Date(now.getTime() + 3_000)), 'queued', 1],
    ['alarms that wait for their analysis beyond the deadline', () => task(null), 'late', 1],
    ['alarms that are overdue', () => waitingAlarm(ago(3)), 'overdue', 1],
    [
      'alarms released at their deadline of late',
      async () => {
        const id = await waitingAlarm(ago(60))
        await inSystem(server.database.runtime, (tx) =>
          tx.updateTable('alarm').set({ verdict: 'unverified', released_at: now }).where('id', '=', id).execute(),
        )
      },
      'released',
      1,
    ],
  ])('for %s', async (_what, fail, reason, count) => {
    await fail()
    expect(await told()).toMatchObject({
      ready: { code: 200, status: 'degraded', reasons: [REASON_TEXTS[reason as keyof typeof REASON_TEXTS]] },
      metrics: [`degraded ${reason}`],
      attention: { service: [{ reason, count }] },
    })
  })

  it('but not for messages and tasks that are being processed', async () => {
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('signal')
        .values([signal(ago(1))])
        .execute(),
    )
    await task(new Date(now.getTime() + 12_000))
    expect(await told()).toMatchObject({ ready: { reasons: [] }, metrics: [], attention: { service: [] } })
  })

  it('to another company only if it affects the whole installation', async () => {
    await waitingAlarm(ago(3))
    vi.spyOn(deps().pump, 'keepsUp').mockReturnValue(false)
    const { attention } = await told(other)
    expect(attention.service).toEqual([{ reason: 'reading-behind', count: null }])
  })

  it('without figures to a user who sees only a part of the company', async () => {
    await waitingAlarm(ago(3))
    await server.app.inject('/readyz')
    const operator = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const home = await callApi(server, operator, 'GET', '/v1/home')
    expect(home.body.attention.service).toEqual([{ reason: 'overdue', count: null }])
  })
})

describe('senders by HTTP get 503 with Retry-After', () => {
  it.each([
    ['the database takes no connections', { code: 'ECONNREFUSED' }, 'Error'],
    ['the database starts', { code: '57P03' }, 'DatabaseError'],
    ['the database has no connection left', { code: '53300' }, 'DatabaseError'],
    ['the pool has none', { message: 'timeout exceeded when trying to connect' }, 'Error'],
  ])('while %s', async (_what, fields, kind) => {
    const { DatabaseError } = await import('pg')
    const error = Object.assign(kind === 'Error' ? new Error('no') : new DatabaseError('no', 2, 'error'), fields)
    vi.spyOn(server.database.runtimePool, 'connect').mockImplementation(() => {
      throw error
    })
    expect(await post()).toEqual({ status: 503, code: 'UNAVAILABLE', after: 10 })
  })
})
