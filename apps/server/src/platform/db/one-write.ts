import type { Writable } from 'node:stream'
import type { PoolClient } from 'pg'

const held = new WeakSet<Writable>()

/**
 * Collects all messages to a connection until the running code waits, and then sends them in one write. Each write is a system call that
 * wakes the server, and this costs more than most statements.
 */
export function oneWrite(client: PoolClient): void {
  const { stream } = client.connection
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  process.nextTick(() => {
    held.delete(stream)
    stream.uncork()
  })
}
