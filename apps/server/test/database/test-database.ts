import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect } from '../../src/platform/db/open-database.ts'
import type { Database } from '../../src/platform/db/open-database.ts'
import { withClient } from '../../src/platform/db/with-client.ts'

/** A migrated, empty database for one test file. */
export interface TestDatabase extends Pick<Database, 'runtime' | 'preparedDb' | 'owner' | 'runtimePool' | 'ownerPool'> {
  /** The address with the role that the program uses. */
  url: string
  /** The address with the role that owns the tables. */
  ownerUrl: string
  /** The address with the server's superuser, who bypasses row-level security, to inspect the tables directly. */
  superuserUrl: string
  /** Closes the connections and drops the database, even if others are connected. */
  close: () => Promise<void>
}

/** Clones the template database, which takes about 50 ms. Call it once per file and close the database at the end. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  const at = (address: string) => {
    const url = new URL(address)
    url.pathname = `/${name}`
    return url.href
  }
  const [url, ownerUrl, superuserUrl] = [at(server.runtimeUrl), at(server.ownerUrl), at(server.superuserUrl)]
  const template = new URL(server.ownerUrl)
  await withClient(server.superuserUrl, (client) =>
    client.query(`create database ${name} template ${template.pathname.slice(1)} owner ${template.username}`),
  )
  const drop = async () => {
    await withClient(server.superuserUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
  return open({ url, ownerUrl, superuserUrl }, drop)
}

/** Opens separate connections to the database of another handle, like a second process. Closing the new handle ends only them. */
export function joinTestDatabase(database: TestDatabase): TestDatabase {
  return open(database, async () => {})
}

function open(
  { url, ownerUrl, superuserUrl }: Pick<TestDatabase, 'url' | 'ownerUrl' | 'superuserUrl'>,
  stop: () => Promise<void>,
): TestDatabase {
  const { runtime, preparedDb, owner, runtimePool, ownerPool, close } = connect(
    { runtimeUrl: url, ownerUrl, embedded: true, stop },
    { onPoolError: () => undefined, runtimeConnections: 10, ownerConnections: 5 },
  )
  return { url, ownerUrl, superuserUrl, runtime, preparedDb, owner, runtimePool, ownerPool, close }
}
