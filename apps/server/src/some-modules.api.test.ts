// A test can start only the modules that it needs.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../test/call-api.ts'
import { createTenant, type Tenant } from '../test/factories.ts'
import { someModules, startModules, type StartedModules } from '../test/start-modules.ts'
import { auditModule } from './modules/audit/index.ts'
import { tokensModule } from './modules/tokens/index.ts'

let server: StartedModules<unknown>
let tenant: Tenant
beforeAll(async () => {
  server = await startModules(someModules().with(tokensModule).with(auditModule))
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

it('two started modules work together, so that a created token is in the audit', async () => {
  const body = { tokenType: 'api', name: 'Gateway' }
  const made = await callApi(server, tenant.admin, 'POST', '/v1/token', body)
  expect(made).toMatchObject({ status: 200, body: { name: 'Gateway' } })
  const audit = await callApi(server, tenant.admin, 'GET', `/audit/company/${tenant.companyId}`)
  expect(audit.body.rows).toMatchObject([{ action: 'token.created', objectId: made.body.id }])
})

it('modules that were not started have no operations', async () => {
  expect((await callApi(server, tenant.admin, 'GET', '/v1/projects')).status).toBe(404)
})
