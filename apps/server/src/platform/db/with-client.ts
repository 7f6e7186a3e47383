import { Client } from 'pg'

/** Opens one connection for some work and closes it afterwards, which also ends an open transaction. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // If the server goes away while no query runs, the error arrives here. The next query fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
