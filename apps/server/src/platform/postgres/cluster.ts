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

/** The rules for connections: only from this machine, and only with a password. */
const HBA = 'host all all 127.0.0.1/32 scram-sha-256\n'

/** The output and exit code of a server program. */
interface Outcome {
  code: number | null
  output: string
}

/**
 * The path by which the server's user can reach a folder. If that user may not enter a parent folder (/root, a private temporary folder),
 * the absolute path does not work. The path of the current working folder always works, because the server starts in the folder.
 */
export function pathForServer(dir: string, user: SystemUser | undefined): string {
  return canEnter(dir, user) ? dir : '/proc/self/cwd'
}

/** The major version of an existing cluster; undefined if there is no cluster. */
export async function clusterVersion(clusterDir: string): Promise<string | undefined> {
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return version?.trim()
}

/**
 * Creates a cluster with its three roles and an empty database. The cluster is created in another folder, which is then renamed. So a start
 * that is killed never leaves a folder that looks like a complete cluster.
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
      // Replaced below. With any other method initdb would require a password file that the server's user can read.
      '--auth=reject',
      '--encoding=UTF8',
      // PostgreSQL's built-in Unicode rules, so that an update of the system does not change the order of texts and break indexes.
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

/** Makes the folder and its files private to the server's user. A restored or copied folder may have other owners and modes. */
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

// The statements for the first start. Single-user mode reads one statement per line. Names and passwords contain only letters, digits, -
// and _.
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

/** The environment of the server's programs: messages in English, no secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env['SystemRoot'] }
}
