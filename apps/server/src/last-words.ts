import type { Logger } from './platform/log.ts'

/**
 * Maximum duration of an orderly stop in milliseconds. After it, the program exits at once. This is safe, because all work can be
 * interrupted without loss.
 */
const STOP_MS = 9_500

/**
 * Ignores write errors of stdout and stderr, for example when the process that reads the pipe has ended. Without this, such an error would
 * end the program, and the program could not report the reason. The function must be called before everything else.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/**
 * Ctrl-C reaches both the program and its starter process, which forwards it. Two signals within this time (in milliseconds) are treated as
 * one request to end.
 */
const SAME_WISH_MS = 1_000

/** Reports when the program must end: after a signal, or because its starter process has ended. */
export interface EndWatch {
  /** Registers `onAsked`, which is called for each request to end, and at once if a request has already arrived. */
  tell(onAsked: (why: string) => void): void
}

/**
 * Records requests to end from the first moment, even while the program is starting. If the program were killed during its start, its
 * database server would keep running. A second request during the start ends the program at once. The listeners are never replaced, because
 * a signal that has arrived but was not delivered yet would be lost with the old listeners.
 */
export function watchForEnd(): EndWatch {
  let asked: { why: string; at: number } | undefined
  let tell: ((why: string) => void) | undefined
  const ask = (why: string): void => {
    if (tell) tell(why)
    else if (asked !== undefined && performance.now() - asked.at > SAME_WISH_MS) process.exit(1)
    asked ??= { why, at: performance.now() }
  }
  for (const signal of SIGNALS) process.on(signal, () => ask(signal))
  // The starter process has ended, and no other process would stop this one.
  process.on('disconnect', () => ask('the starter ended'))
  return {
    tell(onAsked) {
      tell = onAsked
      if (asked !== undefined) onAsked(asked.why)
    },
  }
}

/**
 * Ends the process on request, when its starter process has ended, and after an uncaught error. Ensures that the log contains the reason in
 * all cases except SIGKILL.
 */
export function endWithWords(program: { log: Logger; stop(): Promise<void> }, watch: EndWatch): void {
  const { log } = program
  let stopping = false
  const stop = (why: string, code: number): void => {
    if (stopping) return
    stopping = true
    log.info({ why }, 'stopping')
    setTimeout(() => {
      log.error({ ms: STOP_MS }, 'stopping takes too long; ending without it')
      process.exit(1)
    }, STOP_MS).unref()
    program.stop().then(
      () => process.exit(code),
      (err: unknown) => {
        log.error({ err }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  // After an uncaught error, the state of the program may be wrong, so it must not continue. Work that has begun may still end in an
  // orderly way.
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'an error that nobody caught')
    stop('an error that nobody caught', 1)
  })
  process.on('exit', (code) => log.info({ code }, 'ended'))
  watch.tell((why) => stop(why, 0))
}
