// Tests the forms of handlers with a transaction, and the check of handlers. The operations exist only in this file.
import { readFile } from 'node:fs/promises'
import { operation, type Operation } from '@winnow/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database/test-database.ts'
import { createTenant, type Tenant } from '../test/factories.ts'
import { watchHandlers, type HandlerFaults } from '../test/watch-handlers.ts'
import { watchStatements } from '../test/watch-statements.ts'
import { createScopeCheck } from './modules/access/index.ts'
import { recordCarried } from './modules/audit/index.ts'
import { createAuthenticate } from './modules/identity/index.ts'
import { publishLive } from './modules/live/index.ts'
import { systemClock } from './platform/clock.ts'
import { inSystem, type Tx } from './platform/db/transaction.ts'
import { createLogger } from './platform/log.ts'
import { AppError } from './platform/http/app-error.ts'
import { installErrorHandler } from './platform/http/error-handler.ts'
import { createRegister, type Register } from './platform/http/register.ts'

const base = { method: 'POST', path: '/tried', summary: 'Tried', tag: 'Test' } as const
const own = operation({ ...base, id: 'test.own', scope: 'self' })
const onSite = operation({
  ...base,
  id: 'test.site',
  scope: [{ in: 'body', at: 'site', kind: 'site' }],
  permission: 'node.write',
})
const onCompany = operation({
  ...base,
  id: 'test.company',
  scope: [{ in: 'body', at: 'company', kind: 'company', anyCompany: true }],
  permission: 'company.write',
})
const message = { type: 'tree.changed' as const, projectId: 'p', siteId: null, viewId: null }

let database: TestDatabase
let [ours, theirs] = [{} as Tenant, {} as Tenant]
let watch: HandlerFaults
beforeAll(async () => {
  database = await createTestDatabase()
  ;[ours, theirs] = [await createTenant(database.runtime, 'Ours'), await createTenant(database.runtime, 'Theirs')]
})
afterAll(() => database.close())
beforeEach(() => {
  watch = watchHandlers(database.runtimePool)
  return () => watch.stop()
})

/** Registers an operation for one call and calls it as the administrator. */
async function call(put: (register: Register) => void, payload: object = {}, who = ours.admin) {
  const app = Fastify() as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  installErrorHandler(app, createLogger({ level: 'silent' }))
  await app.register((await import('@fastify/cookie')).default)
  const deps = { db: database.runtime, clock: systemClock, specialCompanyId: undefined }
  const gate = { authenticate: createAuthenticate(deps), ...createScopeCheck(deps.db) }
  const { register } = createRegister(
    app,
    gate,
    { require() {} },
    { ...deps, recordAudit: recordCarried, publishLive, watch },
  )
  put(register)
  const headers = { cookie: who.cookie, 'x-requested-with': 'winnow' }
  const reply = await app.inject({ method: 'POST', url: '/api/tried', headers, payload })
  await app.close()
  return { status: reply.statusCode, body: reply.body === '' ? {} : reply.json<Record<string, unknown>>() }
}

const rename = (tx: Tx, name: string) =>
  tx.updateTable('company').set({ name }).where('id', '=', ours.companyId).execute()
const nameOf = ({ companyId }: Tenant) =>
  inSystem(database.runtime, async (tx) => {
    const { name } = await tx.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
    return name
  })
const auditsOf = (action: string) =>
  inSystem(database.runtime, (tx) =>
    tx.selectFrom('audit').select(['company_id', 'user_id', 'object_id']).where('action', '=', action).execute(),
  )
const renamed = (action: string) => ({ action, objectType: 'company' as const, objectId: ours.companyId })

