import type { Module } from '../../platform/modules/module.ts'
import { noLimits, type ProductCapacity } from './capacity.ts'
import { createProductPlan, type ProductPlan } from './product-plan.ts'

interface Needs {
  /** What plans allow, for tests. */
  productCapacity?: ProductCapacity
}

interface Services {
  productPlan: ProductPlan
}

export const productsModule: Module<object, Needs, Services> = {
  name: 'products',
  make: ({ productCapacity = noLimits }) => ({ services: { productPlan: createProductPlan(productCapacity) } }),
}
