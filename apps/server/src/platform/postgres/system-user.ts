import { spawnSync } from 'node:child_process'
import { StartError } from '../start-error.ts'

/** The account under which the server runs when Winnow runs as root, because PostgreSQL refuses to run as root. */
export interface SystemUser {
  uid: number
  gid: number
}

const NAME = 'postgres'

/**
 * The account of the server; undefined when this process is not root, because the server then runs under the same account.
 * @throws StartError when there is no such account and it cannot be created
 */
export function findOrCreateSystemUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const found = lookUp()
  if (found) return found
  // First the command of Debian and Red Hat, then the command of BusyBox.
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', NAME])
  if (!lookUp()) spawnSync('adduser', ['-S', '-D', '-H', '-s', '/bin/false', NAME])
  const created = lookUp()
  if (created) return created
  throw new StartError(
    `PostgreSQL does not run as root, and no user "${NAME}" could be created for it. Create one, start Winnow as another user, or name a server in DATABASE_URL.`,
  )
}

function lookUp(): SystemUser | undefined {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, NAME], { encoding: 'utf8' }))
  const [uid, gid] = ids.map((result) => (result.status === 0 ? Number(result.stdout.trim()) : Number.NaN))
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: uid ?? 0, gid: gid ?? 0 } : undefined
}

/**
 * Whether a user can reach and run a program. It runs the program instead of checking modes, so the result respects access lists and
 * mounts.
 */
export function canRun(program: string, user: SystemUser | undefined): boolean {
  return spawnSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Whether a user can enter a folder by its path. */
export function canEnter(folder: string, user: SystemUser | undefined): boolean {
  if (user === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
