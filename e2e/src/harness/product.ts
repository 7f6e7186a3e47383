import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { copyPreparedDemo } from './prepared-demo.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))

export type { Account } from './account.ts'

/** The product as a person runs it: a separate process with its own data folder and ports. */
export interface Product {
  dataDir: string
  /** URL of the console. A start without a console has the URL of `/readyz` here. */
  url: string
  /** The listener for mails. Its host is empty, like `ingestUrl`, when this start receives no alarms. */
  smtp: { host: string; port: number }
  ftp: { host: string; port: number }
  /** The port for panels; 0 where it is switched off. */
  dc09: number
  /** The port for Videofied panels. */
  frontel: number
  /** URL of the separate listener for alarms by HTTP. */
  ingestUrl: string
  /** Accounts that the first start printed or that were prepared, by role: `super`, `admin`, `operator`. */
  accounts: Record<string, Account>
  process: ChildProcess
  /** All lines that the process has printed. */
  output: string[]
  /** Ends the process as Ctrl-C does, and resolves with its exit code. */
  stop(): Promise<number | null>
  /** Kills the process without a chance to clean up. */
  kill(): Promise<void>
}

const READY_MS = 120_000

export interface ProductOptions {
  /** Starts the product by the command of a new user, instead of the server alone; in a separate process group, as in a terminal. */
  command?: 'npm start' | 'npm run dev'
  dataDir?: string
  /** Whether to begin with a copy of the demo that was prepared for the test run. Not for journeys that test a first start. */
  isPrepared?: boolean
  /** Adds files to the data folder before the start. */
  fill?: (dataDir: string) => Promise<void>
  settings?: Record<string, string>
}

/** Node.js's compile cache, so that products with the same files need not compile them again. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'winnow-compiled')

/** The few environment variables that the product needs, so that no setting of the machine affects it. */
const baseEnvironment = (): Record<string, string> => ({
  NODE_COMPILE_CACHE: COMPILED,
  ...Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ),
})

/** Starts the product and resolves when it says that it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await makeDataDir())
  const accounts: Record<string, Account> = {}
  /** Adds an account under its role, the first part of its address. */
  const know = ({ email, password }: Account) => void (accounts[email.split('@')[0] ?? ''] = { email, password })
  if (options.isPrepared) for (const account of (await copyPreparedDemo(dataDir)) ?? []) know(account)
  await options.fill?.(dataDir)
  const [file, args] = options.command ? ['npm', options.command.split(' ').slice(1)] : [process.execPath, [MAIN]]
  const child = spawn(file, args, {
    cwd: ROOT,
    detached: options.command !== undefined,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...baseEnvironment(),
      WINNOW_DATA: dataDir,
      WINNOW_HTTP_PORT: '0',
      WINNOW_SMTP_PORT: '0',
      WINNOW_FTP_PORT: '0',
      WINNOW_DEMO: 'off',
      WINNOW_ANALYSIS_PROCESSES: '1',
      WINNOW_MIN_FREE_DISK_MB: '50',
      ...options.settings,
    },
  })
  const output: string[] = []
  /** A start without this role prints no address for mail. */
  const takesAlarms = (options.settings?.['WINNOW_ROLES'] ?? 'intake').split(',').includes('intake')
  const found: {
    url?: string
    ingestUrl?: string
    smtp?: { host: string; port: number }
    ftp?: { host: string; port: number }
    dc09?: number
    frontel?: number
  } = {}
  const ready = Promise.withResolvers<void>()
  const read = (line: string): void => {
    output.push(line)
    const http = /^Winnow is ready: (\S+)/.exec(line)?.[1]
    if (http !== undefined) found.url = http
    const ftp = /^Cameras send files by FTP to (.+):(\d+)$/.exec(line)
    if (ftp?.[1] !== undefined) found.ftp = { host: ftp[1], port: Number(ftp[2]) }
    const dc09 = /^Panels send alarms by SIA DC-09 to .+:(\d+), TCP/.exec(line)?.[1]
    if (dc09 !== undefined) found.dc09 = Number(dc09)
    const frontel = /^Videofied panels report to .+:(\d+)$/.exec(line)?.[1]
    if (frontel !== undefined) found.frontel = Number(frontel)
    const intake = /^Cameras send mail to (.+):(\d+), and alarms by HTTP to (\S+)$/.exec(line)
    if (intake?.[1] !== undefined) found.smtp = { host: intake[1], port: Number(intake[2]) }
    if (intake?.[3] !== undefined) found.ingestUrl = intake[3]
    const account = /^ {2}\S.*?\s+((?:super|admin|operator)@\S+)\s+(\S+)$/.exec(line)
    if (account?.[1] !== undefined && account[2] !== undefined) know({ email: account[1], password: account[2] })
    if (found.url !== undefined && (found.smtp !== undefined || !takesAlarms)) ready.resolve()
  }
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', read)
  const exited = once(child, 'exit')
  const timer = setTimeout(() => ready.reject(new Error(`not ready in time:\n${output.join('\n')}`)), READY_MS)
  void exited.then(() => ready.reject(new Error(`ended before it was ready:\n${output.join('\n')}`)))
  try {
    await ready.promise
  } catch (error) {
    child.kill('SIGKILL')
    await exited
    if (options.dataDir === undefined) await removeDataDir(dataDir)
    throw error
  } finally {
    clearTimeout(timer)
  }
  return {
    dataDir,
    url: found.url ?? '',
    smtp: found.smtp ?? { host: '', port: 0 },
    ftp: found.ftp ?? { host: '', port: 0 },
    dc09: found.dc09 ?? 0,
    frontel: found.frontel ?? 0,
    ingestUrl: found.ingestUrl ?? '',
    accounts,
    process: child,
    output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await exited
    },
  }
}

/** Runs a command of the README beside the product, as an operator types it, and returns its output. */
export async function runCommand(
  name: 'backup' | 'restore' | 'deliver' | 'guides',
  args: string[],
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<string> {
  const env = { ...baseEnvironment(), ...settings, WINNOW_DATA: dataDir }
  const { stdout } = await promisify(execFile)('npm', ['run', name, '--', ...args], { cwd: ROOT, env })
  return stdout
}

/** An empty data folder. */
export const makeDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'winnow-e2e-'))

/** Deletes a product's data folder. Files of the database's own user can be deleted by the folder's owner, root or this user. */
export const removeDataDir = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })
