// Runs the embedded server on a folder until it is killed, as the program does. For tests that kill it.
import { startEmbeddedPostgres } from '../embedded-postgres.ts'

const [dir = ''] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dir, log: () => undefined })
process.send?.({ url: server.url('owner'), postmaster: server.pid() })
// Ends when its parent has ended.
process.on('disconnect', () => void server.stop())
