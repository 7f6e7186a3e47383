import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { StartError } from '../start-error.ts'
import { pathForServer, serverEnvironment } from './cluster.ts'
import type { SystemUser } from './system-user.ts'

/** The embedded server: one postmaster. */
export interface ServerProcess {
  pid: number
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>
  /** Shuts down in fast mode: open transactions are rolled back, committed data is on disk. Resolves when the server has ended. */
  stop: () => Promise<void>
  /** Requests the same shutdown without waiting, for use when this process itself ends. */
  stopSoon: () => void
}

export interface ServerProcessOptions {
  program: string
  clusterDir: string
  port: number
  settings: Record<string, string>
  user: SystemUser | undefined
  log: (line: string) => void
}

/**
 * Starts a server and waits until it accepts connections, including recovery after a crash.
 * @throws StartError with the server's own reason in one line
 */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { program, clusterDir, port, user } = options
  const settings = { ...options.settings, port: String(port) }
  const args = [
    '-D',
    pathForServer(clusterDir, user),
    ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
  ]
  // The server runs in a separate session (`detached`), so that Ctrl-C in the terminal does not reach it. This program stops the
  // server at the end of its own shutdown.
  const child = spawn(program, args, {
    ...user,
    cwd: clusterDir,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  await ready(child, options.log)
  const { pid } = child
  if (pid === undefined) throw new StartError('PostgreSQL did not start.')
  return { pid, ended, stop: () => stop(child, ended), stopSoon: () => child.kill('SIGINT') }
}

async function ready(child: ChildProcess, log: (line: string) => void): Promise<void> {
  const complaints: string[] = []
  const { stderr } = child
  if (!stderr) throw new Error('stderr is not piped')
  const lines = createInterface({ input: stderr })
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      log(line)
      if (/^(FATAL|PANIC|ERROR):/.test(line)) complaints.push(line.replace(/^\w+:\s*/, ''))
      if (line.includes('database system is ready to accept connections')) resolve()
    })
    child.once('error', (error) =>
      reject(new StartError(`PostgreSQL could not be run: ${error.message}`, { cause: error })),
    )
    // `close` comes after `exit`, when the last output has been read.
    child.once('close', (code, signal) => reject(startFailed(complaints, code ?? signal)))
  })
}

function startFailed(complaints: string[], ending: number | string | null): StartError {
  const text = complaints.join('; ')
  if (/No space left on device/i.test(text)) return new StartError('The disk is full: PostgreSQL cannot start.')
  return new StartError(`PostgreSQL did not start: ${text || `it ended with ${ending}`}`)
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  // A fast shutdown writes the memory to disk, which takes long on a slow disk. After 30 seconds the shutdown becomes immediate, and the
  // next start recovers the rest.
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await ended
  clearTimeout(impatience)
}
