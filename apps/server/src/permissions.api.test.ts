// Tests the rights of every kind of user with every operation, over HTTP. The modules' tables (`permissions.table.ts`) are typed by hand
// from the matrix of rights (docs/decisions/0150-rights.md) and share no code with the policy. The test fails for an operation without a
// row.
import { needsWritingGrant, operations, type Operation, type UserType } from '@winnow/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectTables } from '../test/collect-tables.ts'
import { requestOf } from '../test/example-request.ts'
import { createLoggedIn, createTenant, idOf, type Tenant } from '../test/factories.ts'
import { moduleOf } from '../test/module-of.ts'
import { MARKS, WHO, type Right } from '../test/rights.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { createScopeCheck } from './modules/access/index.ts'
import { createAuthenticate } from './modules/identity/index.ts'
import { inSystem } from './platform/db/transaction.ts'
import { installErrorHandler } from './platform/http/error-handler.ts'
import { overrideConstraint } from './platform/http/override-constraint.ts'
import { createRegister } from './platform/http/register.ts'

const RIGHTS = await collectTables<Right>('permissions')
const whoMay = ({ id }: Operation) => RIGHTS[id]?.who

/** The rows of the matrix whose operations change a node, so that a reading grant is not enough. */
const NEEDS_WRITE: readonly Right['who'][] = ['schedules', 'edit', 'masks']

const open = operations.filter(({ scope }) => scope === 'public' || scope === 'signed')
const closed = operations.filter((operation) => !open.includes(operation))

/** The expected response of an operation to each of `WHO`, from the table. */
function marksOf(operation: Operation): string[] {
  const who = whoMay(operation)
  if (who === undefined) throw new Error(missing(operation))
  return who === 'anybody' ? WHO.map(() => '+') : MARKS[who].split(/\s+/)
}

const missing = (operation: Operation): string =>
  `${operation.id} has no row: say who may call it in apps/server/src/modules/${moduleOf(operation)}/permissions.table.ts`

let server: TestServer
let app: FastifyInstance
let tenant: Tenant
let foreign: Tenant
/** The headers of each kind of user in `WHO`, and of an external user who may only read, by name. */
const callers = new Map<string, Record<string, string>>()

/** Creates an application with every operation behind the real gate. The handlers only report that they were reached. */
async function gateAlone(): Promise<FastifyInstance> {
  const { deps } = server.container
  const gate = Fastify({
    routerOptions: { constraints: { override: overrideConstraint } },
  }) as unknown as FastifyInstance
  gate.setValidatorCompiler(() => (value) => ({ value }))
  gate.setSerializerCompiler(() => (value) => JSON.stringify(value))
  installErrorHandler(gate, deps.log)
  await gate.register((await import('@fastify/cookie')).default)
  const { register } = createRegister(
    gate,
    { authenticate: createAuthenticate(deps), ...createScopeCheck(deps.db) },
    { require() {} },
  )
  for (const operation of closed) register(operation, async () => ({ reached: true }))
  await gate.ready()
  return gate
}

async function addCaller(name: string, userType: UserType, permission: 'read' | 'write', extra = WHO[0]?.[2]) {
  const db = server.database.runtime
  const user = await createLoggedIn(db, { companyId: tenant.companyId, userType })
  await inSystem(db, async (tx) => {
    await tx
      .updateTable('app_user')
      .set({ extra_roles: extra?.roles ?? [], account_type: extra?.accountType ?? 'standard' })
      .where('id', '=', user.userId)
      .execute()
    await tx
      .insertInto('user_grant')
      .values({
        user_id: user.userId,
        company_id: tenant.companyId,
        node_type: 'project',
        node_id: tenant.projectId,
        permission,
      })
      .execute()
  })
  callers.set(name, { cookie: user.cookie, 'x-requested-with': 'winnow' })
}

beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
  foreign = await createTenant(server.database.runtime)
  app = await gateAlone()
  for (const [name, userType, extra] of WHO) await addCaller(name, userType, 'write', extra)
  callers.set('program', { authorization: `Bearer ${tenant.apiToken}` })
  await addCaller('reader', 'EXTERNAL_USER', 'read')
})
afterAll(async () => {
  await app.close()
  await server.close()
})

/** Calls an operation. Returns `+`, `-` or `t` as in the table, or an unexpected status with its code. */
async function reach(operation: Operation, who: string, of = tenant): Promise<string> {
  const request = requestOf(operation, ({ kind }) => idOf(of, kind), tenant.alarmId)
  const reply = await app.inject({ ...request, headers: { ...request.headers, ...callers.get(who) } })
  const answer: { reached?: boolean; code?: string } = reply.json()
  if (answer.reached) return '+'
  if (answer.code === 'FORBIDDEN') return '-'
  return answer.code === 'TOKEN_INVALID' ? 't' : `${reply.statusCode} ${answer.code}`
}

