import { fork, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AnalysisCrashed, AnalysisTimeout, PoolClosed } from '../errors.ts'
import {
  isWatchReply,
  type Look,
  type StreamPicture,
  type WatchMessage,
  type WatchReply,
  type WatchTask,
} from './watch-types.ts'

const ENTRY = fileURLToPath(new URL('./watch-main.ts', import.meta.url))
const START_MS = 60_000
/** Milliseconds for one picture. A slow machine decodes one in 4K in half a second. */
const TASK_MS = 10_000
const HEAP_MB = 128

/** The answer to a look that a newer one of the same stream has overtaken. */
const OVERTAKEN: WatchReply = { type: 'look', id: 0, look: { kind: 'still' } }

interface Job {
  /** Whose it is: of a stream only the newest look waits. */
  key: string
  task: WatchTask
  resolve: (reply: WatchReply) => void
  reject: (error: Error) => void
}

/** Decodes key frames of streams and finds motion in them, in a child process that a stream may crash. */
export interface Watcher {
  /**
   * Compares a key frame with the ones before. A look that still waits when the next one of the same stream comes is answered `still`: the newest one counts.
   * Rejects with AnalysisCrashed or AnalysisTimeout if this very picture ended the decoder.
   */
  look: (stream: string, picture: StreamPicture) => Promise<Look>
  /** The pictures as JPEG; null for one that cannot be decoded. None at all if those of a later alarm of the same stream overtook them. */
  show: (stream: string, pictures: readonly StreamPicture[]) => Promise<(Uint8Array | null)[]>
  /** Forgets what a stream showed. */
  forget: (stream: string) => void
  close: () => void
}

export interface WatcherOptions {
  /** The program of the child; tests pass one that crashes. */
  entry?: string
  taskMs?: number
}

export function createWatcher(options: WatcherOptions = {}): Watcher {
  const queue = new WatchQueue(options)
  return {
    async look(stream, picture) {
      const reply = await queue.run(`look ${stream}`, { kind: 'look', stream, picture })
      return reply.type === 'look' ? reply.look : { kind: 'broken' }
    },
    async show(stream, pictures) {
      const reply = await queue.run(`show ${stream}`, { kind: 'show', pictures })
      return reply.type === 'show' ? reply.jpegs : []
    },
    forget: (stream) => queue.forget(stream),
    close: () => queue.close(),
  }
}

/** One child that works on one task at a time, so that it is known whose picture ended it. It exists only while there is work for it. */
class WatchQueue {
  readonly #entry: string
  readonly #taskMs: number
  readonly #waiting = new Map<string, Job>()
  #child: ChildProcess | undefined
  #isReady = false
  #running: (Job & { id: number }) | undefined
  #timer: NodeJS.Timeout | undefined
  #nextId = 1
  #isClosed = false
  #timedOut = false

  constructor({ entry = ENTRY, taskMs = TASK_MS }: WatcherOptions) {
    this.#entry = entry
    this.#taskMs = taskMs
  }

  run(key: string, task: WatchTask): Promise<WatchReply> {
    if (this.#isClosed) return Promise.reject(new PoolClosed())
    return new Promise((resolve, reject) => {
      this.#waiting.get(key)?.resolve(OVERTAKEN)
      this.#waiting.set(key, { key, task, resolve, reject })
      this.#next()
    })
  }

  forget(stream: string): void {
    this.#waiting.get(`look ${stream}`)?.resolve(OVERTAKEN)
    this.#waiting.delete(`look ${stream}`)
    if (this.#isReady) this.#send(0, { kind: 'forget', stream })
  }

  close(): void {
    this.#isClosed = true
    for (const { reject } of [...this.#waiting.values(), ...(this.#running ? [this.#running] : [])])
      reject(new PoolClosed())
    this.#waiting.clear()
    this.#running = undefined
    clearTimeout(this.#timer)
    this.#child?.kill('SIGKILL')
  }

  #next(): void {
    const [job] = this.#waiting.values()
    if (this.#running || !job) return
    this.#child ??= this.#start()
    if (!this.#isReady) return
    this.#waiting.delete(job.key)
    const id = this.#nextId++
    this.#running = { ...job, id }
    this.#limit(this.#taskMs)
    this.#send(id, job.task)
  }

  #send(id: number, task: WatchTask): void {
    const child = this.#child
    child?.send({ id, task } satisfies WatchMessage, (error) => {
      // The channel is closed. The exit handler tells the rest.
      if (error) child.kill('SIGKILL')
    })
  }

  #limit(ms: number): void {
    clearTimeout(this.#timer)
    this.#timedOut = false
    this.#timer = setTimeout(() => {
      this.#timedOut = true
      this.#child?.kill('SIGKILL')
    }, ms)
  }

  #start(): ChildProcess {
    // The environment is empty on purpose: who takes over the decoder finds no password in it.
    const child = fork(this.#entry, [], {
      serialization: 'advanced',
      cwd: tmpdir(),
      env: { MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1' },
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#limit(START_MS)
    child.on('message', (message) => {
      if (isWatchReply(message)) this.#receive(message)
      else child.kill('SIGKILL')
    })
    child.once('exit', (exitCode, signal) => this.#ended(exitCode, signal))
    child.on('error', () => {
      // No process was made (no memory, no file handles), so no exit follows.
      if (child.pid === undefined) this.#ended(null, null)
      else child.kill('SIGKILL')
    })
    return child
  }

  #receive(message: WatchReply): void {
    if (message.type === 'ready') {
      clearTimeout(this.#timer)
      this.#isReady = true
    } else {
      if (message.id !== this.#running?.id) return
      clearTimeout(this.#timer)
      this.#running.resolve(message)
      this.#running = undefined
    }
    this.#next()
  }

  #ended(exitCode: number | null, signal: string | null): void {
    clearTimeout(this.#timer)
    const hadStarted = this.#isReady
    this.#child = undefined
    this.#isReady = false
    const error =
      hadStarted && this.#timedOut
        ? new AnalysisTimeout(this.#taskMs)
        : new AnalysisCrashed(hadStarted ? 'exit' : 'start', { exitCode, signal })
    this.#running?.reject(error)
    this.#running = undefined
    if (hadStarted) return this.#next()
    // Without a process nobody is answered. Whoever asks again starts the next one.
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
  }
}
