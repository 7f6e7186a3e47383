import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { escapeLiteral } from 'pg'
import type { DB } from './types.generated.ts'

/** A handle that runs each query in its own transaction. */
export type Db = Kysely<DB>
/** A handle inside one transaction. */
export type Tx = Transaction<DB>
/**
 * A handle of either kind, for functions that may be called inside a transaction or without one. The type is not `Db | Tx`, since the
 * compiler would compare every generic method of both types. This comparison was a tenth of its whole work.
 */
export type AnyHandle = Pick<Db, 'insertInto' | 'getExecutor'>

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** The longest duration of a statement, in milliseconds. A longer statement is cancelled. 0: no limit. */
  statementTimeoutMs?: number
  /** The server ends a transaction that is idle for longer than this, in milliseconds, and frees its locks. Undefined: no limit. */
  idleTimeoutMs?: number
  /** The server refuses every statement that would change a row. */
  readOnly?: boolean
}

const DEFAULT_TIMEOUT_MS = 30_000
/** The setting that names the company whose rows a transaction sees. */
const COMPANY = 'app.company_id'
/** The setting that lets a transaction see the rows of all companies. */
const SEES_ALL = 'app.system'
/** The transactions that were started with {@link SEES_ALL}. */
const seeAll = new WeakSet<Tx>()

/**
 * Runs work of one company in a transaction. Row-level security limits all queries to that company's rows. The setting ends with the
 * transaction, so it does not apply to later work on the pooled connection.
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
 * back office. Queries about one company must name it in a condition.
 */
export async function inSystem<T>(db: Db, work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  return begin(db, options, SEES_ALL, 'on', work)
}

/** Runs work on rows that belong to no company, such as counts of attempts. Row-level security hides the rows of all companies. */
export async function inNoCompany<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return begin(db, {}, COMPANY, '', work)
}

/**
 * The questions about all companies that a request of one company's user may ask. All other queries of a request run in a transaction of
 * the user's company, and a test fails for requests that break this rule. A new question needs an entry here that states it.
 */
export type QuestionBeyond =
  /** To which company do the ids in a request of an installation's operator belong? */
  | 'gate'
  /** Which directory handles logins of a mail domain? */
  | 'single-sign-on'
  /** Does another company have this mail domain? */
  | 'domain-taken'
  /** What is the language of a user whom an operator of the installation may invite? */
  | 'languages'
  /** Does another company have this name or subdomain? */
  | 'company-name-taken'
  /** Which employees of the provider have a session in a given user's name? The end of such a session is recorded for both companies. */
  | 'who-acts-for-me'
  /** Which users exist in all companies? For operators of the installation. */
  | 'people'
  /** Which companies let supervisors review alarms, and which of these alarms were drawn for a given supervisor? */
  | 'sample'
  /** Which accounts of panels called and belong to no panel of any company? For operators of the installation. */
  | 'unknown-panels'

/**
 * Answers one of the few questions that need the rows of several companies. Opens a transaction that sees all companies and cannot write.
 */
export async function beyondCompany<T>(db: Db, question: QuestionBeyond, ask: (tx: Tx) => Promise<T>): Promise<T> {
  return begin(db, { question, readOnly: true }, SEES_ALL, 'on', ask)
}

/** Runs one statement in a separate transaction. */
export type AtOnce = <Row>(db: Db, statement: CompiledQuery<Row>) => Promise<Row[]>

/**
 * Runs one statement in a separate transaction, like {@link inSystem}, but in a single round trip: the commit is sent with the statement.
 * Resolves after the commit.
 */
export const inSystemAtOnce: AtOnce = (db, statement) => atOnce(db, settings({}, SEES_ALL, 'on'), statement)

/** Does the same in a transaction of one company, like {@link inTenant}. */
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

/** Like {@link beyondCompany}, but inside a transaction of the company. For answers that must still be true when it commits. */
export async function askBeyond<T>(tx: Tx, question: QuestionBeyond, ask: () => Promise<T>): Promise<T> {
  if (seeAll.has(tx)) return ask()
  await tx.executeQuery(CompiledQuery.raw(`set local app.system = 'on' ${nameOf(question)}`))
  const answer = await ask()
  // If `ask` throws, the transaction ends, and the setting ends with it.
  await tx.executeQuery(CompiledQuery.raw(`set local app.system = ''`))
  return answer
}

/**
 * Runs a part of a transaction among the rows of another company, which an answer of {@link askBeyond} has named. Row-level security shows
 * and accepts that company's rows alone, then again those of the own company.
 */
export async function amongRowsOf<T>(
  tx: Tx,
  { own, other }: { own: string; other: string },
  work: () => Promise<T>,
): Promise<T> {
  const among = (companyId: string) =>
    tx.executeQuery(CompiledQuery.raw(`set local ${COMPANY} = ${escapeLiteral(companyId)}`))
  await among(other)
  const result = await work()
  // If `work` throws, the transaction ends, and the setting ends with it.
  await among(own)
  return result
}

/** Callbacks to run after a transaction has been committed. */
const committed = new WeakMap<Tx, (() => void)[]>()

/**
 * Runs a callback as soon as the transaction is committed, and never if it is rolled back. Notify others in such a callback. It must not
 * throw.
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

/** A comment in the statement that names the question. PostgreSQL's views show it, and a test uses it to keep these questions few. */
const nameOf = (question: QuestionBeyond): string => `/* beyond company: ${question} */`

/** Sets options for one transaction. The values are part of the text, so that they can be sent in one round trip with `begin`. */
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
