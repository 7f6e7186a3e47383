import { spawnSync } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { processIdentity } from './process-identity.ts'

/**
 * Clears what a killed run left behind, so that the server can start on this cluster: a server still running without its
 * program, server processes whose postmaster was killed, and a postmaster.pid that names a process which is something else.
 * Data files are never touched; PostgreSQL recovers them itself.
 * Only for the holder of the owner lock.
 */
export async function clearLeftovers(clusterDir: string): Promise<void> {
  const postmaster = await readPostmasterPid(clusterDir)
  const running = postmaster !== undefined && (await isServerOf(postmaster, clusterDir))
  if (running) await stopProcess(postmaster)
  for (const pid of await serverProcesses(clusterDir)) {
    // Without a postmaster nothing they do can be committed wrongly, but the shared memory stays taken until they are gone.
    signal(pid, 'SIGKILL')
    await gone(pid, 5000)
  }
  // PostgreSQL takes any process of that number for a running server and refuses: one that was given the number since, or
  // the dead postmaster itself while nobody has collected it.
  if (postmaster !== undefined && !running) await rm(join(clusterDir, 'postmaster.pid'), { force: true })
}

/** The process number in postmaster.pid. */
async function readPostmasterPid(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

async function stopProcess(pid: number): Promise<void> {
  // Fast shutdown, then immediate (recovery at the next start), then the end.
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
    // It ended by itself.
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

/** All processes of a server stand in its data folder. Elsewhere than on Linux they are left to end by themselves. */
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

// Somebody's shell may stand in the folder too.
async function isPostgres(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).startsWith('postgres')
}
