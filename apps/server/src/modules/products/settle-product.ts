import type { Product } from '@winnow/contract'
import { sql } from 'kysely'
import type { Author } from '../../platform/audit-entry.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { LiveMessage } from '../../platform/events/live-message.ts'
import { recordPlaced } from '../audit/index.ts'
import { inUse } from './in-use.ts'

/** The transaction in which products are taken or given back, and how that is recorded and announced. */
export interface SettleStep {
  tx: Tx
  companyId: string
  /** In whose name it is recorded. */
  author: Author
  now: Date
  requestId?: string | undefined
  publish: (message: LiveMessage) => Promise<void>
}

interface Changed {
  id: string
  name: string
  project_id: string
  site_id: string
}

/** The largest number of clients that are announced one by one. Consoles that show others learn of the change when they ask again. */
const ANNOUNCED = 100

/**
 * Takes a product from the newest cameras that have it. What people have switched on stays stored. The cameras are locked in the order of
 * their ids, as everywhere.
 */
async function take(tx: Tx, companyId: string, product: Product, most: number): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with newest as materialized (
      select id from view where company_id = ${companyId} and ${inUse(product)}
      order by id desc limit ${most})
    update view set products_taken = array_append(products_taken, ${product}::text)
    where id in (select id from view where id in (select id from newest) and deleted_at is null
      order by id for no key update)
    returning id, name, project_id, site_id`.execute(tx)
  return rows
}

/** Gives a product back to the oldest cameras from which it was taken. */
async function giveBack(tx: Tx, companyId: string, product: Product, most: number | null): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update view set products_taken = array_remove(products_taken, ${product}::text)
    where id in (select id from view where company_id = ${companyId} and deleted_at is null
      and products_taken <> '{}' and products_taken @> array[${product}::text]
      order by id limit ${most} for no key update)
    returning id, name, project_id, site_id`.execute(tx)
  return rows
}

async function tell(
  { tx, author, now, requestId, publish }: SettleStep,
  views: readonly Changed[],
  action: string,
  product: Product,
): Promise<void> {
  if (views.length === 0) return
  await recordPlaced(
    tx,
    author,
    views.map(({ id, name, project_id: projectId, site_id: siteId }) => ({
      action,
      objectType: 'view' as const,
      objectId: id,
      objectName: name,
      after: { product },
      place: { projectId, siteId, viewId: id },
    })),
    { now, requestId },
  )
  const projects = new Set(views.map(({ project_id }) => project_id))
  for (const projectId of [...projects].slice(0, ANNOUNCED))
    await publish({ type: 'tree.changed', projectId, siteId: null, viewId: null })
}

/**
 * Takes a product from cameras, or gives it back.
 * @param room the number of further cameras that can have the product; negative if too many have it, null if there is no limit
 */
export async function settleProduct(step: SettleStep, product: Product, room: number | null): Promise<void> {
  const { tx, companyId } = step
  if (room !== null && room < 0)
    await tell(step, await take(tx, companyId, product, -room), 'view.product-taken', product)
  else if (room !== 0)
    await tell(step, await giveBack(tx, companyId, product, room), 'view.product-given-back', product)
}
