import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { OWNER_ROLE, RUNTIME_ROLE, SUPERUSER_ROLE } from './credentials.ts'
import type { Credentials } from './credentials.ts'
import { canEnter } from './system-user.ts'
import type { SystemUser } from './system-user.ts'
import { syncFolder } from './write-file-durably.ts'

export const DATABASE_NAME = 'winnow'

/** Only this machine, only with a password. */
const HBA = 'host all all 127.0.0.1/32 scram-sha-256\n'

/** What a server program prints and ends with. */
interface Outcome {
  code: number | null
  output: string
}

/**
 * The path by which the server's user finds a folder it stands in. When a folder above may not be entered by that user
 * (/root, a private temporary folder), the path itself is of no use to it, but its own working folder always is.
 */
export function pathForServer(dir: string, user: SystemUser | undefined): string {
  return canEnter(dir, user) ? dir : '/proc/self/cwd'
}

/** Whether there is a cluster, and of which major version. */
export async function clusterVersion(clusterDir: string): Promise<string | undefined> {
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return version?.trim()
}

/**
 * Makes a new cluster with its three roles and an empty database. It is made aside and then renamed, so a start that is
 * killed half-way leaves nothing that the next one would take for a cluster.
 */
export async function createCluster(
  clusterDir: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
  credentials: Credentials,
): Promise<void> {
  await removeUnfinished(clusterDir)
  const dir = `${clusterDir}.unfinished.${process.pid}`
  await mkdir(dir, { mode: 0o700 })
  if (user) await chown(dir, user.uid, user.gid)
  const path = pathForServer(dir, user)
  const initdb = await run(
    binaries.initdb,
    [
      `--pgdata=${path}`,
      `--username=${SUPERUSER_ROLE}`,
      // Replaced below; initdb would want a password file that the server's user can read for anything but these.
      '--auth=reject',
      '--encoding=UTF8',
      // PostgreSQL's own Unicode rules: the order of texts, and with it every index, survives an update of the system.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    dir,
    user,
  )
  if (initdb.code !== 0) throw creationFailed(initdb)
  const roles = await run(
    binaries.postgres,
    ['--single', '-D', path, 'postgres'],
    dir,
    user,
    firstStatements(credentials),
  )
  if (roles.code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(roles.output)) throw creationFailed(roles)
  await writeFile(join(dir, 'pg_hba.conf'), HBA)
  await rename(dir, clusterDir)
  await syncFolder(dirname(clusterDir))
}

/** Makes folder and files private to the server's user; a restored or copied folder may have lost that. */
export async function ensureOwnership(clusterDir: string, user: SystemUser | undefined): Promise<void> {
  const found = await stat(clusterDir)
  const uid = user?.uid ?? process.getuid?.()
  if (uid === undefined || found.uid === uid) return
  if (!user) {
    throw new StartError(
      `${clusterDir} belongs to another user (${found.uid}); start Winnow as the user that started it first, or give it the folder.`,
    )
  }
  const files = await readdir(clusterDir, { recursive: true })
  for (const file of ['.', ...files]) await chown(join(clusterDir, file), user.uid, user.gid)
  await chmod(clusterDir, 0o700)
}

// Single-user mode reads one statement per line; names and passwords are made of letters, digits, - and _ only.
function firstStatements(credentials: Credentials): string {
  return [
    `alter role ${SUPERUSER_ROLE} password '${credentials.superuserPassword}'`,
    `create role ${OWNER_ROLE} login password '${credentials.ownerPassword}'`,
    `create role ${RUNTIME_ROLE} login nobypassrls password '${credentials.runtimePassword}'`,
    `create database ${DATABASE_NAME} owner ${OWNER_ROLE}`,
    '',
  ].join('\n')
}

function creationFailed({ code, output }: Outcome): StartError {
  if (/No space left on device/i.test(output))
    return new StartError('The disk is full: PostgreSQL could not make its data folder.')
  const lines = output.split('\n').filter((line) => /error|fatal|panic|could not/i.test(line))
  return new StartError(`PostgreSQL could not make its data folder: ${lines.join('; ') || `initdb ended with ${code}`}`)
}

async function removeUnfinished(clusterDir: string): Promise<void> {
  const prefix = `${basename(clusterDir)}.unfinished.`
  for (const name of await readdir(dirname(clusterDir))) {
    if (name.startsWith(prefix)) await rm(join(dirname(clusterDir), name), { recursive: true, force: true })
  }
}

async function run(
  program: string,
  args: string[],
  cwd: string,
  user: SystemUser | undefined,
  input = '',
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...user, cwd, env: serverEnvironment(), stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** The little that the server's programs may see of our environment: messages in English, no secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env['SystemRoot'] }
}
