import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AnalysisCrashed, AnalysisTimeout, PoolClosed } from '../errors.ts'
import { bytesOf, isChildMessage } from './messages.ts'
import type { PackFailure } from '../detect/load-networks.ts'
import type { ChildMessage, LoadedPack, Task, TaskMessage } from './messages.ts'
import { findResidentMemory } from './resident-memory.ts'

const ENTRY = fileURLToPath(new URL('./child-main.ts', import.meta.url))
const STDERR_KEPT = 2_000
/** The time limit for a start in milliseconds. A start takes a second, and longer on an overloaded machine. */
const START_MS = 60_000

/** The reason why a child process was ended, or how it ended by itself. */
export type EndCause = 'recycle' | 'close' | 'timeout' | 'memory' | 'signal' | 'exit' | 'start'

type Done = Extract<ChildMessage, { type: 'done' }>

interface Running {
  bytes: number
  timeoutMs: number
  onStarted: () => void
  resolve: (done: Done) => void
  reject: (error: Error) => void
}

interface ChildOptions {
  heapMb: number
  /** Folder of the model packs. */
  packFolder?: string | undefined
  /** Scheduling priority: `low` yields to the processes that receive alarms, `lowest` also to other analysis. */
  priority: 'low' | 'lowest'
  /** The generation of the packs that the child starts with. */
  generation: number
  onReady: (child: AnalysisChild) => void
  onEnd: (child: AnalysisChild, cause: EndCause) => void
}

function yieldTo(pid: number, priority: ChildOptions['priority']): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
  try {
    setPriority(pid, priority === 'low' ? PRIORITY_BELOW_NORMAL : PRIORITY_LOW)
  } catch {
    // The process has ended, or the system refuses the lower priority. In the second case all processes have the same priority.
  }
}

/** The folder where Node.js keeps compiled code, if there is one: with it, a start takes half the processor time. */
function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder ? { NODE_COMPILE_CACHE: path.resolve(folder) } : {}
}

/**
 * One child process. Starts the process, gives it tasks, and reports any unexpected end as an error of its running tasks. The time limit of
 * a task begins when the task becomes the oldest one, because the networks work on the oldest alarm.
 */
export class AnalysisChild {
  readonly process: ChildProcess
  isReady = false
  isEnding = false
  tasksDone = 0
  /** Whether the child ended with several running tasks, so that it is unknown which one was the cause. */
  diedWithSeveral = false
  /** The detectors that the child has loaded. */
  loaded: LoadedPack[] = []
  /** Models that could not be loaded. A child without a single loaded model answers every alarm with `unverified`. */
  failures: PackFailure[] = []
  /** Whether another child replaces this one. It then gets no new tasks and ends after its last one. */
  isRetiring = false
  readonly #options: ChildOptions
  /** The running tasks by their ids, the oldest first. */
  readonly #running = new Map<number, Running>()
  #timer: NodeJS.Timeout | undefined
  #oldestSince = 0
  #busyMs = 0
  #busySince = 0
  #stderr = ''
  #cause: EndCause | null = null
  #hasEnded = false
  #nextId = 1
  readonly #startTimer: NodeJS.Timeout

