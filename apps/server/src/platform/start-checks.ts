import { access, constants, mkdir, readFile, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Env, TlsFiles } from './env.ts'
import { StartError } from './start-error.ts'

/** With less free space, PostgreSQL cannot be created or recovered. With more, the program runs, and refuses alarms while space is low. */
const LEAST_FREE_MB = 100

type Checked = Pick<Env, 'dataDir' | 'http' | 'smtp' | 'ftp' | 'dc09' | 'frontel' | 'ingest' | 'probes' | 'roles'>

/**
 * Checks for failures that can be known before anything is started, so that a second start fails at once instead of after half a minute.
 * @throws StartError with all problems, one line each
 */
export async function checkStart(env: Checked, freeBytes = freeBytesOf): Promise<void> {
  const problems = [
    ...(await checkDataFolder(env.dataDir, freeBytes)),
    ...(await checkTls('HTTPS', env.http.tls)),
    ...(await checkTls('SMTP', env.smtp.tls)),
    ...(await checkTls('FTP', env.ftp?.tls)),
    ...(env.roles.includes('api') ? await checkPort('console and API', env.http, 'WINNOW_HTTP') : []),
    ...(env.roles.includes('intake') ? await checkPort("cameras' mails", env.smtp, 'WINNOW_SMTP') : []),
    ...(env.roles.includes('intake') ? await checkPort('alarms by HTTP', env.ingest, 'WINNOW_INGEST') : []),
    ...(env.ftp && env.roles.includes('intake') ? await checkPort("cameras' files", env.ftp, 'WINNOW_FTP') : []),
    ...(env.dc09 && env.roles.includes('intake') ? await checkPort('panels', env.dc09, 'WINNOW_DC09') : []),
    ...(env.frontel && env.roles.includes('intake')
      ? await checkPort('Videofied panels', env.frontel, 'WINNOW_FRONTEL')
      : []),
    ...(await checkPort('probes', env.probes, 'WINNOW_PROBES')),
  ]
  if (problems.length > 0) throw new StartError(problems.join('\n'))
}

const freeBytesOf = async (dir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

async function checkDataFolder(dir: string, freeBytes: typeof freeBytesOf): Promise<string[]> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o755 })
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return [`The data folder ${dir} cannot be used (${code(error)}): let this user write there, or set WINNOW_DATA.`]
  }
  const free = Math.floor((await freeBytes(dir)) / 1024 / 1024)
  if (free >= LEAST_FREE_MB) return []
  return [`The disk of the data folder ${dir} is full (${free} MB free): make room, or move it with WINNOW_DATA.`]
}

async function checkTls(what: string, files: TlsFiles | undefined): Promise<string[]> {
  const problems: string[] = []
  for (const file of files ? [files.certFile, files.keyFile] : []) {
    const pem = await readFile(file, 'utf8').catch((error: unknown) => error)
    if (typeof pem !== 'string') problems.push(`${what}: ${file} cannot be read (${code(pem)}).`)
    else if (!pem.includes('-----BEGIN ')) problems.push(`${what}: ${file} is not a PEM file.`)
  }
  return problems
}

async function checkPort(what: string, at: { host: string; port: number }, setting: string): Promise<string[]> {
  if (at.port === 0) return []
  const problem = await tryToListen(at)
  switch (problem) {
    case undefined:
      return []
    case 'EADDRINUSE':
      return [`Port ${at.port} on ${at.host} (${what}) is in use: stop what uses it, or set ${setting}_PORT.`]
    case 'EACCES':
      return [`Port ${at.port} (${what}) may not be used by this user: set ${setting}_PORT to one above 1023.`]
    default:
      return [
        `Nothing can listen on ${at.host} (${what}; ${problem}): set ${setting}_HOST to an address of this machine.`,
      ]
  }
}

async function tryToListen({ host, port }: { host: string; port: number }): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(code(error)))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}

function code(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return String(error)
}
