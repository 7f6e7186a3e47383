import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { findResidentMemory } from '../pool/resident-memory.ts'
import { PackRefused, type InstalledPack } from './pack-store.ts'

const ENTRY = fileURLToPath(new URL('./trial-main.ts', import.meta.url))
const MIB = 1024 ** 2
const LOOK_EVERY_MS = 50

/** The result of a pack's trial. */
export interface PackTrial {
  /** Milliseconds of one run on this machine. */
  lookMs: number
  /** The peak memory of the trial process in bytes. 0 if the system does not report it. */
  memoryBytes: number
}

export interface TrialOptions {
  /** The time limit in milliseconds. Default 60,000, a hundred times the duration for a usable detector. */
  timeoutMs?: number
  /** The memory limit in MiB. Default 1024, as for the analysis processes. They would be killed with a pack that needs more memory. */
  memoryMb?: number
  signal?: AbortSignal
  /** Gets the id of the trial's process once it runs. */
  onStart?: (pid: number) => void
}

const answerSchema = z.union([
  z.object({ type: z.literal('works'), lookMs: z.number() }),
  z.object({ type: z.literal('refused'), problem: z.string() }),
])

function start(): ChildProcess {
  // The environment is empty, as for the analysis processes, so that a malicious model file cannot read passwords from it.
  const child = fork(ENTRY, [], {
    cwd: tmpdir(),
    env: { MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1' },
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // If the system refuses the lower priority, the trial runs with the same priority as other processes.
  }
  return child
}

/**
 * Tries a pack in a separate process. The process loads the network and runs it several times. If it crashes, hangs or uses too much
 * memory, no other process is affected.
 * @throws PackRefused with the fault; the signal's reason when the trial is aborted
 */
export async function trialPack(pack: InstalledPack, options: TrialOptions = {}): Promise<PackTrial> {
  const { timeoutMs = 60_000, memoryMb = 1024, signal } = options
  const { id } = pack.manifest
  signal?.throwIfAborted()
  const ended = Promise.withResolvers<number>()
  const child = start()
  let memoryBytes = 0
  const refuse = (problem: string): void => ended.reject(new PackRefused(`${id} ${problem}`))
  const watch = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, findResidentMemory(child.pid ?? 0) ?? 0)
    if (memoryBytes > memoryMb * MIB) refuse(`takes more than ${memoryMb} MB of memory`)
  }, LOOK_EVERY_MS)
  const timer = setTimeout(() => refuse(`did not finish its trial in ${timeoutMs / 1000} seconds`), timeoutMs)
  const abort = (): void => ended.reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  child.on('message', (message) => {
    const answer = answerSchema.safeParse(message)
    if (!answer.success) refuse('answered its trial with what is no answer')
    else if (answer.data.type === 'works') ended.resolve(answer.data.lookMs)
    else ended.reject(new PackRefused(answer.data.problem))
  })
  child.on('error', (error) => refuse(`could not be tried: ${error.message}`))
  child.once('exit', (code, by) => refuse(`crashed its trial (${by ?? `exit code ${code}`})`))
  child.send(pack, () => undefined)
  if (child.pid !== undefined) options.onStart?.(child.pid)
  try {
    return { lookMs: await ended.promise, memoryBytes }
  } finally {
    clearInterval(watch)
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  }
}
