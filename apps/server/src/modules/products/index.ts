export type { ProductCapacity } from './capacity.ts'
export { productsModule } from './module.ts'
export type { ProductPlan } from './product-plan.ts'
