export { reviewQueueModule } from './module.ts'
