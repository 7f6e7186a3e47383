import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

/** Records the statements that a pool sends to the database. */
export interface StatementWatch {
  /** Returns the statements that a piece of work sends, in order, without statements of the program's background work. */
  during(work: () => Promise<unknown>): Promise<string[]>
}

/** Starts to record the statements on all connections of a pool. */
export function watchStatements(pool: Pool): StatementWatch {
  const watched = new WeakSet<PoolClient>()
  const sent = new AsyncLocalStorage<string[]>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    client.query = new Proxy(client.query.bind(client), {
      apply(target, self, given: unknown[]) {
        const [first] = given
        sent.getStore()?.push(typeof first === 'string' ? first : (first as { text: string }).text)
        return Reflect.apply(target, self, given)
      },
    })
  })
  return {
    async during(work) {
      const mine: string[] = []
      await sent.run(mine, work)
      return mine
    },
  }
}
