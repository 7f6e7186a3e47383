export { noLimits, type ProductCapacity } from './capacity.ts'
export { productsModule } from './module.ts'
export { createProductPlan, type Grant, type ProductPlan } from './product-plan.ts'
export { PRODUCT_REFUSALS, productRefusal, type ProductRefusal } from './refusals.ts'
