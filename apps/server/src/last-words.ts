import type { Logger } from './platform/log.ts'

/** How long a stop may take before the program ends without waiting any longer; everything is safe to be cut off. */
const STOP_MS = 20_000

/**
 * Output that nobody reads any more is no reason to end: a pipe's reader that went away would otherwise stop the filtering, and could
 * not be told why. Call it first of all.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * Ends the process when it is asked to, when its starter is gone, and after an error that nobody caught; and sees to it that the log says
 * why, however it ends (but for SIGKILL).
 */
export function endWithWords(program: { log: Logger; stop(): Promise<void> }): void {
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0))
  // The starter in front of us is gone, and nobody else would stop us.
  process.on('disconnect', () => stop('the starter ended', 0))
  // What the program knows of itself may be wrong from here on, so it does not go on; what is begun may still end in order.
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'an error that nobody caught')
    stop('an error that nobody caught', 1)
  })
  process.on('exit', (code) => log.info({ code }, 'ended'))
}
