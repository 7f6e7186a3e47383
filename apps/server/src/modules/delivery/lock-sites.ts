import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** Each once, and always in the same order, so that nobody waits in a circle. */
const inOrder = (siteIds: readonly string[]): string[] => [...new Set(siteIds)].toSorted()

/**
 * Lets no receiver of the sites fall until the end of the transaction, which plans messages: the back-up would miss what is not committed
 * then. See `lockSites`. A transaction that plans for several sites takes them in one call, before the first message.
 */
export async function shareSites(tx: Tx, siteIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('delivery.site'), hashtext(site.id))
    from unnest(${inOrder(siteIds)}::text[]) as site (id)`.execute(tx)
}

/** Waits for messages of sites that are being planned, and holds up further ones until the end of the transaction. */
export async function lockSites(tx: Tx, siteIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('delivery.site'), hashtext(site.id))
    from unnest(${inOrder(siteIds)}::text[]) as site (id)`.execute(tx)
}
