import { product } from '@winnow/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../platform/db/transaction.ts'
import { defineBackgroundJob, type FailedItem, type JobItem } from '../../platform/jobs/background-job.ts'
import { PRODUCT_REFUSALS, type ProductPlan, type ProductRefusal } from '../products/index.ts'
import { entryOf, failuresOf, idsOf, linkOfView, lockViews, missingOf, type ViewBefore } from './view-batch.ts'

const KIND = {
  line: 'views',
  category: 'view',
  permission: 'detect.toggle',
  batch: 500,
  link: linkOfView,
  group: 'view.toggle-status',
} as const

interface Found extends ViewBefore {
  products: string[]
}

const COLUMNS = sql`view.products`

const refused = (items: readonly JobItem[], views: readonly Found[], code: ProductRefusal): FailedItem[] =>
  failuresOf(
    items,
    views.map((view) => [view, { code, message: PRODUCT_REFUSALS[code] }]),
  )

const entriesOf = (views: readonly Found[], after: (products: readonly string[]) => string[]) =>
  views.map((view) =>
    entryOf('view.changed', view, { before: { products: view.products }, after: { products: after(view.products) } }),
  )

/** The number of these cameras that do not have the product. */
export async function countWithout(tx: Tx, ids: RawBuilder<unknown>, productId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from view where id in (${ids}) and deleted_at is null
      and not products @> array[${productId}::text]`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Switches a product on. Cameras that have it already are not changed. Cameras for which the plan has no room are failures. */
export const switchProductOn = (plan: ProductPlan) =>
  defineBackgroundJob({
    ...KIND,
    name: 'views.product-on',
    /** `hasConsent`: whether the company had agreed to pay for more cameras when the job was started. */
    params: z.object({ productId: product, hasConsent: z.boolean() }),
    typeOf: ({ productId }) => `views.product-on.${productId}`,
    async apply({ tx, job, audit, grants }, items) {
      const { productId, hasConsent } = job.params
      // The products of the company are locked before the cameras, here as in every other transaction.
      const { granted, withoutConsent } = await plan.grant(tx, {
        companyId: job.companyId,
        product: productId,
        hasConsent,
        count: () => countWithout(tx, sql`select unnest(${idsOf(items)}::uuid[])`, productId),
      })
      const views = await lockViews<Found>({ tx, grants }, items, COLUMNS)
      const wanting = views.filter(({ products }) => !products.includes(productId))
      const missing = missingOf(items, views)
      // The features of the company may have changed since the job was started.
      if (!(await plan.isOpen(tx, job.companyId, productId)))
        return [...missing, ...refused(items, wanting, 'PRODUCT_LOCKED')]
      const changed = wanting.slice(0, granted)
      const unpaid = wanting.slice(changed.length, changed.length + withoutConsent)
      if (changed.length > 0)
        await sql`update view set products = array_append(products, ${productId}::text)
          where id = any(${changed.map(({ id }) => id)}::uuid[])`.execute(tx)
      await audit(entriesOf(changed, (products) => [...products, productId]))
      const beyond = wanting.slice(changed.length + unpaid.length)
      return [...missing, ...refused(items, unpaid, 'CONSENT_NEEDED'), ...refused(items, beyond, 'CAPACITY_REACHED')]
    },
  })

/** Switches a product off. Other cameras, from which it was taken because the plan was full, get it back. */
export const switchProductOff = (plan: ProductPlan) =>
  defineBackgroundJob({
    ...KIND,
    name: 'views.product-off',
    params: z.object({ productId: product }),
    typeOf: ({ productId }) => `views.product-off.${productId}`,
    async apply({ tx, job, now, audit, publish, grants }, items) {
      const { productId } = job.params
      await plan.lock(tx, job.companyId)
      const views = await lockViews<Found>({ tx, grants }, items, COLUMNS)
      const changed = views.filter(({ products }) => products.includes(productId))
      if (changed.length > 0)
        await sql`update view set products = array_remove(products, ${productId}::text),
          products_taken = array_remove(products_taken, ${productId}::text)
          where id = any(${changed.map(({ id }) => id)}::uuid[])`.execute(tx)
      await audit(entriesOf(changed, (products) => products.filter((one) => one !== productId)))
      await plan.settle({ tx, companyId: job.companyId, author: job.author, now, publish })
      return missingOf(items, views)
    },
  })
