// The tests are generated from the contract: every operation is called with another tenant's ids in every place that its scope declares.
// `undeclared-ids.api.test.ts` checks that no place is left out, and tests the places that no scope declares.
import {
  API_BASE,
  getSession,
  operations,
  runsInstallation,
  staysOpen,
  type Operation,
  type ScopeRef,
} from '@winnow/contract'
import { findExample } from '@winnow/contract/examples'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refsOf, requestOf } from '../test/example-request.ts'
import { createAlarm, createTenant, idOf, type Tenant } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { inSystem } from './platform/db/transaction.ts'

interface Attempt {
  operation: Operation
  /** The place that gets the other tenant's id. All other places get the caller's own ids. */
  foreign: ScopeRef | undefined
}

const attempts: Attempt[] = operations.flatMap((operation) =>
  refsOf(operation).map((foreign) => ({ operation, foreign })),
)

let server: TestServer
let mine: Tenant
let theirs: Tenant

beforeAll(async () => {
  server = await startTestServer()
  mine = await createTenant(server.database.runtime, 'Mine')
  theirs = await createTenant(server.database.runtime, 'Theirs')
  // The pictures need bytes. Otherwise the server would reply "not found" even without a scope check.
  for (const { signalId } of [mine, theirs])
    await server.container.deps.media.put(`media/2026-01-01/${signalId}/0.jpg`, Buffer.from('picture'))
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('alarm').set({ frame_count: 1 }).where('id', 'in', [mine.alarmId, theirs.alarmId]).execute(),
  )
  // Messages are fetched of one kind of receivers alone.
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('receiver')
      .set({ kind: 'product-api', config: JSON.stringify({ heartbeatSeconds: 60 }) })
      .where('id', 'in', [mine.receiverId, theirs.receiverId])
      .execute(),
  )
  for (const tenant of [mine, theirs]) await showObject(tenant)
})
afterAll(() => server.close())

/** Gives a tenant Investigate, and an object whose picture was made. */
const showObject = ({ companyId, alarmId, signalId }: Tenant) =>
  inSystem(server.database.runtime, async (tx) => {
    await sql`update company set unlocks = '{"isForensicUnlocked": true}' where id = ${companyId}`.execute(tx)
    await sql`insert into found_object (alarm_id, number, company_id, project_id, site_id, view_id, at, position, class, label, score, places, crop_key)
      select id, 0, company_id, project_id, site_id, view_id, received_at, 0, 'person', 'person', 0.9, '{0.1,0.1,0.1,0.1}',
        ${`media/2026-01-01/${signalId}/0.jpg`} from alarm where id = ${alarmId}`.execute(tx)
  })

/**
 * The body of the operation's example. Operations that resolve an id themselves (scope 'self') get an id of the other tenant.
 */
const build = ({ operation, foreign }: Attempt) =>
  requestOf(
    operation,
    (ref) => (ref.optional && ref !== foreign ? undefined : idOf(ref === foreign ? theirs : mine, ref.kind)),
    theirs.alarmId,
  )

