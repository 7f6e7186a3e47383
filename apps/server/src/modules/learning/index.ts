export { listApplied } from './adjustment-queries.ts'
export { registerLearning } from './learning-routes.ts'
