import { sql, type PostgresCursor, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { oneWrite } from './one-write.ts'

/**
 * A comment that makes every connection keep the plan of its statement. Planning costs several times as much as finding a row. Use it for
 * statements with a constant text that find rows by id, so that one plan suits all values. Every connection stores all these plans, so
 * there must be few such statements. `modifyFront` puts the comment into a query.
 */
export const KEEP_PLAN = sql`/* keep plan */`
const KEEPS_PLAN = /^\s*(?:select|with|update)\s+\/\* keep plan \*\//

/** Matches statements that begin a transaction. Nobody needs their results. */
const BEGINS = /^(?:start transaction|set local) /
/** The number of statements whose plans a connection keeps. Further statements are planned each time. */
const MAX_KEPT = 300

/** The commands that Kysely distinguishes; it treats all others like queries. */
const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'MERGE', 'COMMIT', 'ROLLBACK'] as const

/** Returns the same name for the same statement. */
type Names = (text: string) => string | undefined

/**
 * A connection that saves round trips. It holds back statements that begin a transaction and sends them with the first other statement. It
 * sends all statements of one moment in one packet. If the transaction cannot begin, the first statement fails.
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
    oneWrite(this.#client)
    const beginResult = begin === '' ? undefined : this.#client.query(begin)
    const name = values.length > 0 ? this.#nameOf(text) : undefined
    const answer = this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    const [, { command, rowCount, rows }] = await Promise.all([beginResult, answer])
    return { command: COMMANDS.find((known) => known === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows }
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}

/** The names of prepared statements, by their text. One map per pool, since several handles share its connections. */
const namesOf = new WeakMap<Pool, Map<string, string>>()

/**
 * A pool whose connections save round trips.
 * @param options.keepsPlans true: every statement with parameters is prepared once per connection, for work that repeats a few statements.
 * False: only statements with {@link KEEP_PLAN} are prepared
 */
export function joinTrips(pool: Pool, { keepsPlans }: { keepsPlans: boolean }): PostgresPool {
  const names = namesOf.get(pool) ?? new Map<string, string>()
  namesOf.set(pool, names)
  const nameOf: Names = (text) => {
    if (!keepsPlans && !KEEPS_PLAN.test(text)) return undefined
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