describe('a handler that reads', () => {
  it('sees only the rows of its company', async () => {
    const reply = await call((register) =>
      register.read(own, async ({ tx }) => ({
        names: (await tx.selectFrom('company').select('name').execute()).map(({ name }) => name),
      })),
    )
    expect(reply.body).toEqual({ names: ['Ours'] })
  })

  it('cannot change anything', async () => {
    const reply = await call((register) => register.read(own, async ({ tx }) => rename(tx, 'Changed by a reader')))
    expect(reply.status).toBe(503)
    expect(await nameOf(ours)).toBe('Ours')
  })

  it('runs the gate in the same transaction', async () => {
    const statements = watchStatements(database.runtimePool)
    const sent = await statements.during(() =>
      call((register) => register.read(onSite, async ({ tx }) => void (await sql`select 'mine'`.execute(tx))), {
        site: ours.siteId,
      }),
    )
    // The first three statements belong to the session.
    expect(sent.slice(3).map((text) => text.trim().split(/[;\n]/)[0])).toEqual([
      'start transaction isolation level read committed read only',
      expect.stringMatching(/^select \/\* keep plan \*\/ n\.id, .* from "?site"? n\b/),
      "select 'mine'",
      'commit',
    ])
  })
})

describe('a handler without a transaction', () => {
  it('replies after the gate, and opens a transaction only when it calls `read`', async () => {
    const statements = watchStatements(database.runtimePool)
    const put = (register: Register) =>
      register.read(onSite, {
        async reply({ read }) {
          await Promise.all([read((tx) => sql`select 'one'`.execute(tx)), read((tx) => sql`select 'two'`.execute(tx))])
          return { done: true }
        },
      })
    const sent = await statements.during(() => call(put, { site: ours.siteId }))
    expect(sent.filter((text) => text.includes("'one'") || text.includes("'two'"))).toHaveLength(2)
    const reached: string[] = []
    const late = (register: Register) => register.read(onSite, { reply: async () => void reached.push('reply') })
    expect((await call(late, { site: theirs.siteId })).status).toBe(404)
    expect(reached).toEqual([])
  })

  it('can be registered as a plain function only for streams, public operations and login operations', async () => {
    const put = (tried: Operation) => call((register) => register(tried, async () => ({ done: true })))
    await expect(put(own)).rejects.toThrow('test.own must be registered by register.read or register.write')
    expect((await put(operation({ ...base, id: 'test.login', scope: 'login' }))).body).toEqual({ done: true })
  })
})

