import type { Pool, PoolClient } from 'pg'

/** What a pool sends to the database, in order. */
export interface StatementWatch {
  /** The text of the statements that a piece of work sends. Nothing else may use the pool meanwhile. */
  during(work: () => Promise<unknown>): Promise<string[]>
}

/** Listens to all connections of a pool, from now on. */
export function watchStatements(pool: Pool): StatementWatch {
  const watched = new WeakSet<PoolClient>()
  let sent: string[] | undefined
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    client.query = new Proxy(client.query.bind(client), {
      apply(target, self, given: unknown[]) {
        const [first] = given
        sent?.push(typeof first === 'string' ? first : (first as { text: string }).text)
        return Reflect.apply(target, self, given)
      },
    })
  })
  return {
    async during(work) {
      const mine: string[] = (sent = [])
      try {
        await work()
      } finally {
        sent = undefined
      }
      return mine
    },
  }
}
