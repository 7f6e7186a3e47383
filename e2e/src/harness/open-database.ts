import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

/** The address of the database in a product's data folder, as the role that can see the rows of every company. */
export async function databaseUrl(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres', 'credentials.json')
  const { port, superuserPassword } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  return `postgres://postgres:${superuserPassword}@127.0.0.1:${port}/winnow`
}

/** A connection to the database in a product's data folder that can see the rows of every company. */
export async function openDatabase(dataDir: string): Promise<Client> {
  const client = new Client(await databaseUrl(dataDir))
  await client.connect()
  return client
}
