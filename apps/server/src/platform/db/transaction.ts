import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from './types.generated.ts'

/** A handle that runs each query in its own transaction. */
export type Db = Kysely<DB>
/** A handle inside one transaction. */
export type Tx = Transaction<DB>

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** A statement that takes longer is cancelled. 0: never. */
  statementTimeoutMs?: number
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

async function begin<T>(
  db: Db,
  options: TransactionOptions,
  name: string,
  value: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const timeout = String(options.statementTimeoutMs ?? DEFAULT_TIMEOUT_MS)
  return db
    .transaction()
    .setIsolationLevel(options.isolation ?? 'read committed')
    .execute(async (tx) => {
      await sql`select set_config(${name}, ${value}, true), set_config('statement_timeout', ${timeout}, true)`.execute(
        tx,
      )
      return work(tx)
    })
}
