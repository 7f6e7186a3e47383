import { createFakeClock } from '@winnow/testkit'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

/** Starts a server with a company and the provider. */
export async function startCompaniesWorld() {
  const clock = createFakeClock(new Date())
  const server = await startTestServer({ clock })
  const db = server.database.runtime
  const tenant = await createTenant(db, 'Acme Guarding')
  const providerId = newId()
  await inSystem(db, (tx) =>
    tx.insertInto('company').values({ id: providerId, name: 'Provider', kind: 'provider' }).execute(),
  )
  const superUser = await createLoggedIn(db, { companyId: providerId, userType: 'SUPER_USER' })
  return {
    clock,
    server,
    tenant,
    providerId,
    superUser,
    call: (who: { cookie: string }, method: CallMethod, url: string, payload?: object) =>
      callApi(server, who, method, url, payload),
    audited: (action: string) =>
      inSystem(db, (tx) => tx.selectFrom('audit').selectAll().where('action', '=', action).orderBy('id').execute()),
  }
}