describe('every kind of user with every operation · PERMISSIONS-004 PERMISSIONS-005', () => {
  it('each operation has a row in the tables, and each row has an operation', () => {
    expect(operations.filter(({ id }) => !RIGHTS[id]).map(missing)).toEqual([])
    const ids = new Set(operations.map(({ id }) => id))
    expect(Object.keys(RIGHTS).filter((id) => !ids.has(id))).toEqual([])
  })

  it('the operations without a login are exactly the operations that anybody may call', () => {
    const anybodys = operations.filter((operation) => whoMay(operation) === 'anybody')
    expect(open.map(({ id }) => id)).toEqual(anybodys.map(({ id }) => id))
  })

  it.each(closed.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    const expected = marksOf(operation)
    const found: string[] = []
    for (const [name] of WHO) found.push(await reach(operation, name))
    expect(Object.fromEntries(WHO.map(([name], at) => [name, found[at]]))).toEqual(
      Object.fromEntries(WHO.map(([name], at) => [name, expected[at]])),
    )
  })

  it.each(
    closed
      .filter(
        (operation) => NEEDS_WRITE.includes(whoMay(operation) ?? 'anybody') && typeof operation.scope === 'object',
      )
      .map((operation) => [operation.id, operation] as const),
  )('%s requires the right to write on the named node · PERMISSIONS-017', async (_id, operation) => {
    expect(await reach(operation, 'external user')).toBe('+')
    expect(await reach(operation, 'reader')).toBe('-')
  })

  it('the contract marks the operations that require the right to write · PERMISSIONS-017', () => {
    const idsOf = (some: readonly Operation[]) => some.map(({ id }) => id).toSorted()
    // Receivers require the whole company, whose grants always allow writing.
    const named = closed.filter((operation) => needsWritingGrant(operation) && whoMay(operation) !== 'company')
    expect(idsOf(named)).toEqual(
      idsOf(closed.filter((operation) => NEEDS_WRITE.includes(whoMay(operation) ?? 'anybody'))),
    )
  })
})

describe('another company and its users', () => {
  const named = closed.filter(
    ({ scope }) => typeof scope === 'object' && scope.some(({ kind }) => kind === 'company' || kind === 'user'),
  )

  it.each(named.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const found: string[] = []
    for (const [name] of WHO) found.push(await reach(operation, name, foreign))
    // All other users get a reply that does not reveal whether the company exists.
    const wanted: string[] = marksOf(operation).map((mark) => (mark === 't' ? mark : '404 NOT_FOUND'))
    if (RIGHTS[id]?.everyCompany) wanted[0] = '+'
    expect(Object.fromEntries(WHO.map(([name], at) => [name, found[at]]))).toEqual(
      Object.fromEntries(WHO.map(([name], at) => [name, wanted[at]])),
    )
  })
})

describe('the right to an alarm', () => {
  it('includes its camera’s name, path, masks and picture, even for users who see no clients', async () => {
    const operator = callers.get('operator') ?? {}
    const alarm = await server.app.inject({ url: `/api/alarm/${tenant.alarmId}`, headers: operator })
    expect(alarm.json()).toMatchObject({
      viewId: tenant.viewId,
      viewName: expect.stringContaining('Camera'),
      siteName: expect.stringContaining('Site'),
      projectName: expect.stringContaining('Client'),
      masks: [],
      frames: [{ position: 0, url: expect.stringContaining(tenant.alarmId) }],
    })
    const found = await server.app.inject({ url: `/api/v1/nodes?ids=${tenant.viewId}`, headers: operator })
    expect(found.json()).toMatchObject([{ kind: 'view', path: expect.stringContaining(' / ') }])
    expect((await server.app.inject({ url: `/api/view/${tenant.viewId}`, headers: operator })).statusCode).toBe(403)
  })

  it.each([
    ['alarms.frames', '+'],
    ['alarms.frameImage', '+'],
    ['alarms.label', '+'],
    ['alarms.removeBoxes', '+'],
    ['intake.test', '-'],
    ['tree.setViewMasks', '-'],
  ])('lets users who may only read the camera see and label its pictures, and change nothing: %s', async (id, mark) => {
    const operation = closed.find((candidate) => candidate.id === id)
    expect(operation && (await reach(operation, 'reader'))).toBe(mark)
    expect(operation && (await reach(operation, 'external user'))).toBe('+')
  })
})
