import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { escapeLiteral } from 'pg'
import type { DB } from './types.generated.ts'

/** A handle that runs each query in its own transaction. */
export type Db = Kysely<DB>
/** A handle inside one transaction. */
export type Tx = Transaction<DB>
/**
 * A handle of either kind, for what may run inside a transaction or alone. Not `Db | Tx`: to compare those two the compiler goes through
 * every generic method of both, which was a tenth of all its work.
 */
export type AnyHandle = Pick<Db, 'insertInto' | 'getExecutor'>

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** A statement that takes longer is cancelled. 0: never. */
  statementTimeoutMs?: number
  /** The server ends a transaction whose process is idle for longer, and frees its locks. Left out: never. */
  idleTimeoutMs?: number
  /** The server refuses every statement that would change a row. */
  readOnly?: boolean
}

const DEFAULT_TIMEOUT_MS = 30_000
/** Names the company whose rows a transaction sees. */
const COMPANY = 'app.company_id'
/** Switches row-level security off for a transaction. */
const SEES_ALL = 'app.system'
/** The transactions that were started with that setting. */
const seeAll = new WeakSet<Tx>()

/**
 * Runs work of one company in a transaction. Row-level security limits it to that company's rows, whatever the queries say. The setting
 * ends with the transaction, so the pooled connection carries nothing over.
 */
export async function inTenant<T>(
  db: Db,
  companyId: string,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return begin(db, options, COMPANY, companyId, work)
}

/**
 * Runs work of the program itself in a transaction that sees all companies: workers, the login before the company is known, the provider's
 * back office. Queries must name the company themselves where there is one.
 */
export async function inSystem<T>(db: Db, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  return begin(db, options, SEES_ALL, 'on', work)
}

/** Runs work on what belongs to no company, as counts of attempts do: row-level security shows no company's rows in it. */
export async function inNoCompany<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return begin(db, {}, COMPANY, '', work)
}

/**
 * The questions about all companies that a request of one company's user may ask. Everything else in a request runs in a transaction of the
 * user's company, and a test fails where it does not. To add a question, state here what it answers.
 */
export type QuestionBeyond =
  /** To which company do the ids in a request of an installation's operator belong? */
  | 'gate'
  /** Which directory handles logins of a mail domain? */
  | 'single-sign-on'
  /** Does another company have this mail domain? */
  | 'domain-taken'
  /** In which language does a user read who may be invited by an operator of the installation? */
  | 'languages'
  /** Does another company have this name or subdomain? */
  | 'company-name-taken'
  /** Which employees of the provider have a session in a given user's name? The end of such a session is recorded for both companies. */
  | 'who-acts-for-me'
  /** Which users exist in all companies? For operators of the installation. */
  | 'people'

/** Answers one of the few questions that need more than one company's rows, in a transaction as of {@link inSystem}. */
export async function beyondCompany<T>(db: Db, question: QuestionBeyond, ask: (tx: Tx) => Promise<T>): Promise<T> {
  return begin(db, { question, readOnly: true }, SEES_ALL, 'on', ask)
}

/** Runs one statement in a transaction of its own. */
export type AtOnce = <Row>(db: Db, statement: CompiledQuery<Row>) => Promise<Row[]>

/**
 * Runs one statement in a transaction of its own, as {@link inSystem} does, but in a single round trip: the commit is sent with it.
 * Resolves after the commit.
 */
export const inSystemAtOnce: AtOnce = (db, statement) => atOnce(db, settings({}, SEES_ALL, 'on'), statement)

/** The same in a transaction of one company, as of {@link inTenant}. */
export const inTenantAtOnce =
  (companyId: string): AtOnce =>
  (db, statement) =>
    atOnce(db, settings({}, COMPANY, companyId), statement)

async function atOnce<Row>(db: Db, begins: CompiledQuery, statement: CompiledQuery<Row>): Promise<Row[]> {
  return db.getExecutor().provideConnection(async (connection) => {
    void connection.executeQuery(CompiledQuery.raw('start transaction isolation level read committed'))
    void connection.executeQuery(begins)
    const answer = connection.executeQuery<Row>(statement)
    const committed = connection.executeQuery(CompiledQuery.raw('commit'))
    // Waits for both even if the first fails: the connection must be out of its transaction before it goes back to the pool.
    await Promise.allSettled([answer, committed])
    const { rows } = await answer
    await committed
    return rows
  })
}

/** Like {@link beyondCompany}, but inside a transaction of the company, where the answer must still hold when that commits. */
export async function askBeyond<T>(tx: Tx, question: QuestionBeyond, ask: () => Promise<T>): Promise<T> {
  if (seeAll.has(tx)) return ask()
  await tx.executeQuery(CompiledQuery.raw(`set local app.system = 'on' ${nameOf(question)}`))
  const answer = await ask()
  // If `answer` throws, the transaction ends, and this setting with it.
  await tx.executeQuery(CompiledQuery.raw(`set local app.system = ''`))
  return answer
}

/** Callbacks to run after a transaction has been committed. */
const committed = new WeakMap<Tx, (() => void)[]>()

/**
 * Runs a callback as soon as the transaction is committed, and never if it is rolled back. Notify others here. The callback must not throw.
 */
export function afterCommit(tx: Tx, run: () => void): void {
  committed.get(tx)?.push(run)
}

async function begin<T>(
  db: Db,
  options: TransactionOptions & { question?: QuestionBeyond },
  name: string,
  value: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const afterwards: (() => void)[] = []
  const opening = db.transaction().setIsolationLevel(options.isolation ?? 'read committed')
  const result = await (options.readOnly ? opening.setAccessMode('read only') : opening).execute(async (tx) => {
    committed.set(tx, afterwards)
    if (name === SEES_ALL) seeAll.add(tx)
    await tx.executeQuery(settings(options, name, value))
    return work(tx)
  })
  for (const run of afterwards) run()
  return result
}

/** A comment in the statement. It shows in the server's own views, and a test uses it to keep these questions few. */
const nameOf = (question: QuestionBeyond): string => `/* beyond company: ${question} */`

/** Sets options for one transaction. The values are part of the text, so that it can be sent in one round trip with `begin`. */
function settings(
  {
    statementTimeoutMs = DEFAULT_TIMEOUT_MS,
    idleTimeoutMs,
    question,
  }: TransactionOptions & { question?: QuestionBeyond },
  name: string,
  value: string,
) {
  const idle = idleTimeoutMs === undefined ? '' : `;set local idle_in_transaction_session_timeout = ${idleTimeoutMs}`
  const why = question === undefined ? '' : ` ${nameOf(question)}`
  return CompiledQuery.raw(
    `set local ${name} = ${escapeLiteral(value)}${why};set local statement_timeout = ${statementTimeoutMs}${idle}`,
  )
}
