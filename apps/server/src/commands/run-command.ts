import { SettingsError } from '../platform/env.ts'
import { StartError } from '../platform/start-error.ts'

/** Runs a command and ends with one clear line and a non-zero code when it cannot be done. */
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
