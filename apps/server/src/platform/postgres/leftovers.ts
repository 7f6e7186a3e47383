import { spawnSync } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { processIdentity } from './process-identity.ts'

/**
 * Cleans up after a killed run, so that the server can start on this cluster. Ends a server that runs without its program and server
 * processes without a postmaster, and deletes a postmaster.pid with the id of another process. Data files are not touched; PostgreSQL
 * recovers them itself. Only the holder of the owner lock may call this.
 */
export async function clearLeftovers(clusterDir: string): Promise<void> {
  const postmaster = await readPostmasterPid(clusterDir)
  const running = postmaster !== undefined && (await isServerOf(postmaster, clusterDir))
  if (running) await stopProcess(postmaster)
  for (const pid of await serverProcesses(clusterDir)) {
    // Server processes without a postmaster cannot damage data, but they hold the shared memory until they end.
    signal(pid, 'SIGKILL')
    await gone(pid, 5000)
  }
  // PostgreSQL refuses to start if a process with that id exists. This may be a new process with the same id, or the dead postmaster while
  // it is a zombie.
  if (postmaster !== undefined && !running) await rm(join(clusterDir, 'postmaster.pid'), { force: true })
}

/** Reads the process id in postmaster.pid; undefined if there is none. */
async function readPostmasterPid(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

async function stopProcess(pid: number): Promise<void> {
  // First a fast shutdown, then an immediate one (with recovery at the next start), then a kill. Times in milliseconds.
  for (const [name, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    signal(pid, name)
    if (await gone(pid, patience)) return
  }
  throw new StartError(
    `An earlier PostgreSQL server (process ${pid}) of this data folder does not end; end it and start again.`,
  )
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

async function gone(pid: number, patienceMs: number): Promise<boolean> {
  const identity = processIdentity(pid)
  for (let waited = 0; waited < patienceMs; waited += 20) {
    if (identity === undefined || processIdentity(pid) !== identity) return true
    await delay(20)
  }
  return false
}

async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === 'linux')
    return (await workingFolder(pid)) === (await realpath(clusterDir)) && (await isPostgres(pid))
  const ps = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return ps.stdout?.includes(clusterDir) ?? false
}

/**
 * Finds the processes of a server by their working folder, which is the data folder. Only Linux shows it. On other systems the list is
 * empty, and the processes end by themselves.
 */
async function serverProcesses(clusterDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const folder = await realpath(clusterDir)
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid)
  const found = await Promise.all(
    pids.map(async (pid) => ((await workingFolder(pid)) === folder && (await isPostgres(pid)) ? [pid] : [])),
  )
  return found.flat()
}

async function workingFolder(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

// A shell may have the same working folder, so the program must be PostgreSQL.
async function isPostgres(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).startsWith('postgres')
}
