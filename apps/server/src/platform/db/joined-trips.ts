import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** What begins a transaction: it says nothing that anybody waits for. */
const BEGINS = /^(?:start transaction|set local) /
/** Statements whose plans a connection keeps; what comes after so many different ones is planned at each use. */
const MAX_KEPT = 300

/** What Kysely tells apart; all else is to it like a query. */
const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'MERGE', 'COMMIT', 'ROLLBACK'] as const

/** Gives the same name to the same statement. */
type Names = (text: string) => string | undefined

/**
 * A connection that needs few trips to the server: what begins a transaction is kept back and goes out with the first statement, in one
 * piece. Where it fails, that statement does.
 */
class JoiningClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #nameOf: Names
  #begin = ''

  constructor(client: PoolClient, nameOf: Names) {
    this.#client = client
    this.#nameOf = nameOf
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('nothing is read by cursor')
    return this.#send<R>(text, values)
  }

  async #send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (BEGINS.test(text)) {
      this.#begin += `${text};`
      return { command: 'SELECT', rowCount: 0, rows: [] }
    }
    const begin = this.#begin
    this.#begin = ''
    const begun = begin === '' ? undefined : this.#client.query(begin)
    const name = values.length > 0 ? this.#nameOf(text) : undefined
    const answer = this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    const [, { command, rowCount, rows }] = await Promise.all([begun, answer])
    return { command: COMMANDS.find((known) => known === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows }
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}

/**
 * A pool of which each connection joins trips.
 * @param options.keepsPlans statements with values are prepared once on each connection, for work that sends the same few again and again
 */
export function joinTrips(pool: Pool, { keepsPlans }: { keepsPlans: boolean }): PostgresPool {
  const names = new Map<string, string>()
  const nameOf: Names = (text) => {
    if (!keepsPlans) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_KEPT) return known
    const name = `kept ${names.size + 1}`
    names.set(text, name)
    return name
  }
  const clients = new WeakMap<PoolClient, JoiningClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const joining = clients.get(client) ?? new JoiningClient(client, nameOf)
      clients.set(client, joining)
      return joining
    },
    end: () => pool.end(),
  }
}
