import type { Product } from '@winnow/contract'
import { isProductOpen, OFFERED_PRODUCTS, roomFor } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { presentUnlocks } from '../identity/index.ts'
import type { ProductCapacity } from './capacity.ts'
import { inUse } from './in-use.ts'
import { settleProduct, type SettleStep } from './settle-product.ts'

/** For how many of the wanted cameras a product can be switched on, and why not for the others. */
export interface Grant {
  granted: number
  /** The number of cameras that would be paid while nobody has agreed to that. */
  withoutConsent: number
  /** The number of cameras for which the plan has no room. */
  withoutRoom: number
}

/** A question for how many cameras a product can be switched on. */
export interface GrantAsk {
  companyId: string
  product: Product
  /** Whether the company has agreed to pay for cameras beyond those that its plan includes. */
  hasConsent: boolean
  /** The number of cameras that are to get the product. It is only called if there is a limit. */
  count: () => Promise<number>
}

/** What a company may switch on. All limits are checked here, under one lock per company. */
export interface ProductPlan {
  /** Whether the company's features include the product. */
  isOpen(tx: Tx, companyId: string, product: Product): Promise<boolean>
  /**
   * Lets other transactions that change products of the company wait. A transaction that calls `settle` at its end calls this before its
   * other locks (see the order in `tree/tree-locks.ts`).
   */
  lock(tx: Tx, companyId: string): Promise<void>
  /**
   * For how many further cameras the product can be switched on. The answer stays true until the transaction ends, because it locks the
   * products of the company: two transactions never use the same room.
   */
  grant(tx: Tx, ask: GrantAsk): Promise<Grant>
  /** What {@link grant} would answer now. It locks nothing, so the answer can change at any time. */
  estimate(tx: Tx, ask: GrantAsk): Promise<Grant>
  /**
   * Takes products from the newest cameras of which the plan allows too few, and gives them back to the oldest cameras when there is room
   * again. Call it when the plan has changed, when cameras were added, and when a product was switched off.
   */
  settle(step: SettleStep): Promise<void>
}

/** Waits for other transactions that change the products of the company. */
const lockProducts = async (tx: Tx, companyId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 3))`.execute(tx)
}

async function countInUse(tx: Tx, companyId: string, product: Product): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from view where company_id = ${companyId} and ${inUse(product)}`.execute(tx)
  return rows[0]?.n ?? 0
}

export function createProductPlan(capacity: ProductCapacity): ProductPlan {
  async function estimate(tx: Tx, { companyId, product, hasConsent, count }: GrantAsk): Promise<Grant> {
    const allowance = await capacity.allowanceOf(tx, companyId, product)
    if (allowance.most === null && allowance.included === null)
      return { granted: Number.POSITIVE_INFINITY, withoutConsent: 0, withoutRoom: 0 }
    const wanted = await count()
    const room = roomFor(allowance, { inUse: await countInUse(tx, companyId, product), wanted })
    const withoutConsent = hasConsent ? 0 : room.paid
    return { granted: room.granted - withoutConsent, withoutConsent, withoutRoom: wanted - room.granted }
  }

  return {
    async isOpen(tx, companyId, product) {
      const company = await tx.selectFrom('company').select('unlocks').where('id', '=', companyId).executeTakeFirst()
      return company !== undefined && isProductOpen(product, presentUnlocks(company.unlocks))
    },

    lock: lockProducts,

    async grant(tx, ask) {
      await lockProducts(tx, ask.companyId)
      return estimate(tx, ask)
    },

    estimate,

    async settle(step) {
      const { tx, companyId } = step
      await lockProducts(tx, companyId)
      for (const product of OFFERED_PRODUCTS) {
        const { most } = await capacity.allowanceOf(tx, companyId, product)
        if (most === null) {
          await settleProduct(step, product, null)
          continue
        }
        await settleProduct(step, product, most - (await countInUse(tx, companyId, product)))
      }
    },
  }
}
