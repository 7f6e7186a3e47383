import type { Product } from '@winnow/contract'
import type { Allowance } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'

/** Says what the plan of a company allows. Billing implements it; until then {@link noLimits} is used. */
export interface ProductCapacity {
  /**
   * What the company's plan allows of a product. It is asked in the transaction that switches the product on, so it must read only the
   * database. When its answer becomes smaller or larger, `ProductPlan.settle` must be called.
   */
  allowanceOf(tx: Tx, companyId: string, product: Product): Promise<Allowance>
}

/** Every company can have every product on all cameras, and pays for none. */
export const noLimits: ProductCapacity = {
  allowanceOf: () => Promise.resolve({ most: null, included: null }),
}
