import { Client } from 'pg'

/** One connection for a piece of work; closed afterwards, which also ends an open transaction. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A server that goes away while no query runs reports it here, and the next query fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
