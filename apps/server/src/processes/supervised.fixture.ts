// A parent process whose child hangs. It reports the process id of the child to the test.
import { createLogger } from '../platform/log.ts'
import { startSupervised } from './supervised-process.ts'

const supervised = await startSupervised({
  name: 'child',
  entry: new URL('hanging-child.fixture.ts', import.meta.url).pathname,
  begin: async () => undefined,
  log: createLogger({ level: 'error' }),
})
const { degraded } = await supervised.ask('readiness', undefined, 30_000)
supervised.ask('metrics', undefined, 60_000).catch(() => undefined)
// A `metrics` request has been sent. After it, the child does not reply to any request.
await supervised.ask('readiness', undefined, 500).catch(() => undefined)
process.send?.(Number(degraded[0]))
