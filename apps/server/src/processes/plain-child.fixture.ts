// A child process like the one that calls devices. Its metrics contain the process id.
import { endWithParent } from './end-with-parent.ts'
import { replyToParent } from './reply-to-parent.ts'

process.on('disconnect', () => process.exit(1))
endWithParent((error) => process.emitWarning(`the main process is not watched: ${String(error)}`))
replyToParent({
  begin: async ({ ports }) => ports,
  alive: async () => undefined,
  readiness: async () => ({ notReady: [], degraded: [] }),
  countMessage: async () => true,
  metrics: async () => `${process.pid}`,
  async stop() {
    setTimeout(() => process.exit(0), 10)
  },
})
