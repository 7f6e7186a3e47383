import { runsInstallation, type Operation } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedEntry } from '../audit-entry.ts'
import type { Clock } from '../clock.ts'
import { pastDeadlocks } from '../db/past-deadlocks.ts'
import { afterCommit, inSystem, inTenant, type Db, type TransactionOptions, type Tx } from '../db/transaction.ts'
import type { LiveMessage } from '../events/live-message.ts'
import type { Actor } from './actor.ts'
import { admit, findReach, type Gatekeeper, type Reach } from './gate.ts'
import type { Asked, Changing, HandlerWatch, Outside } from './handlers.ts'

/** The services that handlers get with their transaction. */
export interface Carried {
  db: Db
  clock: Clock
  recordAudit: (tx: Tx, entry: SignedEntry) => Promise<void>
  publishLive: (tx: Tx, companyId: string, message: LiveMessage) => Promise<void>
  watch?: HandlerWatch | undefined
}

/** The handler of any operation, in the form in which the server calls it. */
export type Carry = (request: FastifyRequest, reply: FastifyReply, actor: Actor) => Promise<unknown>

/** The parts of any operation's handler. */
export interface Parts {
  prepare?: ((context: Outside<Operation>) => Promise<unknown>) | undefined
  /** Runs in the transaction. Undefined: no transaction is opened. */
  work?: ((context: Changing<Operation, unknown>) => Promise<unknown>) | undefined
  reply?: ((context: Outside<Operation> & { prepared: unknown; result: unknown }) => Promise<unknown>) | undefined
  readOnly: boolean
}

/**
 * Creates the handler that runs an operation in a transaction. The transaction belongs to the company that the gate finds, or sees all
 * companies if the operation is about the installation. Without `prepare`, the gate checks the request in the same transaction, which saves
 * a second transaction.
 */
export function carryTransaction(
  operation: Operation,
  gate: Gatekeeper,
  { db, clock, recordAudit, publishLive, watch }: Carried,
  { prepare, work, reply: answer, readOnly }: Parts,
): Carry {
  // Operations of the installation's operators on objects that belong to no company.
  const isOfAll = operation.scope === 'self' && runsInstallation(operation)
  const open = <T>(companyId: string, within: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> =>
    isOfAll ? inSystem(db, within, options) : inTenant(db, companyId, within, options)
  const within = (
    reach: Reach,
    asked: Asked<Operation>,
    request: FastifyRequest,
    { prepared, run }: { prepared: { value: unknown } | undefined; run: NonNullable<Parts['work']> },
  ) =>
    open(
      reach.companyId,
      (tx) => {
        const inside = async () => {
          if (!prepared) await admit(operation, gate, request, { actor: asked.actor, anywhere: reach.anywhere, tx })
          return run({
            // The gate removes ids from filters in the request itself, so these parts contain only the remaining ids.
            ...asked,
            tx,
            prepared: prepared?.value,
            audit: (entry) =>
              recordAudit(tx, {
                author: { ...asked.actor, companyId: reach.companyId },
                entry,
                now: asked.now,
                requestId: request.id,
              }),
            publish: (message) => publishLive(tx, reach.companyId, message),
            afterCommit: (then) => afterCommit(tx, then),
          })
        }
        return watch ? watch.transaction(operation, readOnly ? undefined : tx, inside) : inside()
      },
      { readOnly },
    )

  const carry: Carry = async (request, reply, actor) => {
    const reach = await findReach(operation, gate, request, actor)
    const { params, query, body } = request as Pick<Asked<Operation>, 'params' | 'query' | 'body'>
    const asked = { actor, companyId: reach.companyId, now: clock.now(), requestId: request.id, params, query, body }
    const outside = {
      ...asked,
      request,
      reply,
      read: <T>(look: (tx: Tx) => Promise<T>) => open(reach.companyId, look, { readOnly: true }),
    }
    if (prepare || !work) await admit(operation, gate, request, { actor, anywhere: reach.anywhere, tx: undefined })
    const prepared = prepare && { value: await prepare(outside) }
    const result = work && (await pastDeadlocks(() => within(reach, asked, request, { prepared, run: work })))
    return answer ? answer({ ...outside, prepared: prepared?.value, result }) : result
  }
  return watch ? (request, reply, actor) => watch.handler(operation, () => carry(request, reply, actor)) : carry
}
