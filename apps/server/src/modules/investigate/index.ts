export { investigateModule } from './module.ts'
export { storeObjects } from './store-objects.ts'
