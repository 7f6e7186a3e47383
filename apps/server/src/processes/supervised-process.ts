import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import { openChannel, type AskChild } from './ask-child.ts'

/** A process that is kept running: one that ends by itself is started again. */
export interface SupervisedProcess {
  /** Asks it something. Rejects while it does not run, and when it takes too long. */
  ask: AskChild
  /** Asks it to end in order and resolves when it has; one that takes too long is killed. */
  stop(): Promise<void>
}

export interface SupervisedOptions {
  /** What it is called in the log. */
  name: string
  /** The program's file. */
  entry: string
  /** For its Node.js. */
  flags?: readonly string[]
  /** Has a new process begin its work; it is up when this resolves. */
  begin: (ask: AskChild) => Promise<void>
  log: Logger
  times?: Partial<typeof TIMES>
}

const TIMES = {
  /** The first new start comes at once, the second after this, each further one after twice as long … */
  pauseMs: 250,
  longestPauseMs: 10_000,
  /** … until one has lived so long. */
  steadyMs: 30_000,
  stopMs: 8_000,
}

/**
 * Starts a process and keeps it running.
 * @throws StartError when the very first one does not come up
 */
export async function startSupervised(options: SupervisedOptions): Promise<SupervisedProcess> {
  const { name, log } = options
  const times = { ...TIMES, ...options.times }
  let current: { child: ChildProcess; ask: AskChild } | undefined
  let stopping = false
  let failures = 0
  let again: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    const child = fork(options.entry, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, ...(options.flags ?? [])],
    })
    const made = { child, ask: openChannel(child) }
    const beganAt = performance.now()
    let isUp = false
    current = made
    const ended = (fields: object): void => {
      if (current !== made) return
      current = undefined
      if (!isUp || stopping) return
      if (performance.now() - beganAt >= times.steadyMs) failures = 0
      log.error({ process: name, ...fields }, 'a process ended by itself and is started again')
      startAgain()
    }
    child.once('error', (err) => ended({ err }))
    child.once('exit', (code, signal) => ended({ code, signal }))
    try {
      await options.begin(made.ask)
      isUp = true
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  function startAgain(): void {
    const pause = failures === 0 ? 0 : Math.min(times.pauseMs * 2 ** (failures - 1), times.longestPauseMs)
    failures += 1
    again = setTimeout(() => {
      start().catch((err: unknown) => {
        if (stopping) return
        log.error({ process: name, err }, 'a process could not be started again; another try follows')
        startAgain()
      })
    }, pause)
  }

  try {
    await start()
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : 'for no reason it told'
    throw new StartError(`The ${name} process could not be started: ${reason}`, { cause: error })
  }
  return {
    async ask(word, value, withinMs) {
      if (!current) throw new Error(`the ${name} process does not run`)
      return await current.ask(word, value, withinMs)
    },
    async stop() {
      stopping = true
      clearTimeout(again)
      const last = current
      if (!last) return
      const exit = once(last.child, 'exit')
      last.ask('stop', undefined, times.stopMs).catch(() => undefined)
      const kill = setTimeout(() => {
        log.error({ process: name, ms: times.stopMs }, 'a process takes too long to end and is killed')
        last.child.kill('SIGKILL')
      }, times.stopMs)
      await exit
      clearTimeout(kill)
    },
  }
}
