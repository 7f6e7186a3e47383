import { endWithWords, outliveReaders, watchForEnd } from './last-words.ts'
import { SettingsError } from './platform/env.ts'
import { StartError } from './platform/start-error.ts'
import { startProgram } from './program.ts'

outliveReaders()
const watch = watchForEnd()
try {
  const program = await startProgram(process.env)
  endWithWords(program, watch)
} catch (error) {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else if (error instanceof SettingsError) process.stderr.write(`${error.problems.join('\n')}\n`)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
