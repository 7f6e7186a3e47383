// The process that takes alarms, by mail and by HTTP. The main process starts it and keeps it running.
import { endWithWords, outliveReaders } from './last-words.ts'
import { startIntakeProgram, type IntakeProgram } from './intake-program.ts'
import { answerParent } from './processes/answer-parent.ts'

outliveReaders()
// Ctrl-C reaches every process of a terminal. The main one alone decides, and tells this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// Without the main process nothing would start this one again, and its listeners would stand in the way of the next start. What was
// acknowledged is committed, so there is nothing to wait for.
process.on('disconnect', () => process.exit(1))

let program: IntakeProgram | undefined
const begun = (): IntakeProgram => {
  if (!program) throw new Error('it has not begun yet')
  return program
}
answerParent({
  async begin(beginning) {
    program = await startIntakeProgram(process.env, beginning)
    endWithWords(program, { tell: () => undefined })
    return program.ports()
  },
  readiness: async () => begun().readiness(),
  metrics: async () => begun().metrics(),
  async stop() {
    await program?.stop()
    // After the answer has gone out.
    setTimeout(() => process.exit(0), 20)
  },
})
