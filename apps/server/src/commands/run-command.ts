import { SettingsError } from '../platform/env.ts'
import { StartError } from '../platform/start-error.ts'

/** Runs a command. If it fails, prints the error and sets a non-zero exit code. Expected errors are printed without a stack trace. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof SettingsError) console.error(error.problems.join('\n'))
    else if (error instanceof StartError) console.error(error.message)
    else console.error(error)
    process.exitCode = 1
  }
}
