import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEntry } from '../audit-entry.ts'
import type { Tx } from '../db/transaction.ts'
import type { LiveMessage } from '../events/live-message.ts'
import type { Actor } from './actor.ts'

/** A request that the gate has admitted: its sender, company, time and content. */
export interface Asked<O extends Operation> {
  actor: Actor
  /** The company that the request is about: the caller's company, or the company that an operator of the installation has named. */
  companyId: string
  now: Date
  requestId: string
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
}

/** The context inside a transaction of the company. Use it only for SQL, since the transaction holds a connection and perhaps locks. */
export interface Reading<O extends Operation, Prepared = undefined> extends Asked<O> {
  /** Row-level security shows only the rows of `companyId`. The transaction is read-only unless the handler is for changes. */
  tx: Tx
  /** The result of `prepare`. */
  prepared: Prepared
}

/** The context inside a transaction that may change rows. */
export interface Changing<O extends Operation, Prepared = undefined> extends Reading<O, Prepared> {
  /**
   * Adds an entry to the company's audit log in the transaction of the change. User, time and request are added to the entry.
   */
  audit: (entry: AuditEntry) => Promise<void>
  /** Sends a live message to the company's users, if and only if the transaction commits. */
  publish: (message: LiveMessage) => Promise<void>
  /** Runs a callback after the transaction has committed. It must not throw. */
  afterCommit: (run: () => void) => void
}

/** The context outside of transactions: for hashing, mail, other servers, media and streamed bodies. */
export interface Outside<O extends Operation> extends Asked<O> {
  request: FastifyRequest
  reply: FastifyReply
  /** Reads from the database in a separate transaction. */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export type Answer<O extends Operation> = Promise<ReplyOf<O> extends undefined ? unknown : ReplyOf<O>>

/** Answers from the database. */
export type ReadHandler<O extends Operation> = (context: Reading<O>) => Answer<O>
/** Changes something and answers. */
export type WriteHandler<O extends Operation> = (context: Changing<O>) => Answer<O>

/** Steps before and after the transaction, for handlers that need more than SQL. */
interface Around<O extends Operation, Prepared, Result> {
  /** Runs between the gate and the transaction. Its result is passed on. */
  prepare?: (context: Outside<O>) => Promise<Prepared>
  /** Runs after the commit. Without it, the result of the transaction is the reply. */
  reply?: (context: Outside<O> & { prepared: Prepared; result: Result }) => Answer<O>
}
export interface ReadSteps<O extends Operation, Prepared, Result> extends Around<O, Prepared, Result> {
  read: (context: Reading<O, Prepared>) => Promise<Result>
}
export interface WriteSteps<O extends Operation, Prepared, Result> extends Around<O, Prepared, Result> {
  change: (context: Changing<O, Prepared>) => Promise<Result>
}
/** A handler for which no transaction is opened, because it needs none or several separate ones. */
export interface ReplyAlone<O extends Operation> {
  reply: (context: Outside<O>) => Answer<O>
}

/** Hooks for tests that observe handlers; unused in production. */
export interface HandlerWatch {
  /** Wraps the whole handler. */
  handler<T>(operation: Operation, work: () => Promise<T>): Promise<T>
  /** Wraps the part of a handler inside its transaction. `tx` is undefined if the transaction is read-only. */
  transaction<T>(operation: Operation, tx: Tx | undefined, work: () => Promise<T>): Promise<T>
}
