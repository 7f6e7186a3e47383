import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import { openChannel, type SendRequest } from './send-request.ts'

/** A process that is kept running. If it ends by itself, it is started again. If it hangs, it is killed and started again. */
export interface SupervisedProcess {
  /** Whether the process hangs, or has hung recently (`rememberMs`). */
  hung(): boolean
  /** Sends the process a request. Rejects if the process does not run or does not reply in time. */
  ask: SendRequest
  /** Requests an orderly end and resolves when the process has ended. A process that takes too long is killed. */
  stop(): Promise<void>
}

export interface SupervisedOptions {
  /** The name of the process in the log. */
  name: string
  /** The path of the program. */
  entry: string
  /** Flags for Node.js in the child process. */
  flags?: readonly string[]
  /** Makes a new process start its work. The process is treated as started when the promise resolves. */
  begin: (ask: SendRequest) => Promise<void>
  log: Logger
  times?: Partial<typeof TIMES>
}

const TIMES = {
  /**
   * Delay before a restart, in milliseconds. The first restart has no delay, the second has this delay, and each further restart doubles
   * it, up to `longestPauseMs`.
   */
  pauseMs: 250,
  longestPauseMs: 10_000,
  /** A process that has run this long, in milliseconds, resets the delay. */
  steadyMs: 30_000,
  stopMs: 8_000,
  /** Interval of the requests that check the event loop of the process, in milliseconds. */
  askEveryMs: 2_000,
  /**
   * The process is killed when this number of requests in a row have no reply. A process that is only busy replies within half a minute.
   */
  mostUnanswered: 15,
  /** Number of requests without a reply after which the process is reported as hung. */
  suspicious: 4,
  /** The time for which a hang is reported after the process was killed, in milliseconds. */
  rememberMs: 900_000,
}

/**
 * Starts a process and keeps it running.
 * @throws StartError if the first start fails
 */
export async function startSupervised(options: SupervisedOptions): Promise<SupervisedProcess> {
  const { name, log } = options
  const times = { ...TIMES, ...options.times }
  let current: { child: ChildProcess; ask: SendRequest } | undefined
  let stopping = false
  let failures = 0
  let again: NodeJS.Timeout | undefined
  let unanswered = 0
  let hungAt = -Infinity

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
      watch(made)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  /**
   * Kills the process when it hangs. The criterion is the number of requests without a reply, not the elapsed time. While this process
   * itself is blocked, or the machine sleeps, no requests are sent, and replies that arrived meanwhile are handled before the next request.
   */
  function watch(made: { child: ChildProcess; ask: SendRequest }): void {
    unanswered = 0
    const { askEveryMs, mostUnanswered } = times
    const ping = async (): Promise<void> => {
      try {
        await made.ask('alive', undefined, askEveryMs * mostUnanswered)
        if (current === made) unanswered = 0
      } catch {
        // The request stays without a reply. The end of the process is handled in the `exit` listener.
      }
    }
    const asking = setInterval(() => {
      if (unanswered >= mostUnanswered) {
        clearInterval(asking)
        hungAt = performance.now()
        log.error({ process: name, ms: askEveryMs * mostUnanswered }, 'a process hangs and is killed')
        made.child.kill('SIGKILL')
        return
      }
      unanswered += 1
      void ping()
    }, askEveryMs)
    asking.unref()
    made.child.once('exit', () => clearInterval(asking))
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
    hung: () => unanswered >= times.suspicious || performance.now() - hungAt < times.rememberMs,
    async ask(request, value, withinMs) {
      if (!current) throw new Error(`the ${name} process does not run`)
      return await current.ask(request, value, withinMs)
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