  constructor(options: ChildOptions) {
    this.#options = options
    // The environment is empty on purpose: an attacker who takes over a decoder finds no password in it. The two settings reduce
    // memory: one thread for libvips, and no glibc arena for each thread of Node.
    this.process = fork(ENTRY, options.packFolder === undefined ? [] : [options.packFolder], {
      serialization: 'advanced',
      cwd: tmpdir(),
      env: { MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1', ...compileCache() },
      // A large heap from the start avoids a garbage collection at every alarm.
      execArgv: [
        `--max-old-space-size=${options.heapMb}`,
        `--initial-old-space-size=${Math.floor(options.heapMb / 4)}`,
      ],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    // The parent receives mails and releases alarms. When the machine cannot keep up, the analysis must wait, not the parent.
    if (this.process.pid !== undefined) yieldTo(this.process.pid, options.priority)
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT)
    })
    this.process.on('message', (message) => {
      if (isChildMessage(message)) this.#receive(message)
      else this.process.kill('SIGKILL')
    })
    this.#startTimer = setTimeout(() => this.end('start'), START_MS).unref()
    this.process.once('exit', () => this.#ended())
    this.process.on('error', () => {
      // The process was never spawned (no memory, no file handles), so no exit event will follow.
      if (this.process.pid === undefined) this.#ended()
      else this.process.kill('SIGKILL')
    })
  }

  get generation(): number {
    return this.#options.generation
  }

  get pid(): number | undefined {
    return this.process.pid
  }

  /** The number of running tasks. */
  get load(): number {
    return this.#running.size
  }

  /** The bytes of the files of all running tasks. */
  get bytes(): number {
    return [...this.#running.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** The time since which the child has worked on its oldest task, on the clock of `performance.now()`. */
  get oldestSince(): number {
    return this.#oldestSince
  }

  get isBusy(): boolean {
    return this.load > 0
  }

  /** Runs a task. Resolves to the child's answer, or rejects with AnalysisCrashed, AnalysisTimeout or PoolClosed. */
  run(task: Task, onStarted: () => void): Promise<Done> {
    const id = this.#nextId++
    if (!this.isBusy) this.#busySince = performance.now()
    return new Promise((resolve, reject) => {
      this.#running.set(id, { bytes: bytesOf(task), timeoutMs: task.timeoutMs, onStarted, resolve, reject })
      if (this.load === 1) this.#timeOldest()
      this.process.send({ id, task } satisfies TaskMessage, (error) => {
        // The channel is closed. The exit handler reports how the process ended.
        if (error) this.process.kill('SIGKILL')
      })
    })
  }

  /** The time in milliseconds during which the child had at least one task. */
  get busyMs(): number {
    return this.#busyMs + (this.isBusy ? performance.now() - this.#busySince : 0)
  }

  /** Kills the child if its memory exceeds the limit. Returns its memory in bytes, or 0 if the system does not report it. */
  checkMemory(limitBytes: number): number {
    if (this.pid === undefined || this.isEnding) return 0
    const resident = findResidentMemory(this.pid) ?? 0
    if (resident > limitBytes) this.end('memory')
    return resident
  }

  /** Ends the child. With the cause `recycle` it may exit by itself. With any other cause it is killed. */
  end(cause: EndCause): void {
    if (this.isEnding) return
    this.isEnding = true
    this.#cause = cause
    if (cause === 'recycle' && this.process.connected) this.process.disconnect()
    else this.process.kill('SIGKILL')
  }

  #receive(message: ChildMessage): void {
    if (message.type === 'ready') {
      clearTimeout(this.#startTimer)
      this.isReady = true
      this.loaded = message.loaded
      this.failures = message.failures
      this.#options.onReady(this)
      return
    }
    const running = this.#running.get(message.id)
    if (running === undefined) return
    if (message.type === 'started') {
      running.onStarted()
      return
    }
    const [oldest] = this.#running.keys()
    this.#running.delete(message.id)
    if (message.id === oldest) this.#timeOldest()
    if (!this.isBusy) this.#busyMs += performance.now() - this.#busySince
    this.tasksDone += 1
    if (message.type === 'done') running.resolve(message)
    else running.reject(new Error(message.message))
  }

  #timeOldest(): void {
    clearTimeout(this.#timer)
    const [oldest] = this.#running.values()
    this.#oldestSince = performance.now()
    if (oldest !== undefined) this.#timer = setTimeout(() => this.end('timeout'), oldest.timeoutMs)
  }

  #ended(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#startTimer)
    const { exitCode, signalCode } = this.process
    const cause = this.#cause ?? (this.isReady ? (signalCode === null ? 'exit' : 'signal') : 'start')
    const running = [...this.#running.values()]
    if (this.isBusy) this.#busyMs += performance.now() - this.#busySince
    this.#running.clear()
    this.diedWithSeveral = running.length > 1
    clearTimeout(this.#timer)
    this.isReady = false
    this.isEnding = true
    for (const { timeoutMs, reject } of running) reject(this.#errorOf(cause, timeoutMs, exitCode, signalCode))
    this.#options.onEnd(this, cause)
  }

  #errorOf(cause: EndCause, timeoutMs: number, exitCode: number | null, signal: string | null): Error {
    if (cause === 'timeout') return new AnalysisTimeout(timeoutMs)
    if (cause === 'close') return new PoolClosed()
    const why = cause === 'recycle' ? 'exit' : cause
    return new AnalysisCrashed(why, { signal, exitCode, stderr: this.#stderr.trim().slice(-300) })
  }
}
