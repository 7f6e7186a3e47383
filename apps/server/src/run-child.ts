import { endWithWords, outliveReaders } from './last-words.ts'
import { type ChildProgram, type ChildRole, startChildProgram } from './child-program.ts'
import { replyToParent } from './processes/reply-to-parent.ts'
import { endWithParent } from './processes/end-with-parent.ts'

/** Runs the process of a role. The main process starts it and keeps it running. */
export function runChild(role: ChildRole): void {
  outliveReaders()
  // Ctrl-C sends a signal to every process of a terminal. Only the main process handles it, and then sends `stop` to this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // Without the main process, nothing would restart this process, and its listeners would block the ports for the next start. Acknowledged
  // messages are committed, so there is nothing to wait for.
  process.on('disconnect', () => process.exit(1))
  endWithParent((error) => process.emitWarning(`the main process is not watched: ${String(error)}`))

  let program: ChildProgram | undefined
  const startedProgram = (): ChildProgram => {
    if (!program) throw new Error('it has not started yet')
    return program
  }
  replyToParent({
    async begin(start) {
      program = await startChildProgram(process.env, role, start)
      endWithWords(program, { tell: () => undefined })
      return program.ports()
    },
    alive: async () => undefined,
    readiness: async () => startedProgram().readiness(),
    countMessage: async (camera) => startedProgram().countMessage(camera),
    metrics: async () => startedProgram().metrics(),
    async stop() {
      await program?.stop()
      // Exit only after the reply has been sent.
      setTimeout(() => process.exit(0), 20)
    },
  })
}
