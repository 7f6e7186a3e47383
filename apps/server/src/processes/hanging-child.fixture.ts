// A child process like the intake process that can be made to hang: a `metrics` request starts an endless loop.
import { replyToParent } from './reply-to-parent.ts'
import { endWithParent } from './end-with-parent.ts'

process.on('disconnect', () => process.exit(1))
endWithParent((error) => process.emitWarning(`the main process is not watched: ${String(error)}`))
replyToParent({
  begin: async () => ({ smtp: 1, ftp: 1, ftpTls: 1, dc09: 1, frontel: 1, ingest: 1 }),
  alive: async () => undefined,
  // The reply contains the process id.
  readiness: async () => ({ notReady: [], degraded: [`${process.pid}`] }),
  countMessage: async () => true,
  metrics: async () => {
    for (;;);
  },
  async stop() {
    setTimeout(() => process.exit(0), 10)
  },
})
