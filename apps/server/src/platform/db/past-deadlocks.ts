/** PostgreSQL's code of a transaction that it rolled back because two transactions waited for each other. */
const DEADLOCK = '40P01'
const ATTEMPTS = 3

const isDeadlock = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === DEADLOCK

/**
 * Runs a transaction again if PostgreSQL rolled it back to end a deadlock. Nothing of it is stored then, and the other transaction goes on, so
 * the next attempt waits for it and succeeds. Transactions lock in one order wherever they can (`modules/tree/tree-locks.ts`). Those that
 * settle a plan cannot: which further cameras get a product back is known only after the first are locked.
 * @param run opens the transaction, and does nothing outside of it that must not happen twice
 */
export async function pastDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}
