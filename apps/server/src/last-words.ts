import type { Logger } from './platform/log.ts'

/** How long a stop may take before the program ends without waiting any longer; everything is safe to be cut off. */
const STOP_MS = 9_500

/**
 * Output that nobody reads any more is no reason to end: a pipe's reader that went away would otherwise stop the filtering, and could
 * not be told why. Call it first of all.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Ctrl-C reaches the program and its starter, who passes it on: two signals within this time are one wish. */
const SAME_WISH_MS = 1_000

/** Hears when the program is to end: by a signal, or because its starter is gone. */
export interface EndWatch {
  /** From now on tells who asks; at once if someone has asked already. */
  tell(onAsked: (why: string) => void): void
}

/**
 * Hears from the beginning who wants the program to end, and keeps it in mind while it is still starting: cut off there, it would
 * leave its database server behind. Whoever asks twice then does not want to wait. The listeners are never exchanged: a signal that
 * has arrived and not been told would be lost with the old ones.
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
  // The starter in front of us is gone, and nobody else would stop us.
  process.on('disconnect', () => ask('the starter ended'))
  return {
    tell(onAsked) {
      tell = onAsked
      if (asked !== undefined) onAsked(asked.why)
    },
  }
}

/**
 * Ends the process when it is asked to, when its starter is gone, and after an error that nobody caught; and sees to it that the log says
 * why, however it ends (but for SIGKILL).
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
  // What the program knows of itself may be wrong from here on, so it does not go on; what is begun may still end in order.
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'an error that nobody caught')
    stop('an error that nobody caught', 1)
  })
  process.on('exit', (code) => log.info({ code }, 'ended'))
  watch.tell((why) => stop(why, 0))
}
