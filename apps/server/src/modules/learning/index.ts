export { listApplied } from './adjustment-queries.ts'
export { learningModule } from './module.ts'
