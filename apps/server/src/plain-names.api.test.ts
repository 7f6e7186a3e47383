// The tests are generated from the contract: for every field that sets a name, and for every field that changes a name.
import {
  acceptInvitation,
  API_BASE,
  NOT_A_PLAIN_LINE,
  operations,
  runsInstallation,
  type Operation,
  type ScopedKind,
} from '@winnow/contract'
import { findExample } from '@winnow/contract/examples'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { refsOf, requestOf } from '../test/example-request.ts'
import { createLoggedIn, createTenant, idOf, type LoggedIn, type Tenant } from '../test/factories.ts'
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

const LINES = ['name', 'channel', 'deviceModel']

/** A field of an operation's body that is one line of text. */
interface Line {
  operation: Operation
  field: string
}

const lines: Line[] = operations
  .flatMap((operation) => textPlaces(operation))
  .map(({ operation, place }) => ({ operation, field: place.replace('body ', '') }))
  .filter(({ field }) => LINES.includes(field))

/** Whether the handler instead of the contract refuses bad lines of a field, because an unchanged old line must be accepted. */
const isChange = ({ operation, field }: Line): boolean =>
  operation.body !== undefined &&
  safeParse(operation.body, { ...(findExample(operation)?.body as object), [field]: 'a\nb' }).success

const changes = lines.filter(isChange)
/** Whether an operation needs no login. Its callers have no company whose names the test could change. */
const isOpen = ({ operation }: Line): boolean => operation.scope === 'public'

/** Whether the handler finds what it changes, as lists of plates and templates of mails. Its module's tests prove the rule. */
const isFoundByHandler = ({ operation }: Line): boolean => /^(watchLists|mailTemplates)\./.test(operation.id)

/**
 * Whether a device or a cloud that is not here has to answer before a name is stored. What it cannot do is then the only problem. The
 * tests of its module show that the name is stored.
 */
const needsAnother = ({ operation }: Line): boolean => /^(exacq|pelco)\./.test(operation.id)

/** Whether an operation is for provider users, who may rename objects of any company. */
const isBosses = (operation: Operation): boolean =>
  runsInstallation(operation) || refsOf(operation).some(({ anyCompany }) => anyCompany)

async function send({ operation, field }: Line, line: string) {
  const request = requestOf(operation, (ref) => (ref.optional ? undefined : idOf(tenant, ref.kind)))
  const reply = await server.app.inject({
    ...request,
    headers: { ...request.headers, cookie: isBosses(operation) ? boss.cookie : tenant.admin.cookie },
    payload: { ...(request.payload as Record<string, unknown>), [field]: line },
  })
  return { status: reply.statusCode, errors: reply.json().errors }
}

/** The names of tables that differ from their kind. */
const TABLES: Partial<Record<ScopedKind, string>> = {
  user: 'app_user',
  group: 'client_group',
  schedule: 'schedule_template',
}

/** Writes a line directly to the database, without the check of names. */
async function setLine({ operation, field }: Line, text: string): Promise<void> {
  const [thing] = refsOf(operation)
  if (!thing) throw new Error(`${operation.id} names nothing that it changes`)
  const table = TABLES[thing.kind] ?? thing.kind
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  await inSystem(server.database.runtime, (tx) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where id = ${idOf(tenant, thing.kind)}`.execute(tx),
  )
}

const refusal = (field: string) => ({ status: 400, errors: [{ field, message: NOT_A_PLAIN_LINE }] })
const titled = (line: Line) => [line.operation.id, line.field, line] as const

describe('a user’s text as a name', () => {
  it.each(lines.filter((line) => !isChange(line)).map(titled))(
    'is accepted by %s (%s) only if it is one plain line, which may contain joiners and emoji',
    async (_id, field, line) => {
      for (const bad of ['a\nb', 'a\u0007b', 'a\u202eb', 'a\u2028b'])
        expect(await send(line, bad)).toEqual(refusal(field))
      const good = await send(line, 'Gate 👩‍👩‍👧 می‌خواهم')
      if (!needsAnother(line)) expect(good).toMatchObject({ status: 200 })
      else expect(good.errors ?? []).not.toContainEqual(expect.objectContaining({ field }))
    },
  )

  it.each(changes.filter((line) => !isOpen(line) && !isFoundByHandler(line)).map(titled))(
    'is accepted by %s (%s) as a new name only if it is one plain line, but an old name may stay unchanged',
    async (_id, field, line) => {
      const old = 'Old\nname\u202e'
      await setLine(line, old)
      expect(await send(line, `${old} 2`)).toEqual(refusal(field))
      expect(await send(line, old)).toMatchObject({ status: 200 })
      expect(await send(line, 'New name')).toMatchObject({ status: 200 })
      expect(await send(line, old)).toEqual(refusal(field))
    },
  )

  it('may stay unchanged when an invited user with an old name accepts the invitation', async () => {
    const accept = async (name: string, token: string) => {
      const payload = { token, name, password: 'Correct-Horse-7-Battery' }
      const { method, path } = acceptInvitation
      const url = `${API_BASE}${path}`
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

  it('can be changed without a login only by accepting an invitation', () => {
    expect(changes.filter(isOpen).map(({ operation }) => operation)).toEqual([acceptInvitation])
  })
})
