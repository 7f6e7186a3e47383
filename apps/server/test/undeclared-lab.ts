import { callApi, type CallMethod } from './call-api.ts'
import { createTenant, type Tenant } from './factories.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { inSystem, type Tx } from '../src/platform/db/transaction.ts'
import { newId } from '../src/platform/ids.ts'

/** Two companies on one server, one of which tries to get data of the other. */
export interface UndeclaredLab {
  server: TestServer
  mine: Tenant
  theirs: Tenant
  /** Calls the API as our administrator. */
  call: (method: CallMethod, url: string, body?: object) => ReturnType<typeof callApi>
  inDatabase: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A place of an id that the gate does not resolve, because only the handler knows its meaning. */
export interface Undeclared {
  why: string
  /**
   * Sends the other company's id in this place and checks the response, which must be the same as for an id that does not exist.
   */
  attempt: (lab: UndeclaredLab) => Promise<void>
}

/** The undeclared places of a module's operations, by a key such as `sso.save body domains[].tenantId`. */
export type UndeclaredIds = Readonly<Record<string, Undeclared>>

/** Starts a server with both companies. Each company has a picture, and a message that belongs to no camera. */
export async function openUndeclaredLab(): Promise<UndeclaredLab> {
  const server = await startTestServer()
  const mine = await createTenant(server.database.runtime, 'Mine')
  const theirs = await createTenant(server.database.runtime, 'Theirs')
  const lab: UndeclaredLab = {
    server,
    mine,
    theirs,
    call: (method, url, body) => callApi(server, mine.admin, method, url, body),
    inDatabase: (work) => inSystem(server.database.runtime, work),
  }
  await server.container.deps.media.put(`media/2026-01-01/${theirs.signalId}/0.jpg`, Buffer.from('picture'))
  await lab.inDatabase(async (tx) => {
    for (const { companyId, siteId } of [mine, theirs]) {
      const unmatched = { id: newId(), company_id: companyId, site_id: siteId, source: 'smtp', received_at: new Date() }
      await tx
        .insertInto('signal')
        .values({ ...unmatched, raw_bytes: 4, raw_sha256: 'none', state: 'parsed' })
        .execute()
    }
  })
  return lab
}
