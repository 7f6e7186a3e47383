import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { escapeLiteral } from 'pg'
import type { DB } from './types.generated.ts'

/** A handle that runs each query in its own transaction. */
export type Db = Kysely<DB>
/** A handle inside one transaction. */
export type Tx = Transaction<DB>

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** A statement that takes longer is cancelled. 0: never. */
  statementTimeoutMs?: number
  /** A transaction whose process says nothing for longer is ended by the server, and its locks with it. Left out: never. */
  idleTimeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

/**
 * Runs work of one company in a transaction. Row-level security shows and accepts only that company's rows in it, whatever
 * the queries say; it ends with the transaction, so a pooled connection carries nothing over to the next one.
 */
export async function inTenant<T>(
  db: Db,
  companyId: string,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return begin(db, options, 'app.company_id', companyId, work)
}

/**
 * Runs work of the program itself, which serves all companies (workers, log-in before the company is known, the provider's
 * back office), in a transaction. Every query in it names the company where there is one.
 */
export async function inSystem<T>(db: Db, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  return begin(db, options, 'app.system', 'on', work)
}

/**
 * Runs one statement of the program itself in a transaction of its own, as {@link inSystem} does, but in a single trip to the server: the
 * commit is sent along with it. Resolves when that is done.
 */
export async function inSystemAtOnce<Row>(db: Db, statement: CompiledQuery<Row>): Promise<Row[]> {
  return db.getExecutor().provideConnection(async (connection) => {
    void connection.executeQuery(CompiledQuery.raw('start transaction isolation level read committed'))
    void connection.executeQuery(settings({}, 'app.system', 'on'))
    const answer = connection.executeQuery<Row>(statement)
    const committed = connection.executeQuery(CompiledQuery.raw('commit'))
    // Both, also where the first fails: the connection is not given back before it is out of its transaction.
    await Promise.allSettled([answer, committed])
    const { rows } = await answer
    await committed
    return rows
  })
}

/** What is to happen once a transaction has been committed. */
const committed = new WeakMap<Tx, (() => void)[]>()

/** Does something as soon as the transaction is committed, and never if it is not: what tells others of it belongs here. It must not throw. */
export function afterCommit(tx: Tx, run: () => void): void {
  committed.get(tx)?.push(run)
}

async function begin<T>(
  db: Db,
  options: TransactionOptions,
  name: string,
  value: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const afterwards: (() => void)[] = []
  const result = await db
    .transaction()
    .setIsolationLevel(options.isolation ?? 'read committed')
    .execute(async (tx) => {
      committed.set(tx, afterwards)
      await tx.executeQuery(settings(options, name, value))
      return work(tx)
    })
  for (const run of afterwards) run()
  return result
}

/** Sets what holds for one transaction. The values stand in the text, so that it can be sent together with what begins the transaction. */
function settings(
  { statementTimeoutMs = DEFAULT_TIMEOUT_MS, idleTimeoutMs }: TransactionOptions,
  name: string,
  value: string,
) {
  const idle = idleTimeoutMs === undefined ? '' : `;set local idle_in_transaction_session_timeout = ${idleTimeoutMs}`
  return CompiledQuery.raw(
    `set local ${name} = ${escapeLiteral(value)};set local statement_timeout = ${statementTimeoutMs}${idle}`,
  )
}
