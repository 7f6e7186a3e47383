export { bulkModule } from './module.ts'
