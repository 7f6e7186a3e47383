import { PRODUCTS, type ImportProblem, type Product } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Grant, ProductPlan } from '../products/index.ts'
import { COLUMNS, type Value } from './columns.ts'
import { readCell } from './read-cell.ts'
import type { Cells } from './read-line.ts'

type Refusal = Extract<ImportProblem['code'], 'PRODUCT_LOCKED' | 'CAPACITY_REACHED' | 'CONSENT_NEEDED'>

/** For how many further cameras the lines of one plan can switch products on, and why not for more. */
export class ProductRooms {
  readonly #left: Map<Product, Grant>
  /** How many cameras get each product. */
  readonly taken = new Map<Product, number>()

  /** @param left what is left of each product that the company has */
  constructor(left: ReadonlyMap<Product, Grant>) {
    this.#left = new Map(left)
  }

  /** Why the product cannot be switched on for another camera; undefined if it can. */
  refusalOf(product: Product): Refusal | undefined {
    const left = this.#left.get(product)
    if (!left) return 'PRODUCT_LOCKED'
    if (left.granted > 0) return undefined
    return left.withoutConsent > 0 ? 'CONSENT_NEEDED' : 'CAPACITY_REACHED'
  }

  take(product: Product): void {
    this.taken.set(product, (this.taken.get(product) ?? 0) + 1)
    const left = this.#left.get(product)
    if (left) this.#left.set(product, { ...left, granted: left.granted - 1 })
  }
}

const isList = (value: Value | undefined): value is readonly string[] => Array.isArray(value)

/** The products of a cell. */
function productsOf(cells: Cells): readonly string[] {
  const reading = cells.products === undefined ? undefined : readCell('products', cells.products)
  return reading && 'value' in reading && isList(reading.value) ? reading.value : []
}

/**
 * The products that a line switches on. Those that every new camera has are not among them: if the plan has no room for them, they are
 * taken from the newest cameras, as for cameras that are added otherwise.
 * @param before the products of the camera; undefined for a new one
 */
export function newProducts(before: Value | undefined, after: Value): Product[] {
  const column = COLUMNS.products
  const had = before ?? (column.is === 'value' ? column.initial : [])
  return PRODUCTS.filter(
    (product) => isList(after) && after.includes(product) && !(isList(had) && had.includes(product)),
  )
}

interface Ask {
  companyId: string
  plan: ProductPlan
  hasConsent: boolean
  /** Whether the plan only looks. Otherwise, other transactions that switch products wait for this one. */
  isPreview: boolean
}

/** Finds out which products lines can switch on, and for how many cameras. Asks only for products that the lines name. */
export async function roomsFor(tx: Tx, lines: readonly Cells[], ask: Ask): Promise<ProductRooms> {
  const { companyId, plan, hasConsent, isPreview } = ask
  const counts = new Map<Product, number>()
  for (const cells of lines)
    for (const product of PRODUCTS)
      if (productsOf(cells).includes(product)) counts.set(product, (counts.get(product) ?? 0) + 1)
  const left = new Map<Product, Grant>()
  for (const [product, count] of counts) {
    // oxlint-disable-next-line no-await-in-loop -- at most one round for each product
    if (!(await plan.isOpen(tx, companyId, product))) continue
    const question = { companyId, product, hasConsent, count: () => Promise.resolve(count) }
    // oxlint-disable-next-line no-await-in-loop -- as above
    left.set(product, await (isPreview ? plan.estimate(tx, question) : plan.grant(tx, question)))
  }
  return new ProductRooms(left)
}