describe('the isolation of tenants', () => {
  it.each(
    attempts.map((attempt) => [attempt.operation.id, attempt.foreign?.in, attempt.foreign?.at, attempt] as const),
  )('%s with another tenant’s id in %s %s replies with 404 or finds nothing', async (_id, _in, _at, attempt) => {
    const reply = await server.app.inject({
      ...build(attempt),
      headers: { ...build(attempt).headers, cookie: mine.admin.cookie },
    })
    if (attempt.foreign?.foreign === 'empty') {
      const { status, body } = findExample(attempt.operation)?.nothing ?? { status: 200, body: { rows: [] } }
      expect(reply.statusCode).toBe(status)
      expect(reply.json()).toMatchObject(body)
    } else {
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(reply.body).not.toContain(theirs.companyId)
  })

  it.each(
    operations
      .filter(
        (operation) =>
          refsOf(operation).some((ref) => !ref.optional) && !operation.uploads && operation.method === 'GET',
      )
      .map((operation) => [operation.id, operation] as const),
  )('%s finds the caller’s own object', async (_id, operation) => {
    const reply = await server.app.inject({
      ...build({ operation, foreign: undefined }),
      headers: { cookie: mine.admin.cookie, 'x-requested-with': 'winnow' },
    })
    expect(reply.statusCode).toBe(200)
  })

  it.each(
    operations
      .filter((operation) => operation.scope === 'self' && operation.method === 'GET' && !staysOpen(operation))
      .map((operation) => [operation.id, operation] as const),
  )('%s returns no data of another tenant', async (_id, operation) => {
    const reply = await server.app.inject({
      ...build({ operation, foreign: undefined }),
      headers: { cookie: mine.admin.cookie },
    })
    // Operations over all companies are for provider users, so an administrator is refused.
    const found = findExample(operation)?.nothing?.status ?? 200
    expect(reply.statusCode).toBe(runsInstallation(operation) ? 403 : found)
    for (const value of Object.values(theirs)) if (typeof value === 'string') expect(reply.body).not.toContain(value)
  })

  it.each(['cameras', 'sites', 'projects', 'alarms'] as const)(
    'another tenant’s object adds nothing to a list when %s contains its id beside an id of the caller',
    async (field) => {
      const id = { cameras: 'viewId', sites: 'siteId', projects: 'projectId', alarms: 'alarmId' } as const
      const reply = await server.app.inject({
        method: 'POST',
        url: `${API_BASE}/viewalarms`,
        headers: { cookie: mine.admin.cookie, 'x-requested-with': 'winnow' },
        payload: { [field]: [mine[id[field]], theirs[id[field]]] },
      })
      const ids = reply.json<{ rows: { id: string }[] }>().rows.map((row) => row.id)
      expect(ids).toContain(mine.alarmId)
      expect(ids).not.toContain(theirs.alarmId)
    },
  )

  it('a note cannot be deleted under an alarm that it does not belong to', async () => {
    const other = await createAlarm(server.database.runtime, mine)
    const reply = await server.app.inject({
      method: 'DELETE',
      url: `${API_BASE}/v1/alarm/${other}/notes/${mine.noteId}`,
      headers: { cookie: mine.admin.cookie, 'x-requested-with': 'winnow' },
    })
    expect(reply.statusCode).toBe(404)
  })

  it('an API token cannot find objects of another tenant', async () => {
    for (const url of [`/alarm/${theirs.alarmId}`, `/v1/signal/${theirs.signalId}`]) {
      const reply = await server.app.inject({
        method: 'GET',
        url: API_BASE + url,
        headers: { authorization: `Bearer ${mine.apiToken}` },
      })
      expect(reply.statusCode).toBe(404)
    }
  })
})

describe('a caller without a session', () => {
  it.each(
    operations
      // `getSession` also replies to callers without a session.
      .filter(
        (operation) => operation.scope !== 'public' && operation.scope !== 'signed' && operation.id !== getSession.id,
      )
      .map((operation) => [operation.id, operation] as const),
  )('is refused by %s', async (_id, operation) => {
    const reply = await server.app.inject(build({ operation, foreign: undefined }))
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ code: 'NOT_AUTHORISED', message: 'Not authorised' })
  })
})

describe('row-level security', () => {
  it('hides other tenants from the runtime role in every query', async () => {
    const { runtimePool } = server.database
    const client = await runtimePool.connect()
    try {
      const tables = await server.database.ownerPool.query<{ name: string }>(
        `select table_name as name from information_schema.columns
         where table_schema = 'public' and column_name = 'company_id' and table_name !~ '_(default|[0-9]{4}_[0-9]{2})$'`,
      )
      expect(tables.rows.length).toBeGreaterThan(18)
      for (const { name: table } of tables.rows) {
        await client.query('begin')
        await client.query(`select set_config('app.company_id', $1, true)`, [mine.companyId])
        const { rows: seen } = await client.query<{ company_id: string }>(`select distinct company_id from ${table}`)
        expect(
          seen.filter((row) => row.company_id !== mine.companyId),
          table,
        ).toEqual([])
        const changed = await client
          .query(`update ${table} set company_id = company_id where company_id = $1`, [theirs.companyId])
          .then(({ rowCount }) => rowCount)
          // The audit is append-only, so changes are refused.
          .catch((error: unknown) => (error instanceof Error && /permission denied/.test(error.message) ? 0 : -1))
        expect(changed, `${table} of another tenant`).toBe(0)
        await client.query('rollback')
      }
      const { rows } = await client.query('select id from alarm')
      expect(rows, 'without a company nothing is seen').toEqual([])
    } finally {
      client.release()
    }
  })
})

describe('the server', () => {
  it('did not answer any of these requests with an internal error', () => {
    expect(server.logLines.filter((line) => line.includes('request failed'))).toEqual([])
  })
})
