import { SettingsError } from './platform/env.ts'
import { StartError } from './platform/start-error.ts'
import { startProgram } from './program.ts'

/** How long a stop may take before the program ends without waiting any longer; everything is safe to be cut off. */
const STOP_MS = 20_000

try {
  const program = await startProgram(process.env)
  let stopping = false
  const stop = (why: string): void => {
    if (stopping) return
    stopping = true
    program.log.info({ why }, 'stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    program.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        program.log.error({ err }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // The starter in front of us is gone, and nobody else would stop us.
  process.on('disconnect', () => stop('the starter ended'))
} catch (error) {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else if (error instanceof SettingsError) process.stderr.write(`${error.problems.join('\n')}\n`)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
