import { Client } from 'pg'

/** Opens one connection for some work and closes it afterwards. Closing also ends an open transaction. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // If the connection breaks while no query runs, the error arrives here. It can be ignored, since the next query fails.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
