import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

/** A connection to the database in a product's data folder that can see the rows of every company. */
export async function openDatabase(dataDir: string): Promise<Client> {
  const file = join(dataDir, 'postgres', 'credentials.json')
  const { port, superuserPassword } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  const client = new Client(`postgres://postgres:${superuserPassword}@127.0.0.1:${port}/winnow`)
  await client.connect()
  return client
}
