import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { resetSuperUser } from './reset-super-user.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const reset = (email: string) => resetSuperUser(server.container.deps, email)
const whoAmI = (cookie: string) => server.app.inject({ url: '/api/auth/user', headers: { cookie } })

it('gives a super user who cannot log in a new password, ends their sessions, and is audited', async () => {
  const user = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'SUPER_USER',
    email: 'Lost@example.com',
  })
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('second_factor')
      .values({ id: user.userId, company_id: tenant.companyId, secret: 's1.sealed.x', confirmed_at: new Date() })
      .execute(),
  )
  expect((await whoAmI(user.cookie)).statusCode).toBe(200)
  const result = await reset('lost@EXAMPLE.com')
  if (!result.ok) throw new Error(result.reason)
  expect((await whoAmI(user.cookie)).statusCode).toBe(401)
  const login = await server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email: 'lost@example.com', password: result.password },
    headers: { 'x-requested-with': 'winnow' },
  })
  expect(login.statusCode).toBe(200)
  // The second factor, which may be lost too, is not required.
  expect(login.json()).toMatchObject({ id: user.userId, login2FaFlow: null })
  const rows = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('action', '=', 'user.password-reset').execute(),
  )
  expect(rows).toMatchObject([{ object_id: user.userId, user_name: 'Command line' }])
  expect(JSON.stringify(rows)).not.toContain(result.password)
})

it('refuses users who are not super users, and changes nothing', async () => {
  await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'ADMIN_USER',
    email: 'admin@example.com',
  })
  expect(await reset('admin@example.com')).toMatchObject({ ok: false, reason: expect.stringMatching(/no super user/) })
  expect(await reset('nobody@example.com')).toMatchObject({ ok: false, reason: expect.stringMatching(/no user/) })
})
