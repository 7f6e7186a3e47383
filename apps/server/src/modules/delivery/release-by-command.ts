import type { Clock } from '../../platform/clock.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { heldSince, releaseHeld } from './held-deliveries.ts'

/**
 * Releases held messages from the command line. It is recorded in the audit log of the installation's operators.
 * @returns the time since which they were held; undefined if they were not
 */
export async function releaseByCommand({ db, clock }: { db: Db; clock: Clock }): Promise<Date | undefined> {
  return inSystem(db, async (tx) => {
    if ((await heldSince(tx)) === undefined) return undefined
    const company = await tx
      .selectFrom('company')
      .select('id')
      .orderBy((eb) => eb('kind', '=', 'provider'), 'desc')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return releaseHeld(tx, { companyId: company.id, name: 'Command line', userId: null }, clock.now())
  })
}
