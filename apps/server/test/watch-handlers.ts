import { AsyncLocalStorage, createHook, type HookCallbacks } from 'node:async_hooks'
import { runsInstallation, type Operation } from '@winnow/contract'
import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Tx } from '../src/platform/db/transaction.ts'
import type { HandlerWatch } from '../src/platform/http/handlers.ts'

/** The watch of handlers, with the faults that it has found as lines for a failed test's message. */
export interface HandlerFaults extends HandlerWatch {
  readonly faults: ReadonlySet<string>
  /** Ends the check. */
  stop(): void
}

/** The current code's position: the operation's handler, and whether its transaction is open. */
interface Where {
  operation: Operation
  inTransaction: boolean
  tell: (fault: string) => void
}
const where = new AsyncLocalStorage<Where>()

/**
 * Types of asynchronous resources that may be created during an open transaction. Allowed are steps of JavaScript, and operations that
 * complete immediately: the random bytes of an id, the hash of a token and the key of a seal. Messages to the database on an existing
 * connection are allowed too. All others (a new connection, a name lookup, a file, a hash in another thread, a process, a timer) would
 * prolong the transaction's locks.
 */
const FREE = new Set([
  'PROMISE',
  'TickObject',
  'Microtask',
  'Immediate',
  'RANDOMBYTESREQUEST',
  'HASHREQUEST',
  'DERIVEBITSREQUEST',
])

/** Sockets of the pools' connections. */
const databaseSockets = new WeakSet<object>()

const init: NonNullable<HookCallbacks['init']> = (_id, type, _trigger, resource) => {
  const here = where.getStore()
  if (!here?.inTransaction || FREE.has(type)) return
  if (type === 'WRITEWRAP' || type === 'SHUTDOWNWRAP') {
    const { handle } = resource as { handle?: object }
    if (handle && databaseSockets.has(handle)) return
  }
  here.tell(`${here.operation.id} does more than SQL in its transaction: ${type}`)
}
const hook = createHook({ init, trackPromises: false } as HookCallbacks)
let watches = 0

/** Whether an operation is for ordinary users. Login and provider operations are not. */
const isOrdinary = (operation: Operation): boolean =>
  (operation.scope === 'self' || typeof operation.scope === 'object') && !runsInstallation(operation)

/** Matches a statement that lets later queries see all companies without naming one of the permitted questions. */
const LOOKS_PAST_COMPANIES = /set local app\.system = 'on'(?! \/\* beyond company: )/

const watchedPools = new WeakSet<Pool>()

/** Attributes the statements of a pool to the handlers that send them. */
function watchPool(pool: Pool): void {
  if (watchedPools.has(pool)) return
  watchedPools.add(pool)
  const watched = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const { _handle: handle } = client.connection.stream as unknown as { _handle?: object }
    if (handle) databaseSockets.add(handle)
    client.query = new Proxy(client.query.bind(client), {
      apply(target, self, given: unknown[]) {
        const here = where.getStore()
        const [first] = given
        const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '')
        if (here && isOrdinary(here.operation) && LOOKS_PAST_COMPANIES.test(text))
          here.tell(
            `${here.operation.id} looks past its company, which is for logins and those who run the installation`,
          )
        return Reflect.apply(target, self, given)
      },
    })
  })
}

/** Finds out whether a transaction has changed rows, and whether it has written to the audit of any company. */
async function lookAtChanges(tx: Tx): Promise<{ changed: boolean; audited: boolean }> {
  // What supervisors do stands in the audit of the company whose alarms they review.
  const before = await sql<{ system: string }>`
    select coalesce(current_setting('app.system', true), '') as system, set_config('app.system', 'on', true)`.execute(
    tx,
  )
  const { rows } = await sql<{ changed: boolean; audited: boolean }>`
    select pg_current_xact_id_if_assigned() is not null as changed,
      exists (select from audit where xmin = pg_current_xact_id_if_assigned()::xid) as audited`.execute(tx)
  await sql`select set_config('app.system', ${before.rows[0]?.system ?? ''}, true)`.execute(tx)
  return rows[0] ?? { changed: false, audited: false }
}

/**
 * Checks the handlers of a server that uses a pool. They may use only SQL in their transactions, must not change rows without an audit
 * entry, and must not query beyond the caller's company.
 */
export function watchHandlers(pool: Pool): HandlerFaults {
  const faults = new Set<string>()
  const tell = (fault: string) => void faults.add(fault)
  watchPool(pool)
  if (watches++ === 0) hook.enable()
  return {
    faults,
    async handler(operation, work) {
      const here: Where = { operation, inTransaction: false, tell }
      try {
        return await where.run(here, work)
      } finally {
        // Work after the reply, such as waking a worker, does not belong to the handler.
        here.tell = () => undefined
      }
    },
    transaction: async (operation, tx, work) => {
      const here: Where = { operation, inTransaction: true, tell }
      const result = await where.run(here, work)
      here.inTransaction = false
      if (!tx || operation.unaudited !== undefined) return result
      const { changed, audited } = await lookAtChanges(tx)
      if (changed && !audited) tell(`${operation.id} changed something and wrote nothing to the audit`)
      return result
    },
    stop() {
      if (--watches === 0) hook.disable()
    },
  }
}
