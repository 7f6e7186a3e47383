import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEntry } from '../audit-entry.ts'
import type { Tx } from '../db/transaction.ts'
import type { LiveMessage } from '../events/live-message.ts'
import type { Actor } from './actor.ts'

/** A request after the gate: who sent it, for which company, when, and with what content. */
export interface Asked<O extends Operation> {
  actor: Actor
  /** The company that the request is about: the caller's own, or the one that an operator of the installation has named. */
  companyId: string
  now: Date
  requestId: string
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
}

/** The context inside a transaction of the company. Only for SQL, since it holds a connection and perhaps locks. */
export interface Reading<O extends Operation, Prepared = undefined> extends Asked<O> {
  /** Row-level security shows only that company's rows. None can be changed. */
  tx: Tx
  /** The result of `prepare`. */
  prepared: Prepared
}

/** The same, for changes. */
export interface Changing<O extends Operation, Prepared = undefined> extends Reading<O, Prepared> {
  /**
   * Records in the company's audit log what was done to which object, in the transaction of the change. User, time and request are added.
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
  /** Reads what that needs, in a transaction of its own. */
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
/** No transaction is opened: for what needs none, or several side by side. */
export interface ReplyAlone<O extends Operation> {
  reply: (context: Outside<O>) => Answer<O>
}

/** Hooks for tests that observe handlers; unused in production. */
export interface HandlerWatch {
  /** Wraps the whole handler. */
  handler<T>(operation: Operation, work: () => Promise<T>): Promise<T>
  /** Wraps what a handler does in its transaction. `tx` is undefined where it can change nothing. */
  transaction<T>(operation: Operation, tx: Tx | undefined, work: () => Promise<T>): Promise<T>
}
