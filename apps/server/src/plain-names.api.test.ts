// Every place of the contract where something is given a name, and every one where a name is changed.
import { API_BASE, NOT_A_PLAIN_LINE, operations, type Operation } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { textPlaces } from '../test/text-places.ts'
import { hashToken, newToken } from './platform/crypto/tokens.ts'
import { inSystem } from './platform/db/transaction.ts'

let server: TestServer
let tenant: Tenant
let boss: LoggedIn
beforeAll(async () => {
  server = await startTestServer()
  boss = await createLoggedIn(server.database.runtime, {
    companyId: (await createTenant(server.database.runtime)).companyId,
    userType: 'SUPER_USER',
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})

const operationOf = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`the contract has no ${id}`)
  return found
}

interface Naming {
  /** The thing that the path names. */
  of?: () => string
  /** Sent beside the line. */
  beside?: () => object
  /** Who may, if not the company's administrator. */
  asBoss?: true
}

/** Operations that make something with a name. */
const MADE: Record<string, Naming> = {
  'tree.createProject': { of: () => tenant.companyId },
  'tree.createSite': { of: () => tenant.projectId },
  'tree.createView': { of: () => tenant.siteId, beside: () => ({ name: 'New' }) },
  'receivers.create': {
    of: () => tenant.siteId,
    beside: () => ({ kind: 'email', config: { recipients: ['x@example.com'] } }),
  },
  'users.invite': {
    of: () => tenant.companyId,
    beside: () => ({ email: `${newToken(10).toLowerCase()}@example.com`, userType: 'OPERATOR_USER' }),
  },
  'companies.create': { asBoss: true },
  'tokens.create': { beside: () => ({ tokenType: 'api' }) },
}

interface Renaming extends Naming {
  table: string
  id: () => string
}

/** Operations that change a name, with where it stands. */
const CHANGED: Record<string, Renaming> = {
  'tree.updateProject': { of: () => tenant.projectId, table: 'project', id: () => tenant.projectId },
  'tree.updateSite': {
    of: () => tenant.siteId,
    table: 'site',
    id: () => tenant.siteId,
    beside: () => ({ name: 'Site' }),
  },
  'tree.updateView': { of: () => tenant.viewId, table: 'view', id: () => tenant.viewId },
  'receivers.update': { of: () => tenant.receiverId, table: 'receiver', id: () => tenant.receiverId },
  'users.update': { of: () => tenant.userId, table: 'app_user', id: () => tenant.userId },
  'companies.update': { of: () => tenant.companyId, table: 'company', id: () => tenant.companyId, asBoss: true },
}

const COLUMNS: Record<string, string> = { name: 'name', channel: 'channel', deviceModel: 'device_model' }
const LINES = Object.keys(COLUMNS)

/** Every operation and field of the contract that is one line of text, as `tree.createView channel`. */
const lines = operations
  .flatMap((operation) => textPlaces(operation))
  .map(({ operation, place }) => ({ id: operation.id, field: place.replace('body ', '') }))
  .filter(({ field }) => LINES.includes(field))

async function send(id: string, field: string, line: string, naming: Naming) {
  const operation = operationOf(id)
  const reply = await server.app.inject({
    method: operation.method,
    url: API_BASE + operation.path.replaceAll(/:\w+/g, () => naming.of?.() ?? ''),
    headers: { cookie: naming.asBoss ? boss.cookie : tenant.admin.cookie, 'x-requested-with': 'winnow' },
    payload: { ...naming.beside?.(), [field]: line },
  })
  return { status: reply.statusCode, errors: reply.json().errors }
}

const refusal = (field: string) => ({ status: 400, errors: [{ field, message: NOT_A_PLAIN_LINE }] })

describe('a name', () => {
  const made = lines.flatMap((line) => (MADE[line.id] ? [[line.id, line.field, MADE[line.id] ?? {}] as const] : []))

  it.each(made)('that %s gives (%s) is one plain line, with joiners and emoji', async (id, field, naming) => {
    for (const bad of ['a\nb', 'a\u0007b', 'a\u202eb', 'a\u2028b'])
      expect(await send(id, field, bad, naming)).toEqual(refusal(field))
    const good = await send(id, field, 'Gate 👩‍👩‍👧 می‌خواهم', naming)
    expect(good.status).toBe(200)
  })

  const changed = lines.flatMap((line) => {
    const renaming = CHANGED[line.id]
    return renaming ? [[line.id, line.field, renaming] as const] : []
  })

  it.each(changed)('that %s changes (%s) is one too, but may stay as it was', async (id, field, renaming) => {
    const old = 'Old\nname\u202e'
    const column = COLUMNS[field] ?? ''
    await inSystem(server.database.runtime, (tx) =>
      sql`update ${sql.table(renaming.table)} set ${sql.ref(column)} = ${old} where id = ${renaming.id()}`.execute(tx),
    )
    expect(await send(id, field, `${old} 2`, renaming)).toEqual(refusal(field))
    expect(await send(id, field, old, renaming)).toMatchObject({ status: 200 })
    expect(await send(id, field, 'New name', renaming)).toMatchObject({ status: 200 })
    expect(await send(id, field, old, renaming)).toEqual(refusal(field))
  })

  it('that somebody invited under an old rule has may stay when they accept', async () => {
    const accept = async (name: string, token: string) => {
      const payload = { token, name, password: 'Correct-Horse-7-Battery' }
      const url = `${API_BASE}${operationOf('users.acceptInvitation').path}`
      const { method } = operationOf('users.acceptInvitation')
      return server.app.inject({ method, url, headers: { 'x-requested-with': 'winnow' }, payload })
    }
    const token = newToken()
    await inSystem(server.database.runtime, async (tx) => {
      await tx.updateTable('app_user').set({ name: 'Old\nname' }).where('id', '=', tenant.userId).execute()
      const row = { user_id: tenant.userId, company_id: tenant.companyId, token_hash: hashToken(token) }
      await tx
        .insertInto('invitation')
        .values({ ...row, expires_at: new Date(Date.now() + 60_000) })
        .execute()
    })
    const refused = await accept('Other\nname', token)
    expect({ status: refused.statusCode, errors: refused.json().errors }).toEqual(refusal('name'))
    expect((await accept('Old\nname', token)).statusCode).toBe(200)
  })

  it('stands nowhere else in the contract', () => {
    const known = [...Object.keys(MADE), ...Object.keys(CHANGED), 'users.acceptInvitation']
    expect([...new Set(lines.map(({ id }) => id))].toSorted()).toEqual(known.toSorted())
  })
})