describe('a handler that writes', () => {
  it('writes its audit entry, its message and its rows together', async () => {
    const after: string[] = []
    await call((register) =>
      register.write(own, async ({ tx, audit, publish, afterCommit }) => {
        await rename(tx, 'Ours, renamed')
        await audit(renamed('test.kept'))
        await publish(message)
        afterCommit(() => after.push('committed'))
        return { done: true }
      }),
    )
    expect(await nameOf(ours)).toBe('Ours, renamed')
    expect(await auditsOf('test.kept')).toEqual([
      { company_id: ours.companyId, user_id: ours.admin.userId, object_id: ours.companyId },
    ])
    expect(after).toEqual(['committed'])
  })

  it('writes none of them when it throws', async () => {
    const after: string[] = []
    const reply = await call((register) =>
      register.write(own, async ({ tx, audit, publish, afterCommit }) => {
        await rename(tx, 'Half done')
        await audit(renamed('test.lost'))
        await publish(message)
        afterCommit(() => after.push('committed'))
        throw new AppError('CONFLICT', 'On second thought')
      }),
    )
    expect(reply).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await nameOf(ours)).not.toBe('Half done')
    expect(await auditsOf('test.lost')).toEqual([])
    expect(after).toEqual([])
  })

  it('is not called for another tenant’s object, and its prepare step is not called either', async () => {
    const reached: string[] = []
    const steps = {
      prepare: async () => void reached.push('prepare'),
      change: async () => void reached.push('change'),
    }
    expect((await call((register) => register.write(onSite, steps), { site: theirs.siteId })).status).toBe(404)
    expect(reached).toEqual([])
    expect(
      (
        await call((register) => register.write(onSite, async () => void reached.push('whole')), {
          site: theirs.siteId,
        })
      ).status,
    ).toBe(404)
    expect(reached).toEqual([])
  })

  it('runs prepare before the transaction and reply after the commit', async () => {
    const seen: string[] = []
    const reply = await call((register) =>
      register.write(own, {
        async prepare({ read }) {
          const { name } = await read((tx) => tx.selectFrom('company').select('name').executeTakeFirstOrThrow())
          return `${name}, prepared`
        },
        async change({ tx, prepared, audit }) {
          await rename(tx, prepared)
          await audit(renamed('test.prepared'))
          return prepared.length
        },
        async reply({ result, prepared }) {
          seen.push(await nameOf(ours))
          return { result, prepared }
        },
      }),
    )
    expect(reply.body).toEqual({ result: seen[0]?.length, prepared: seen[0] })
    expect(seen[0]).toMatch(/, prepared$/)
  })

  it('runs in the company that a provider user named, and writes that company’s audit', async () => {
    const put = (register: Register) =>
      register.write(onCompany, async ({ tx, companyId, audit }) => {
        await audit({ action: 'test.named', objectType: 'company', objectId: companyId })
        return { names: (await tx.selectFrom('company').select('name').execute()).map(({ name }) => name) }
      })
    expect((await call(put, { company: theirs.companyId })).status).toBe(404)
    await inSystem(database.runtime, (tx) =>
      tx.updateTable('app_user').set({ user_type: 'SUPER_USER' }).where('id', '=', ours.admin.userId).execute(),
    )
    expect((await call(put, { company: theirs.companyId })).body).toEqual({ names: ['Theirs'] })
    expect(await auditsOf('test.named')).toMatchObject([{ company_id: theirs.companyId, user_id: ours.admin.userId }])
  })
})

describe('the check of handlers', () => {
  const faultsOf = async (put: (register: Register) => void) => {
    await call(put)
    return [...watch.faults]
  }

  it('finds no fault in a handler that uses only SQL and writes to the audit', async () => {
    const faults = await faultsOf((register) =>
      register.write(own, {
        prepare: () => readFile(new URL(import.meta.url), 'utf8'),
        change: async ({ tx, audit }) => {
          await rename(tx, 'Told')
          await audit(renamed('test.told'))
        },
        reply: async () => ({ read: (await readFile(new URL(import.meta.url), 'utf8')).length }),
      }),
    )
    expect(faults).toEqual([])
  })

  it('reports a change without an audit entry, unless the contract gives a reason', async () => {
    const untold = (tried: typeof own) => (register: Register) =>
      register.write(tried, async ({ tx }) => void (await rename(tx, 'Untold')))
    expect(await faultsOf(untold({ ...own, unaudited: 'a test' }))).toEqual([])
    expect(await faultsOf(untold(own))).toEqual(['test.own changed something and wrote nothing to the audit'])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['another server', () => fetch('http://127.0.0.1:65000').catch(() => undefined)],
    ['a file', async () => ({ bytes: (await readFile(new URL(import.meta.url))).length })],
    ['a timer', () => new Promise((resolve) => setTimeout(resolve, 1))],
  ])('reports %s that a handler awaits inside a transaction', async (_what, wait) => {
    const faults = await faultsOf((register) => register.read(own, wait))
    expect(faults.join()).toMatch(/^test.own does more than SQL in its transaction: /)
  })

  it('reports a query beyond the company, except in provider operations', async () => {
    const look = (tried: Operation & { scope: 'self' }) => (register: Register) =>
      register.read(tried, {
        prepare: () => inSystem(database.runtime, (tx) => sql`select 1`.execute(tx)),
        read: async () => ({}),
      })
    expect(await faultsOf(look({ ...own, scope: 'self', permission: 'companies.manage' }))).toEqual([])
    expect((await faultsOf(look({ ...own, scope: 'self' }))).join()).toContain('test.own looks past its company')
  })
})
