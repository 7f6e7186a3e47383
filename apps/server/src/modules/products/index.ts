export { noLimits, type ProductCapacity } from './capacity.ts'
export { productsModule } from './module.ts'
export { createProductPlan, type ProductPlan } from './product-plan.ts'
