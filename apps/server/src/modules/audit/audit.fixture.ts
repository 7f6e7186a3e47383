import { createFakeClock } from '@winnow/testkit'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/test-server.ts'

/** Starts a server with a company, and returns functions that read its audit log. */
export async function startAuditWorld() {
  const clock = createFakeClock(new Date())
  const server = await startTestServer({ clock })
  const tenant = await createTenant(server.database.runtime)
  const call = (who: { cookie: string }, method: CallMethod, url: string, payload?: object) =>
    callApi(server, who, method, url, payload)
  /** Reads the audit log of the company, unless `path` names another company or a node. */
  const list = async (who: { cookie: string }, query = '', path = `company/${tenant.companyId}`) =>
    (await call(who, 'GET', `/audit/${path}?${query}`)).body
  return { clock, server, tenant, call, list }
}
