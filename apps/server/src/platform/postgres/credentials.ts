import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileDurably } from './write-file-durably.ts'

export const OWNER_ROLE = 'winnow_owner'
export const RUNTIME_ROLE = 'winnow_runtime'
export const SUPERUSER_ROLE = 'postgres'

const credentialsSchema = z.object({
  port: z.number().int(),
  superuserPassword: z.string(),
  ownerPassword: z.string(),
  runtimePassword: z.string(),
})

/** The credentials of the embedded server, stored in a file that only its owner can read. */
export type Credentials = z.infer<typeof credentialsSchema>

export function makeCredentials(port: number): Credentials {
  return { port, superuserPassword: makePassword(), ownerPassword: makePassword(), runtimePassword: makePassword() }
}

function makePassword(): string {
  return randomBytes(24).toString('base64url')
}

export async function readCredentials(file: string): Promise<Credentials> {
  return credentialsSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

export async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  await writeFileDurably(file, `${JSON.stringify(credentials, undefined, 2)}\n`)
}

/** The address of a database for one of the three roles. */
export function connectionUrl(
  credentials: Credentials,
  role: 'superuser' | 'owner' | 'runtime',
  database: string,
): string {
  const [user, password] = {
    superuser: [SUPERUSER_ROLE, credentials.superuserPassword],
    owner: [OWNER_ROLE, credentials.ownerPassword],
    runtime: [RUNTIME_ROLE, credentials.runtimePassword],
  }[role]
  return `postgres://${user}:${password}@127.0.0.1:${credentials.port}/${database}`
}
